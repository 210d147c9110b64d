/**
 * Files of descriptions: a list of `{op_name, replay_ir: {list_pos_args, list_kwargs}, count}`, as TraceLens' Event Replay writes and replays
 * them (AMD-AGI/TraceLens, TraceLens/EventReplay). Beside that, where TraceLens does not look:
 *
 * - `ireereplay` of an operation: `version` of what is beside, the `overload`, the version of `pytorch` whose schema it is, `external_id` in the
 *   trace, and further overloads that it may be (`ambiguous`);
 * - `unknown` of an argument: why its value or a part of it is not known. Its value is then the schema's default where there is one, which is a
 *   guess, and null otherwise;
 * - `tensor` of an argument: `storage_elements`, `storage_offset`, the bounds `least` and `most` of its initialization, and `init` where values of
 *   the normal distribution would do, but "positive" ones or "probabilities" are meant.
 *
 * A tensor is `{shape, dtype, strides, init}`. TraceLens knows `init` "normal" and null, which leaves memory as it is, and refuses the others:
 * "booleans", "integers", "offsets". What is not known of a tensor is null.
 */
import type {
  DescribedTorchOperation,
  TorchArgument,
  TorchDescription,
  TorchInitialization,
  TorchTensor,
  TorchUnknown,
  TorchValue,
} from '../../protocol/torch/description';
import { isList, isObject, type Json, type JsonObject, jsonText, parseJson } from './json';
import { fullName, parseSchema, type Schema, type SchemaType, typeText } from './schemaLanguage';
import type { SchemaTable } from './schemaTable';

/** Of what is beside TraceLens' own. */
const VERSION = 1n;

/** Writes the operations that have a description, one a line. */
export function descriptionsText(operations: readonly DescribedTorchOperation[]): string {
  const lines = operations.flatMap((operation) =>
    operation.description === undefined ? [] : [jsonText(writtenOperation(operation, operation.description))],
  );
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}

function writtenOperation({ name, count, externalId }: DescribedTorchOperation, description: TorchDescription): Json {
  const { overload, pytorch, arguments: args, ambiguous } = description;
  return {
    op_name: name,
    replay_ir: {
      list_pos_args: args.filter(({ keyword }) => !keyword).map(writtenArgument),
      list_kwargs: args.filter(({ keyword }) => keyword).map(writtenArgument),
    },
    count: BigInt(count),
    ireereplay: {
      version: VERSION,
      overload,
      pytorch,
      ...(externalId === undefined ? {} : { external_id: BigInt(externalId) }),
      ...(ambiguous === undefined ? {} : { ambiguous }),
    },
  };
}

function writtenArgument({ name, type, value, unknown, initial }: TorchArgument): Json {
  const beside = value.kind === 'tensor' ? besideTensor(value.tensor) : {};
  return {
    arg_name: name,
    arg_type: type,
    value: value.kind === 'unknown' ? initialValue(initial) : writtenValue(value),
    ...(unknown === undefined ? {} : { unknown }),
    ...(Object.keys(beside).length === 0 ? {} : { tensor: beside }),
  };
}

function writtenValue(value: TorchValue): Json {
  switch (value.kind) {
    case 'none':
    case 'unknown':
      return null;
    case 'boolean':
    case 'text':
      return value.value;
    case 'integer':
    case 'float':
    case 'complex':
      return writtenNumber(value.value);
    case 'booleans':
    case 'texts':
      return value.values;
    case 'integers':
    case 'floats':
    case 'numbers':
      return value.values.map(writtenNumber);
    case 'tensor':
      return writtenTensor(value.tensor);
    case 'tensors':
      return value.tensors.map((tensor) => ({ ...writtenTensor(tensor), ...besideTensor(tensor) }));
  }
}

/** A number of PyTorch's as one of JSON; a complex one, of which JSON has none, and a boolean among numbers are texts. */
function writtenNumber(text: string): Json {
  if (/^[+-]?\d+$/.test(text)) return BigInt(text.replace('+', ''));
  if (text.endsWith('inf')) return text.startsWith('-') ? -Infinity : Infinity;
  if (text.endsWith('nan')) return NaN;
  const float = Number(text);
  return Number.isNaN(float) ? text : float;
}

/** The default of a schema, as a guess. */
function initialValue(initial: string | undefined): Json {
  if (initial === undefined || initial === 'None') return null;
  if (initial === 'True' || initial === 'False') return initial === 'True';
  if (initial.startsWith('"')) return JSON.parse(initial) as string;
  if (initial.startsWith('[')) return initial === '[]' ? [] : initial.slice(1, -1).split(', ').map(initialValue);
  return writtenNumber(initial);
}

const sizes = (values: readonly number[] | undefined): Json => values?.map(BigInt) ?? null;

function writtenTensor({ shape, dtype, strides, initialization }: TorchTensor): JsonObject {
  return {
    shape: sizes(shape),
    dtype: dtype ?? null,
    strides: sizes(strides),
    init: initialization.by === 'nothing' ? null : isFinerNormal(initialization) ? 'normal' : initialization.by,
  };
}

const isFinerNormal = ({ by }: TorchInitialization): boolean => by === 'positive' || by === 'probabilities';

function besideTensor({ storageOffset, storageElements, initialization }: TorchTensor): JsonObject {
  const { least, most } = { least: undefined, most: undefined, ...initialization };
  const numbers = Object.entries({ storage_offset: storageOffset, storage_elements: storageElements, least, most });
  return {
    ...Object.fromEntries(numbers.flatMap(([key, value]) => (value === undefined ? [] : [[key, BigInt(value)] as const]))),
    ...(isFinerNormal(initialization) ? { init: initialization.by } : {}),
  };
}

/**
 * Reads a file of descriptions, ours or TraceLens'. Which overload one of TraceLens' is of follows from its arguments. Throws a sentence that
 * begins with the place where the file is none.
 */
export function readDescriptions(text: string, table: SchemaTable): readonly DescribedTorchOperation[] {
  const list = parseJson(text);
  if (!isList(list)) throw new Error('no list of descriptions of operations');
  return list.map((item, index) => readOperation(item, `operation ${index + 1}`, table));
}

function readOperation(item: Json, where: string, table: SchemaTable): DescribedTorchOperation {
  const { op_name: name, replay_ir: ir, count, ireereplay } = objectAt(item, where);
  if (typeof name !== 'string') throw new Error(`${where}: op_name is not a string`);
  const at = `${where}, ${name}`;
  const beside = ireereplay === undefined ? {} : objectAt(ireereplay, `${at}: ireereplay`);
  if (beside['version'] !== undefined && beside['version'] !== VERSION) {
    throw new Error(`${at}: its version is ${jsonText(beside['version'])}, and ${String(VERSION)} is known: a newer ireereplay reads it`);
  }
  const { list_pos_args: positional, list_kwargs: keywords } = objectAt(ir, `${at}: replay_ir`);
  const args = [...argumentsAt(positional, false, `${at}: list_pos_args`), ...argumentsAt(keywords, true, `${at}: list_kwargs`)];
  const schema = schemaOf(name, args, beside['overload'], table);
  if (schema === undefined)
    throw new Error(
      `${at}: no known overload has ${args.length === 0 ? 'no arguments' : `the arguments ${args.map((each) => each.name).join(', ')}`}`,
    );
  const external = beside['external_id'];
  const ambiguous = beside['ambiguous'];
  return {
    name,
    count: typeof count === 'bigint' ? Number(count) : 1,
    ...(typeof external === 'bigint' ? { externalId: Number(external) } : {}),
    description: {
      overload: fullName(schema.schema),
      pytorch: schema.pytorch,
      arguments: args.map((each, index) => {
        const initial = schema.schema.arguments[index]?.initial;
        return each.unknown === undefined || initial === undefined ? each : { ...each, initial };
      }),
      ...(isList(ambiguous) ? { ambiguous: ambiguous.map(String) } : {}),
    },
  };
}

function objectAt(value: Json | undefined, where: string): JsonObject {
  if (!isObject(value)) throw new Error(`${where} is not an object`);
  return value;
}

/** The newest schema with these arguments, and this overload where it is given. */
function schemaOf(
  name: string,
  args: readonly TorchArgument[],
  overload: Json | undefined,
  table: SchemaTable,
): { readonly schema: Schema; readonly pytorch: string } | undefined {
  const signature = (type: string, each: string, keyword: boolean): string => `${type} ${each}${keyword ? ' by name' : ''}`;
  const wanted = args.map((each) => signature(each.type, each.name, each.keyword)).join();
  for (const { pytorch, schemas } of table.overloadsOf(name)) {
    const schema = schemas.find(
      (each) =>
        (overload === undefined || fullName(each) === overload) &&
        each.arguments.map((one) => signature(typeText(one.type), one.name, one.keyword)).join() === wanted,
    );
    if (schema !== undefined) return { schema, pytorch };
  }
  return undefined;
}

const UNKNOWN: ReadonlySet<string> = new Set<TorchUnknown>([
  ...(['text', 'device', 'generator', 'object', 'long-list', 'optional-tensors', 'long-tensor-list', 'list-types'] as const),
  ...(['undefined-tensor', 'values', 'strides'] as const),
]);

function argumentsAt(list: Json | undefined, keyword: boolean, where: string): readonly TorchArgument[] {
  if (!isList(list)) throw new Error(`${where} is not a list`);
  return list.map((item, index) => {
    const at = `${where}, argument ${index + 1}`;
    const { arg_name: name, arg_type: type, value = null, unknown, tensor } = objectAt(item, at);
    if (typeof name !== 'string' || typeof type !== 'string') throw new Error(`${at}: arg_name and arg_type should be texts`);
    const typed = typeAt(type, at);
    const isUnknown = typeof unknown === 'string' && UNKNOWN.has(unknown);
    const partly = isUnknown && (typed.kind === 'optional' ? value === null : ['strides', 'list-types'].includes(unknown));
    return {
      name,
      type,
      keyword,
      value: isUnknown && !partly ? { kind: 'unknown' } : readValue(value, typed, tensor === undefined ? {} : objectAt(tensor, at), at),
      ...(isUnknown ? { unknown: unknown as TorchUnknown } : {}),
    };
  });
}

/** A type alone is what a schema with one argument has. */
function typeAt(text: string, where: string): SchemaType {
  try {
    const [argument] = parseSchema(`a::b(${text} c) -> ()`).arguments;
    if (argument !== undefined) return argument.type;
  } catch {
    // Said below, without the schema around it.
  }
  throw new Error(`${where}: ${JSON.stringify(text)} is not a type`);
}

function readValue(value: Json, type: SchemaType, beside: JsonObject, where: string): TorchValue {
  const wrong = (): never => {
    throw new Error(`${where}: ${jsonText(value)} is not a value of type ${typeText(type)}`);
  };
  if (type.kind === 'optional') return value === null ? { kind: 'none' } : readValue(value, type.of, beside, where);
  if (type.kind === 'list') {
    if (!isList(value)) return wrong();
    const item = type.of.kind === 'optional' ? type.of.of : type.of;
    const name = item.kind === 'named' ? item.name : '';
    if (name === 'Tensor') return { kind: 'tensors', tensors: value.map((each) => readTensor(each, isObject(each) ? each : {}, where)) };
    if (name === 'bool') return { kind: 'booleans', values: value.map((each) => (typeof each === 'boolean' ? each : wrong())) };
    if (name === 'str') return { kind: 'texts', values: value.map((each) => (typeof each === 'string' ? each : wrong())) };
    const kind = name === 'float' ? 'floats' : name === 'Scalar' ? 'numbers' : 'integers';
    return { kind, values: value.map((each) => numberText(each) ?? wrong()) };
  }
  if (type.name === 'Tensor') return value === null ? { kind: 'unknown' } : { kind: 'tensor', tensor: readTensor(value, beside, where) };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (type.name === 'Scalar' || type.name === 'float' || type.name === 'complex') {
    const text = numberText(value) ?? wrong();
    return { kind: typeof value === 'bigint' ? 'integer' : /j\)?$/.test(text) ? 'complex' : 'float', value: text };
  }
  if (typeof value === 'bigint') return { kind: 'integer', value: String(value) };
  return typeof value === 'string' ? { kind: 'text', value } : value === null ? { kind: 'unknown' } : wrong();
}

/** A number as PyTorch writes it. */
function numberText(value: Json): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return value === 'NaN' ? 'nan' : value;
  if (typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
  return Number.isInteger(value) && !String(value).includes('e') ? `${value}.` : String(value);
}

function readTensor(value: Json, beside: JsonObject, where: string): TorchTensor {
  const { shape, dtype = null, strides = null, init = null } = objectAt(value, where);
  const listed = (key: string, list: Json | undefined): number[] => {
    if (isList(list) && list.every((each) => typeof each === 'bigint')) return list.map(Number);
    throw new Error(`${where}: ${key} is not a list of whole numbers`);
  };
  const number = (key: string): number | undefined => (typeof beside[key] === 'bigint' ? Number(beside[key]) : undefined);
  const storageOffset = number('storage_offset');
  const storageElements = number('storage_elements');
  return {
    shape: listed('shape', shape),
    ...(typeof dtype === 'string' ? { dtype } : {}),
    ...(strides === null ? {} : { strides: listed('strides', strides) }),
    ...(storageOffset === undefined ? {} : { storageOffset }),
    ...(storageElements === undefined ? {} : { storageElements }),
    initialization: readInitialization(beside['init'] ?? init, number('least'), number('most'), where),
  };
}

function readInitialization(init: Json, least: number | undefined, most: number | undefined, where: string): TorchInitialization {
  if (init === null) return { by: 'nothing' };
  if (init === 'normal' || init === 'positive' || init === 'probabilities' || init === 'booleans') return { by: init };
  if (init === 'integers' && least !== undefined && most !== undefined) return { by: init, least, most };
  if (init === 'offsets' && most !== undefined) return { by: init, most };
  throw new Error(`${where}: ${jsonText(init)} is not a known initialization`);
}
