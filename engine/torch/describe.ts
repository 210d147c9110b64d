/** An operation of a trace, described by the schema of its operator: what replays it, and what it computes on. */
import type {
  DescribedTorchOperation,
  TorchArgument,
  TorchDescription,
  TorchTensor,
  TorchUndescribed,
  TorchUnknown,
  TorchValue,
} from '../../protocol/torch/description';
import type { TorchOperation } from '../../protocol/torch/operation';
import { type Call, initializationOf, integerOf } from './initialization';
import { bare, chooseOverload, isWritten } from './overload';
import { type RecordedInput, recordedInputs, type RecordedNumber, type RecordedTensor } from './recordedInput';
import { fullName, type SchemaArgument, type SchemaType, typeText } from './schemaLanguage';
import type { SchemaTable } from './schemaTable';

export type Described = { readonly description: TorchDescription } | { readonly undescribed: TorchUndescribed };

/** Describes an operation, or says why it has no description. */
export function describe(operation: TorchOperation, table: SchemaTable): Described {
  const { name } = operation;
  const versions = table.overloadsOf(name);
  if (versions.length === 0) return { undescribed: withoutSchema(name, table) };
  let inputs: readonly RecordedInput[];
  try {
    inputs = recordedInputs(operation);
  } catch (error) {
    return { undescribed: { reason: 'record', message: `${name}: ${error instanceof Error ? error.message : String(error)}` } };
  }
  const chosen = chooseOverload(versions, inputs);
  if (chosen === undefined) {
    const overloads = versions.flatMap(({ schemas }) => schemas.map(fullName));
    const tried = overloads.slice(0, 8).join(', ') + (overloads.length > 8 ? ` and ${overloads.length - 8} more` : '');
    const given = operation.inputTypes.map((type) => (type === '' ? 'nothing' : type)).join(', ');
    return { undescribed: { reason: 'arguments', message: `no overload of ${name} takes (${given}): there are ${tried}` } };
  }
  const { schema, pytorch, ambiguous } = chosen;
  return {
    description: {
      overload: fullName(schema),
      pytorch,
      arguments: described(name, schema.arguments, inputs),
      ...(ambiguous.length === 0 ? {} : { ambiguous: [...ambiguous] }),
    },
  };
}

function withoutSchema(name: string, table: SchemaTable): TorchUndescribed {
  const library = /^([A-Za-z_]\w*)::[\w.]+$/.exec(name)?.[1];
  if (library !== undefined) {
    return table.hasLibrary(library)
      ? { reason: 'operator', message: `${name}: none of the versions of PyTorch whose schemas are known has this operator` }
      : { reason: 'library', message: `${name}: an operator of the library ${library}, whose schemas are not known` };
  }
  if (/^triton_|^CallFunction|^## Call CompiledFxGraph|^Torch-Compiled Region/.test(name)) {
    return { reason: 'compiled', message: `${name}: code that PyTorch's compiler generated for this program` };
  }
  if (/^autograd::engine::evaluate_function|Backward\d*$/.test(name)) {
    return { reason: 'backward-node', message: `${name}: a node of the backward pass, whose operators are listed themselves` };
  }
  return { reason: 'range', message: `${name}: a range with a name, not an operator` };
}

function described(operator: string, schema: readonly SchemaArgument[], inputs: readonly RecordedInput[]): TorchArgument[] {
  const shapes = new Map<string, readonly number[]>();
  const integers = new Map<string, number>();
  schema.forEach(({ name, type }, index) => {
    const input = inputs[index];
    if (input?.kind === 'tensor') shapes.set(name, input.tensor.shape);
    const integer = input === undefined ? undefined : integerOf(valueOf(type, input).value);
    if (integer !== undefined) integers.set(name, integer);
  });
  const call: Call = { operator, shapeOf: (name) => shapes.get(name), integerOf: (name) => integers.get(name) };
  const withTensors = schema.map((argument, index): TorchArgument => {
    const { name, type, keyword, initial } = argument;
    const { value, unknown } = valueOf(type, inputs[index] ?? { kind: 'nothing' }, (tensor) => ({
      ...tensor,
      initialization: initializationOf(call, name, tensor, keyword && isWritten(type)),
    }));
    return {
      name,
      type: typeText(type),
      keyword,
      value,
      ...(unknown === undefined ? {} : { unknown }),
      ...(unknown === undefined || initial === undefined ? {} : { initial }),
    };
  });
  return operator === 'aten::as_strided' || operator === 'aten::as_strided_' ? withStorage(withTensors) : withTensors;
}

/** as_strided reaches elements of the storage beyond its tensor's own. */
function withStorage(args: TorchArgument[]): TorchArgument[] {
  const listed = (name: string): readonly number[] | undefined => {
    const value = args.find((each) => each.name === name)?.value;
    return value?.kind === 'integers' ? value.values.map(Number) : undefined;
  };
  const size = listed('size');
  const stride = listed('stride');
  if (size === undefined || stride?.length !== size.length) return args;
  const needed = (integerOf(args.find(({ name }) => name === 'storage_offset')?.value) ?? 0) + elementsReached(size, stride);
  return args.map((argument) => {
    if (argument.value.kind !== 'tensor') return argument;
    const { tensor } = argument.value;
    const own = tensor.strides === undefined ? 0 : elementsReached(tensor.shape, tensor.strides);
    return needed <= own ? argument : { ...argument, value: { kind: 'tensor', tensor: { ...tensor, storageElements: needed } } };
  });
}

/** How many elements of its storage a tensor spans from its first. */
function elementsReached(shape: readonly number[], strides: readonly number[]): number {
  if (shape.includes(0)) return 0;
  return shape.reduce((reached, size, index) => reached + (size - 1) * (strides[index] ?? 0), 1);
}

interface Valued {
  readonly value: TorchValue;
  readonly unknown?: TorchUnknown;
}

const withNormal = (tensor: RecordedTensor): TorchTensor => ({ ...copied(tensor), initialization: { by: 'normal' } });

const copied = ({ shape, dtype, strides }: RecordedTensor): Omit<TorchTensor, 'initialization'> => ({
  shape: [...shape],
  ...(dtype === undefined ? {} : { dtype }),
  ...(strides === undefined ? {} : { strides: [...strides] }),
});

/** The value of an argument as far as the trace has it. */
function valueOf(type: SchemaType, input: RecordedInput, toTensor: (tensor: RecordedTensor) => TorchTensor = withNormal): Valued {
  const unknownFor = (unknown: TorchUnknown): Valued => ({ value: { kind: 'unknown' }, unknown });
  switch (input.kind) {
    case 'tensor':
      return {
        value: { kind: 'tensor', tensor: toTensor(input.tensor) },
        ...(input.tensor.strides === undefined ? { unknown: 'strides' } : {}),
      };
    case 'tensors':
      // A list without shapes is empty, or too long for them.
      if (input.tensors.length === 0) return unknownFor('long-tensor-list');
      return { value: { kind: 'tensors', tensors: input.tensors.map(toTensor) }, unknown: 'list-types' };
    case 'number':
      return input.number === undefined ? unknownFor('values') : { value: numberValue(input.number) };
    case 'numbers':
      return input.numbers === undefined ? unknownFor('values') : { value: listValue(type, input.numbers) };
    case 'list':
      return unknownFor(itemOf(type) === 'Tensor' ? 'optional-tensors' : 'values');
    case 'nothing':
      if (input.text !== undefined) return { value: { kind: 'text', value: input.text } };
      return nothingValue(type);
  }
}

function numberValue({ type, text }: RecordedNumber): TorchValue {
  return type === 'boolean' ? { kind: 'boolean', value: text === 'True' } : { kind: type, value: text };
}

function listValue(type: SchemaType, numbers: readonly RecordedNumber[]): TorchValue {
  const texts = numbers.map(({ text }) => text);
  switch (itemOf(type)) {
    case 'bool':
      return { kind: 'booleans', values: texts.map((text) => text === 'True') };
    case 'float':
      return { kind: 'floats', values: texts };
    case 'Scalar':
      return { kind: 'numbers', values: texts };
    case 'Tensor':
      return { kind: 'tensors', tensors: [] };
    case 'str':
      return { kind: 'texts', values: texts };
    default:
      return { kind: 'integers', values: texts };
  }
}

/** The name of what a list is of, or of the type itself. */
function itemOf(type: SchemaType): string {
  return type.kind === 'named' ? bare(type) : itemOf(type.of);
}

/** What nothing recorded means for a type: None where its values would be recorded, and else that it is not known. */
function nothingValue(type: SchemaType): Valued {
  const optional = type.kind === 'optional';
  const given = optional ? type.of : type;
  const none = (unknown?: TorchUnknown): Valued => ({
    value: { kind: optional ? 'none' : 'unknown' },
    ...(unknown === undefined ? {} : { unknown }),
  });
  const item = itemOf(given);
  if (given.kind === 'list') {
    if (item === 'Tensor') return given.of.kind === 'optional' ? none('optional-tensors') : none();
    if (['int', 'float', 'bool', 'Scalar', 'SymFloat', 'SymBool'].includes(item))
      return given.size === undefined ? none('long-list') : none();
    return none(item === 'str' ? 'text' : 'object');
  }
  switch (item) {
    case 'Tensor':
      return optional ? none() : none('undefined-tensor');
    case 'str':
      return none('text');
    case 'Device':
      return none('device');
    case 'Generator':
      return none('generator');
    case 'int':
    case 'float':
    case 'bool':
    case 'Scalar':
    case 'complex':
    case 'SymFloat':
    case 'SymBool':
    case 'ScalarType':
    case 'Layout':
    case 'MemoryFormat':
    case 'QScheme':
      return optional ? none() : none('values');
    default:
      return none('object');
  }
}

/** An operation with its description, or why it has none. */
export function describedOperation(operation: TorchOperation, table: SchemaTable): DescribedTorchOperation {
  const { name, count, externalId } = operation;
  return { name, count, ...(externalId === undefined ? {} : { externalId }), ...describe(operation, table) };
}
