/** What `ireereplay torch ops` says of traces of PyTorch's profiler, and with which exit status. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { torchOps } from '../../protocol/jobs/torchOps';
import type { TorchOps } from '../../protocol/torch/description';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const trace = (name: string): string => fixture(path.join('neighbours', 'pytorch', `${name}.json.gz`));

function told(...args: readonly string[]): { readonly status: unknown; readonly text: string; readonly stderr: string } {
  const { status, stdout, stderr } = ireereplay('torch', 'ops', ...args);
  return { status, text: stdout.toString(), stderr };
}

/** The result as JSON: what its schema says, and nothing else. */
async function asJson(...args: readonly string[]): Promise<TorchOps> {
  const { text, stderr } = told('--format=json', ...args);
  const result = v.safeParse(await torchOps.result(), JSON.parse(text));
  assert.ok(result.success, `${stderr} ${JSON.stringify(result.issues?.[0])}`);
  assert.deepEqual(result.output, JSON.parse(text), 'nothing is printed that is not described');
  return JSON.parse(text) as TorchOps;
}

function written(name: string, content: string | Buffer): string {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}

test('operations are listed as calls, with what is not known of them and what has no description', () => {
  const { status, text } = told(trace('normalization'));
  assert.equal(status, 0, text);
  assert.match(text, /^157 different operations, 140 described; of aten 140 of 140\n78 calls without shapes: /);
  assert.match(
    text,
    /^ *#86 +3 {2}aten::native_layer_norm\(input=float32\[8, 16, 32, 32\], normalized_shape=\[16, 32, 32\], .*, eps=\S+\)$/m,
  );
  assert.match(text, /^ {2}of \d+ arguments: traces have no devices$/m);
  assert.match(text, /^without a description, nodes of the backward pass, whose operators are listed themselves:\n {2}MseLossBackward0\n/m);
  assert.match(text, /^ {2}detach, 3 times$/m);
});

test('a filter takes the operations with one of its texts in their names', async () => {
  const { operations, described, aten } = await asJson('--filter=aten::addmm', '--filter=gelu', '--filter=tanh', trace('bert-small-h100'));
  assert.deepEqual([...new Set(operations.map(({ name }) => name))].toSorted(), ['aten::addmm', 'aten::gelu']);
  assert.deepEqual([described, aten], [6, { operations: 6, described: 6 }]);
  const numbers = operations.filter(({ name }) => name === 'aten::addmm').map(({ number }) => number);
  assert.deepEqual(numbers, [38, 59, 68, 74], 'those that they have among all');
});

for (const name of ['cpu-odd', 'eager-b200', 'gpu-only-mi210']) {
  test(`all that is said of ${name} is described`, async () => {
    const { operations, described } = await asJson(trace(name));
    assert.equal(operations.filter(({ description }) => description !== undefined).length, described);
    assert.ok(operations.every(({ description, undescribed }) => (description === undefined) !== (undescribed === undefined)));
  });
}

test('what is written is read as it was, and nothing else is lost', async () => {
  const file = path.join(temporaryFolder(), 'operations.json');
  const { status, text } = told('-o', file, trace('cpu-train'));
  assert.equal(status, 0);
  assert.match(text, new RegExp(`^83 in ${file}$`, 'm'));
  const read = await asJson(file);
  const described = (await asJson(trace('cpu-train'))).operations.filter(({ description }) => description !== undefined);
  assert.equal(read.described, 83);
  // Floats are doubles: 0.10000000000000001 and 0.1 are one.
  const numbers = (operations: TorchOps['operations']): unknown =>
    JSON.parse(JSON.stringify(operations), (_, value: unknown) =>
      typeof value === 'string' && value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value,
    );
  // Those without a description are not written, nor counted.
  const renumbered = described.map((operation, index) => ({ ...operation, number: index + 1 }));
  assert.deepEqual(numbers(read.operations), numbers(renumbered));
});

test('an older trace is a list alone, without strides and values', async () => {
  const event = {
    ph: 'X',
    cat: 'cpu_op',
    name: 'aten::mm',
    ts: 10,
    dur: 5,
    args: {
      'External id': 3,
      'Input dims': [
        [2, 3],
        [3, 4],
      ],
      'Input type': ['float', 'float'],
    },
  };
  const { operations } = await asJson(written('old.json', JSON.stringify([event, event])));
  const [mm] = operations;
  assert.deepEqual([operations.length, mm?.count, mm?.externalId, mm?.description?.overload], [1, 2, 3, 'aten::mm']);
  assert.deepEqual(
    mm?.description?.arguments.map(({ unknown }) => unknown),
    ['strides', 'strides'],
  );
});

const broken: readonly (readonly [what: string, file: () => string, sentence: RegExp])[] = [
  ['a missing file', () => '/no/such/trace.json', /no such file/],
  ['a folder', () => temporaryFolder(), /is not a file$/m],
  ['what is no JSON', () => written('text.json', 'no JSON'), /it is not a trace of PyTorch's profiler/],
  ['JSON without events', () => written('other.json', '{"a": 1}'), /it is JSON, but not a trace: it has no traceEvents$/m],
  [
    'a description with a wrong value',
    () =>
      written(
        'wrong.json',
        '[{"op_name": "aten::t", "replay_ir": {"list_pos_args": [{"arg_name": "self", "arg_type": "Tensor", "value": 3}], "list_kwargs": []}}]',
      ),
    /wrong\.json: operation 1, aten::t: list_pos_args, argument 1 is not an object$/m,
  ],
  [
    'a description of no known overload',
    () => written('none.json', '[{"op_name": "aten::t", "replay_ir": {"list_pos_args": [], "list_kwargs": []}}]'),
    /none\.json: operation 1, aten::t: no known overload has no arguments$/m,
  ],
  [
    'a description of a newer version',
    () => written('new.json', '[{"op_name": "aten::t", "replay_ir": {}, "ireereplay": {"version": 2}}]'),
    /new\.json: operation 1, aten::t: its version is 2, and 1 is known: a newer ireereplay reads it$/m,
  ],
];

for (const [what, file, sentence] of broken) {
  test(`${what} ends with a sentence`, () => {
    const { status, text, stderr } = told(file());
    assert.deepEqual([status, text], [1, '']);
    assert.match(stderr, sentence);
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  });
}

test('a question that is not known ends with those that are', () => {
  const { status, stderr } = ireereplay('torch', 'why');
  assert.equal(status, 2);
  assert.match(stderr, /no command torch why: there are info, ops/);
});

for (const [what, name, torn] of [
  ['trace', 'torn.json', (text: Buffer) => text.subarray(0, text.length / 2)],
  ['file of gzip', 'torn.json.gz', (text: Buffer) => gzipSync(text).subarray(0, 3000)],
] as const) {
  test(`of a torn ${what} there is what could be read, with where it ends, and status 1`, async () => {
    const file = written(name, torn(gunzipSync(readFileSync(trace('cpu-train')))));
    const { problems, operations } = await asJson(file);
    assert.ok(operations.length > 10 && operations.length < 101, String(operations.length));
    assert.ok(problems.length > 0 && problems.every(({ offset }) => Number(offset) > 1000));
    const { status, text } = told(file);
    assert.equal(status, 1);
    assert.match(text, /^error: byte [\d,]+: /);
  });
}
