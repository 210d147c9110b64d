import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TorchArgument, TorchDescription } from '../../protocol/torch/description';
import type { TorchOperation } from '../../protocol/torch/operation';
import { describe } from './describe';
import { readSchemaTable, type SchemaTable } from './schemaTable';

/** An input: its type, dimensions, strides and value. */
type Input = readonly [type: string, dims?: unknown, strides?: unknown, value?: string];

const number = (value: string): Input => ['Scalar', [], [], value];
const list = (value: string): Input => ['ScalarList', [], [], value];
const nothing: Input = [''];
const float = (...shape: readonly number[]): Input => ['float', shape, shape.map(() => 1)];

const operation = (name: string, ...inputs: readonly Input[]): TorchOperation => ({
  name,
  inputTypes: inputs.map(([type]) => type),
  inputDims: inputs.map(([, dims = []]) => dims),
  inputStrides: inputs.map(([, , strides = []]) => strides),
  concreteInputs: inputs.map(([, , , value = '']) => value),
  count: 1,
});

const table = readSchemaTable(__dirname);

async function descriptionOf(one: TorchOperation, schemas: SchemaTable | Promise<SchemaTable> = table): Promise<TorchDescription> {
  const described = describe(one, await schemas);
  return 'description' in described ? described.description : assert.fail(described.undescribed.message);
}

const argument = ({ arguments: args }: TorchDescription, name: string): TorchArgument =>
  args.find((each) => each.name === name) ?? assert.fail(`no argument ${name}`);

async function reasonOf(one: TorchOperation): Promise<readonly [string, string]> {
  const described = describe(one, await table);
  return 'undescribed' in described ? [described.undescribed.reason, described.undescribed.message] : assert.fail('it has a description');
}

test('tensors and numbers tell overloads apart', async () => {
  const overload = async (one: TorchOperation): Promise<string> => (await descriptionOf(one)).overload;
  assert.equal(await overload(operation('aten::add', float(2), float(2), number('1'))), 'aten::add.Tensor');
  assert.equal(await overload(operation('aten::add', float(2), number('2.'), number('1'))), 'aten::add.Scalar');
  assert.equal(await overload(operation('aten::add', float(2), float(2), number('1'), float(2))), 'aten::add.out');
  assert.equal(await overload(operation('aten::squeeze', float(1, 2), number('0'))), 'aten::squeeze.dim');
  assert.equal(await overload(operation('aten::squeeze', float(1, 2), list('[0, 1]'))), 'aten::squeeze.dims');
  assert.equal(await overload(operation('aten::div', float(2), float(2), nothing)), 'aten::div.Tensor_mode');
  assert.equal(
    await overload(operation('aten::empty', list('[2]'), number('6'), nothing, nothing, number('False'), nothing)),
    'aten::empty.memory_format',
  );
});

test('the type of a number is how it is written', async () => {
  const gt = await descriptionOf(operation('aten::gt', float(2), number('0')));
  assert.deepEqual(argument(gt, 'other').value, { kind: 'integer', value: '0' });
  const other = await descriptionOf(operation('aten::gt', float(2), number('0.')));
  assert.deepEqual(argument(other, 'other').value, { kind: 'float', value: '0.' });
  const slice = await descriptionOf(
    operation('aten::slice', float(2), number('0'), number('0'), number('9223372036854775807'), number('1')),
  );
  assert.deepEqual(argument(slice, 'end').value, { kind: 'integer', value: '9223372036854775807' });
  const masked = await descriptionOf(operation('aten::masked_fill', float(2), ['bool', [2], [1]], number('-inf')));
  assert.deepEqual(argument(masked, 'value').value, { kind: 'float', value: '-inf' });
});

test('a boolean is no integer, and an integer no boolean', async () => {
  const [reason, message] = await reasonOf(operation('aten::squeeze', float(1, 2), number('True')));
  assert.equal(reason, 'arguments');
  assert.match(message, /^no overload of aten::squeeze takes \(float, Scalar\): there are aten::squeeze, /);
});

test('what a trace cannot have is unknown, with its argument and the default', async () => {
  const gelu = await descriptionOf(operation('aten::gelu', float(2), nothing));
  assert.deepEqual(argument(gelu, 'approximate'), {
    name: 'approximate',
    type: 'str',
    keyword: true,
    value: { kind: 'unknown' },
    unknown: 'text',
    initial: '"none"',
  });
  const normal = await descriptionOf(operation('aten::normal_', float(2), number('0.'), number('1.'), nothing));
  assert.deepEqual([argument(normal, 'generator').value, argument(normal, 'generator').unknown], [{ kind: 'none' }, 'generator']);
  const index = await descriptionOf(operation('aten::index', float(2), nothing));
  assert.deepEqual([argument(index, 'indices').value, argument(index, 'indices').unknown], [{ kind: 'unknown' }, 'optional-tensors']);
  const view = await descriptionOf(operation('aten::view', float(2), nothing));
  assert.deepEqual([argument(view, 'size').value, argument(view, 'size').unknown], [{ kind: 'unknown' }, 'long-list']);
});

test('None is known where values of the type are recorded', async () => {
  const sum = await descriptionOf(operation('aten::sum', float(2), nothing));
  assert.deepEqual(argument(sum, 'dtype'), { name: 'dtype', type: 'ScalarType?', keyword: true, value: { kind: 'none' } });
});

test('tensors of lists have shapes and strides, and their types are unknown', async () => {
  const lists: Input = [
    'TensorList',
    [
      [2, 3],
      [4, 3],
    ],
    [
      [3, 1],
      [1, 4],
    ],
  ];
  const cat = await descriptionOf(operation('aten::cat', lists, number('0')));
  assert.deepEqual(argument(cat, 'tensors'), {
    name: 'tensors',
    type: 'Tensor[]',
    keyword: false,
    value: {
      kind: 'tensors',
      tensors: [
        { shape: [2, 3], strides: [3, 1], initialization: { by: 'normal' } },
        { shape: [4, 3], strides: [1, 4], initialization: { by: 'normal' } },
      ],
    },
    unknown: 'list-types',
  });
  const long = await descriptionOf(operation('aten::cat', ['TensorList', [], []], number('0')));
  assert.deepEqual([argument(long, 'tensors').value, argument(long, 'tensors').unknown], [{ kind: 'unknown' }, 'long-tensor-list']);
});

test('a trace without strides and values has them unknown', async () => {
  const { inputDims, inputTypes } = operation('aten::mm', float(2, 3), float(3, 4));
  const mm = await descriptionOf({ name: 'aten::mm', inputDims, inputTypes, concreteInputs: [], count: 1 });
  assert.deepEqual(argument(mm, 'self'), {
    name: 'self',
    type: 'Tensor',
    keyword: false,
    value: { kind: 'tensor', tensor: { shape: [2, 3], dtype: 'float', initialization: { by: 'normal' } } },
    unknown: 'strides',
  });
  const softmax = {
    name: 'aten::_softmax',
    inputDims: [[2, 3], [], []],
    inputTypes: ['float', 'Int', 'Bool'],
    concreteInputs: [],
    count: 1,
  };
  const described = await descriptionOf(softmax);
  assert.deepEqual([argument(described, 'dim').value, argument(described, 'dim').unknown], [{ kind: 'unknown' }, 'values']);
});

test('indices are below the dimension that they index', async () => {
  const initialization = (described: TorchDescription, name: string): unknown => {
    const { value } = argument(described, name);
    return value.kind === 'tensor' ? value.tensor.initialization : assert.fail(`${name} is no tensor`);
  };
  const long = (...shape: readonly number[]): Input => ['long int', shape, shape.map(() => 1)];
  const embedding = await descriptionOf(
    operation('aten::embedding', float(10, 4), long(3), number('-1'), number('False'), number('False')),
  );
  assert.deepEqual(initialization(embedding, 'indices'), { by: 'integers', least: 0, most: 9 });
  const select = await descriptionOf(operation('aten::index_select', float(10, 4), number('-1'), long(3)));
  assert.deepEqual(initialization(select, 'index'), { by: 'integers', least: 0, most: 3 });
  const copy = await descriptionOf(operation('aten::copy_', float(2), long(2), number('False')));
  assert.deepEqual([initialization(copy, 'self'), initialization(copy, 'src')], [{ by: 'nothing' }, { by: 'integers', least: 1, most: 8 }]);
});

test('as_strided names the elements that it reaches beyond its tensor', async () => {
  const strided = await descriptionOf(
    operation('aten::as_strided', ['float', [2, 3], [3, 1]], list('[2, 3]'), list('[6, 1]'), number('4')),
  );
  const { value } = argument(strided, 'self');
  assert.equal(value.kind === 'tensor' ? value.tensor.storageElements : undefined, 13);
  const within = await descriptionOf(operation('aten::as_strided', ['float', [2, 3], [3, 1]], list('[3, 2]'), list('[1, 3]'), nothing));
  const own = argument(within, 'self').value;
  assert.deepEqual(own.kind === 'tensor' ? own.tensor.storageElements : own, undefined);
});

const made = (...schemas: readonly string[]): Promise<SchemaTable> => readMade(schemas.join('\n'));

async function readMade(text: string): Promise<SchemaTable> {
  const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
  const path = await import('node:path');
  const folder = mkdtempSync(path.join((await import('node:os')).tmpdir(), 'schemas-'));
  writeFileSync(path.join(folder, 'schemas.txt'), text);
  try {
    return await readSchemaTable(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('overloads that the trace does not tell apart are named where they mean something else', async () => {
  const schemas = made(
    '# PyTorch 9.0',
    'a::b.mode(Tensor x, str mode) -> ()',
    'a::b.on(Tensor x, Device on) -> ()',
    'a::b.same(Tensor x, str mode) -> ()',
  );
  const { overload, ambiguous } = await descriptionOf(operation('a::b', float(2), nothing), schemas);
  assert.deepEqual([overload, ambiguous], ['a::b.mode', ['a::b.on']]);
});

test('an older version is asked where the newest takes other arguments', async () => {
  const schemas = made('# PyTorch 9.0', 'a::b(Tensor x, int y) -> ()', '# PyTorch 8.0', 'a::b(Tensor x) -> ()', 'a::c(Tensor x) -> ()');
  assert.equal((await descriptionOf(operation('a::b', float(2)), schemas)).pytorch, '8.0');
  assert.equal((await descriptionOf(operation('a::b', float(2), number('1')), schemas)).pytorch, '9.0');
  assert.equal((await descriptionOf(operation('a::c', float(2)), schemas)).pytorch, '8.0');
});

const undescribed: readonly (readonly [name: string, reason: string])[] = [
  ['aten::no_such_operator', 'operator'],
  ['vllm::all_reduce', 'library'],
  ['AddmmBackward0', 'backward-node'],
  ['autograd::engine::evaluate_function: AddmmBackward0', 'backward-node'],
  ['triton_poi_fused_add_0', 'compiled'],
  ['Optimizer.step#SGD.step', 'range'],
  ['detach', 'range'],
];

for (const [name, reason] of undescribed) {
  test(`${name} has a reason: ${reason}`, async () => {
    const [found, message] = await reasonOf(operation(name, float(2)));
    assert.equal(found, reason);
    assert.ok(message.startsWith(`${name}: `), message);
  });
}

const contradictions: readonly (readonly [change: Partial<TorchOperation>, sentence: string])[] = [
  [{ inputDims: [[2, 3]] }, 'Input Dims has 1 items where there are 2'],
  [{ inputDims: 'none' }, 'Input Dims is not a list'],
  [
    {
      inputDims: [
        [2, 'x'],
        [3, 4],
      ],
    },
    'argument 1: [2,"x"] is not the shape of a tensor',
  ],
  [
    {
      inputDims: [
        [2, -3],
        [3, 4],
      ],
    },
    'argument 1: [2,-3] is not the shape of a tensor',
  ],
  [{ inputStrides: [[3, 1], [4]] }, 'argument 2: [4] are no strides of a tensor of 2 dimensions'],
  [{ concreteInputs: [''] }, 'Concrete Inputs has 1 items where there are 2'],
  [{ inputTypes: ['float', 'Scalar'], concreteInputs: ['', 'many'] }, 'argument 2: "many" is not a number'],
  [{ inputTypes: ['float', 'ScalarList'], concreteInputs: ['', '1, 2'] }, 'argument 2: "1, 2" is not a list of numbers'],
];

for (const [change, sentence] of contradictions) {
  test(`a record that contradicts itself is said: ${sentence}`, async () => {
    const mm = operation('aten::mm', ['float', [2, 3], [3, 1]], ['float', [3, 4], [4, 1]]);
    assert.deepEqual(await reasonOf({ ...mm, ...change }), ['record', `aten::mm: ${sentence}`]);
  });
}
