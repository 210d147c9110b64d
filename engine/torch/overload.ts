/**
 * Which overload of an operator a trace's call is of. Traces have no overloads, but every argument of the schema, in its order, defaults and
 * arguments by name among them. So:
 * 1. The schema has as many arguments as the call.
 * 2. Each recorded input fits the type of its argument: as that type is always recorded, or, less well, as it might be (an integer for a
 *    float, one number for a list, a tensor that the profiler cannot describe).
 * 3. Of the schemas that fit, those with the fewest inputs that fit less well.
 * 4. Of the newest version of PyTorch that has any; an older version's schemas are asked only where none fits.
 * Several that are left are one choice where their arguments have the same names and types. Else the call is ambiguous between them, and the first
 * that is given no tensor to write its result to is the likeliest.
 */
import type { RecordedInput, RecordedNumber } from './recordedInput';
import { fullName, type Schema, type SchemaType } from './schemaLanguage';
import type { VersionSchemas } from './schemaTable';

export interface ChosenOverload {
  readonly schema: Schema;
  readonly pytorch: string;
  /** Further ones that fit as well and mean something else. */
  readonly ambiguous: readonly string[];
}

/** Chooses among an operator's overloads. Undefined where none takes these inputs. */
export function chooseOverload(versions: readonly VersionSchemas[], inputs: readonly RecordedInput[]): ChosenOverload | undefined {
  for (const { pytorch, schemas } of versions) {
    const fitting = schemas.flatMap((schema) => {
      const doubts = doubtsOf(schema, inputs);
      return doubts === undefined ? [] : [{ schema, doubts }];
    });
    const fewest = Math.min(...fitting.map(({ doubts }) => doubts));
    const best = fitting.filter(({ doubts }) => doubts === fewest).map((each) => each.schema);
    const [schema, ...rest] = [...best.filter((each) => !givesResult(each)), ...best.filter(givesResult)];
    if (schema === undefined) continue;
    const ambiguous = rest.filter((other) => meaningOf(other) !== meaningOf(schema)).map(fullName);
    return { schema, pytorch, ambiguous };
  }
  return undefined;
}

/** How many of the inputs fit less well; undefined where one does not fit. */
function doubtsOf(schema: Schema, inputs: readonly RecordedInput[]): number | undefined {
  if (schema.arguments.length !== inputs.length) return undefined;
  const fits = schema.arguments.map(({ type }, index) => fitOf(type, inputs[index] ?? { kind: 'nothing' }));
  return fits.includes('not') ? undefined : fits.filter((fit) => fit === 'perhaps').length;
}

/** Whether its result is written to an argument: "out" and its like. */
const givesResult = ({ arguments: args }: Schema): boolean => args.some(({ type, keyword }) => keyword && isWritten(type));

/** Whether the operator writes it: "Tensor(a!)". */
export function isWritten(type: SchemaType): boolean {
  if (type.kind === 'optional') return isWritten(type.of);
  return (type.alias?.includes('!') ?? false) || (type.kind === 'list' && isWritten(type.of));
}

const meaningOf = ({ arguments: args }: Schema): string => args.map(({ name, type }) => `${bare(type)} ${name}`).join();

/** A type without what it aliases; a symbolic integer is an integer. */
export function bare(type: SchemaType): string {
  if (type.kind === 'optional') return `${bare(type.of)}?`;
  if (type.kind === 'list') return `${bare(type.of)}[${type.size ?? ''}]`;
  return type.name === 'SymInt' ? 'int' : type.name;
}

type Fit = 'well' | 'perhaps' | 'not';

const NUMBER_TYPES: ReadonlySet<string> = new Set(['Scalar', 'int', 'float', 'bool', 'complex', 'SymInt', 'SymFloat', 'SymBool']);

/** Types whose values are recorded as integers: c10's enumerations. */
const ENUMERATIONS: ReadonlySet<string> = new Set(['ScalarType', 'Layout', 'MemoryFormat', 'QScheme']);

function fitOf(type: SchemaType, input: RecordedInput): Fit {
  if (type.kind === 'optional') return input.kind === 'nothing' ? 'well' : fitOf(type.of, input);
  if (type.kind === 'list') return listFit(type, input);
  if (type.name === 'Tensor') return input.kind === 'tensor' ? 'well' : input.kind === 'nothing' ? 'perhaps' : 'not';
  if (NUMBER_TYPES.has(type.name) || ENUMERATIONS.has(type.name)) {
    if (input.kind !== 'number') return 'not';
    return input.number === undefined ? 'perhaps' : numberFit(type.name, input.number);
  }
  // Texts, devices, generators and objects are recorded like None.
  return input.kind === 'nothing' ? 'well' : 'not';
}

function numberFit(name: string, { type }: RecordedNumber): Fit {
  // A boolean is rather a flag's.
  if (name === 'Scalar') return type === 'boolean' ? 'perhaps' : 'well';
  if (name === 'bool' || name === 'SymBool') return type === 'boolean' ? 'well' : 'not';
  if (name === 'float' || name === 'SymFloat') return type === 'float' ? 'well' : type === 'integer' ? 'perhaps' : 'not';
  if (name === 'complex') return type === 'complex' ? 'well' : type === 'boolean' ? 'not' : 'perhaps';
  return type === 'integer' ? 'well' : 'not';
}

function listFit({ of, size }: SchemaType & { readonly kind: 'list' }, input: RecordedInput): Fit {
  const item = of.kind === 'named' ? of.name : '';
  // An empty list is recorded as one of numbers, whatever it is of.
  if (input.kind === 'numbers' && input.numbers?.length === 0) return NUMBER_TYPES.has(item) ? 'well' : 'perhaps';
  if (input.kind === 'list') return 'perhaps';
  if (item === 'Tensor') return input.kind === 'tensors' ? 'well' : 'not';
  if (!NUMBER_TYPES.has(item)) return input.kind === 'nothing' ? 'well' : input.kind === 'tensors' ? 'perhaps' : 'not';
  if (input.kind === 'number')
    return size !== undefined && (input.number === undefined || numberFit(item, input.number) !== 'not') ? 'perhaps' : 'not';
  // More than 30 numbers are recorded as nothing.
  if (input.kind === 'nothing') return size === undefined ? 'perhaps' : 'not';
  if (input.kind !== 'numbers') return 'not';
  const fits = input.numbers?.map((number) => numberFit(item, number)) ?? ['perhaps'];
  return fits.includes('not') ? 'not' : fits.includes('perhaps') ? 'perhaps' : 'well';
}
