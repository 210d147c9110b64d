import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { parseSchema, schemaText, typeText } from './schemaLanguage';

const lines = readFileSync(path.join(__dirname, 'schemas.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '));

test('reads an operator with its overload, arguments, defaults and what it returns', () => {
  const schema = parseSchema('aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor');
  const tensor = { kind: 'named', name: 'Tensor', parameters: [] };
  assert.deepEqual(schema, {
    name: 'aten::add',
    overload: 'Tensor',
    arguments: [
      { name: 'self', type: tensor, keyword: false },
      { name: 'other', type: tensor, keyword: false },
      { name: 'alpha', type: { kind: 'named', name: 'Scalar', parameters: [] }, keyword: true, initial: '1' },
    ],
    returns: [{ type: tensor }],
  });
});

test('reads lists with sizes, optional lists, lists of what may be None, and lists of lists', () => {
  const types = (text: string): readonly string[] => parseSchema(text).arguments.map(({ type }) => JSON.stringify(type));
  const int = { kind: 'named', name: 'int', parameters: [] };
  const tensor = { kind: 'named', name: 'Tensor', parameters: [] };
  assert.deepEqual(
    types('a::b(int[2] a, int[1]? b, Tensor?[] c, Tensor[][] d) -> ()'),
    [
      { kind: 'list', of: int, size: 2 },
      { kind: 'optional', of: { kind: 'list', of: int, size: 1 } },
      { kind: 'list', of: { kind: 'optional', of: tensor } },
      { kind: 'list', of: { kind: 'list', of: tensor } },
    ].map((type) => JSON.stringify(type)),
  );
});

test('keeps what a tensor aliases', () => {
  const { arguments: args, returns } = parseSchema('aten::split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]');
  assert.equal(typeText(args[0]?.type ?? assert.fail()), 'Tensor(a -> *)');
  assert.deepEqual(returns, [{ type: { kind: 'list', of: { kind: 'named', name: 'Tensor', parameters: [], alias: '(a)' } } }]);
  const several = parseSchema(
    'aten::max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> (Tensor(a!) values, Tensor(b!) indices)',
  );
  assert.deepEqual(
    several.returns.map(({ name }) => name),
    ['values', 'indices'],
  );
  assert.deepEqual(
    several.arguments.map(({ keyword }) => keyword),
    [false, false, false, true, true],
  );
});

test('reads defaults of every kind as they are', () => {
  const schema = parseSchema(
    'x::y(float a=1.0000000000000001e-05, str b="say \\"so\\", (or) not", int[2] c=[0, -1], Device? d=None, bool e=True, float f=0.) -> ()',
  );
  assert.deepEqual(
    schema.arguments.map(({ initial }) => initial),
    ['1.0000000000000001e-05', '"say \\"so\\", (or) not"', '[0, -1]', 'None', 'True', '0.'],
  );
});

test('every schema of the table reads, and prints as it was', () => {
  assert.ok(lines.length > 3500, `${lines.length} schemas`);
  for (const line of lines) assert.equal(schemaText(parseSchema(line)), line);
});

const broken: readonly (readonly [string, RegExp])[] = [
  ['', /^Error: no schema of an operator: character 1 of "" should be the name of an operator with its namespace, and is the end$/],
  ['add(Tensor self) -> Tensor', /character 1 of .* should be the name of an operator with its namespace, and is "add\(/],
  ['aten::add', /character 10 .* should be "\(", and is the end/],
  ['aten::add(Tensor) -> Tensor', /character 17 .* should be " ", and is "\) -> Tensor"/],
  ['aten::add(Tensor self,Tensor other) -> Tensor', /character 22 .* should be "\)"/],
  ['aten::add(Tensor self, *, *, int a) -> Tensor', /character 27 .* should be a type/],
  ['aten::add(Tensor self', /should be "\)", and is the end/],
  ['aten::add(int[x] a) -> Tensor', /should be "\]"/],
  ['aten::add(Tensor(ab) a) -> Tensor', /character 17 .* should be " ", and is "\(ab\) a/],
  ['aten::add(int a=) -> Tensor', /should be a value/],
  ['aten::add(int a=Mean) -> Tensor', /should be a value/],
  ['aten::add(int a=[1, 2) -> Tensor', /should be "\]"/],
  ['aten::add(Tensor self) Tensor', /should be " -> "/],
  ['aten::add(Tensor self) -> Tensor more than that', /should be the end, and is " than that"/],
  ['aten::add(Tensor self) -> (Tensor, ', /should be a type, and is the end/],
];

for (const [text, sentence] of broken) {
  test(`says where ${JSON.stringify(text)} is no schema`, () => assert.throws(() => parseSchema(text), sentence));
}
