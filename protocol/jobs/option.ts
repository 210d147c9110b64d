/** An option of a job: a schema of its value with its flag on a command line. */
import * as v from 'valibot';

/** How a command line gives a value. For a list it concerns each item: the flag is repeated. */
export interface Flag<Value> {
  /** Without the dashes. */
  readonly flag: string;
  /** One letter that stands for it after one dash. */
  readonly short?: string;
  /** What help shows after the =. A flag without one is a switch: its value is true or false. */
  readonly placeholder?: string;
  /** Of a list: a flag may give several items, with commas between them. */
  readonly separated?: boolean;
  /** For --help and the JSON Schema. */
  readonly description: string;
  /** The value of a text, if that is more than the text or its number. A text whose value the schema refuses is wrong. */
  readonly parse?: (text: string) => unknown;
  /** The text of a value: the inverse of `parse`. */
  readonly print?: (value: Value) => string;
  /** A sentence saying why a text is wrong, if the schema's bounds do not say it well. */
  readonly wrong?: (text: string) => string;
}

type Item<Value> = Value extends readonly (infer One)[] ? One : Value;

/** The schema, with its flag. */
export function option<Schema extends v.GenericSchema>(
  schema: Schema,
  flag: Flag<Item<v.InferOutput<Schema>>>,
): v.SchemaWithPipe<readonly [Schema, v.MetadataAction<v.InferOutput<Schema>, Readonly<Record<string, unknown>>>]> {
  return v.pipe(schema, v.metadata({ ...flag }));
}

/** An object whose entries are options, or objects of more options. */
export type Options = v.ObjectSchema<v.ObjectEntries, undefined>;

/** What the schema accepts, made immutable. */
export type OptionsOf<Schema extends v.GenericSchema> = Immutable<v.InferInput<Schema>>;

/** The same after checking, with defaults filled in. What work is told. */
export type ToldOf<Schema extends v.GenericSchema> = Immutable<v.InferOutput<Schema>>;

/** What the schema describes. */
export type ResultOf<Schema extends v.GenericSchema> = Immutable<v.InferOutput<Schema>>;

export type Immutable<Value> = Value extends ArrayBufferView
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;

/** A flag, and where its value goes in the options. */
export interface PlacedFlag extends Flag<unknown> {
  readonly path: readonly string[];
  /** The value's schema. */
  readonly value: v.GenericSchema;
  /** The schema of what one flag says: the value, or an item of the list. */
  readonly item: v.GenericSchema;
  readonly kind: 'switch' | 'one' | 'many' | 'group';
  /** The value without the flag, if any. */
  readonly initial: unknown;
  readonly required: boolean;
}

const isObject = (schema: v.GenericSchema): schema is Options => schema.type === 'object';
const isList = (schema: v.GenericSchema): schema is v.GenericSchema & { readonly item: v.GenericSchema } => schema.type === 'array';
const isOptional = (schema: v.GenericSchema): schema is v.ExactOptionalSchema<v.GenericSchema, unknown> => schema.type === 'exact_optional';

/** The flag of a schema made by `option`. */
function flagOf(schema: v.GenericSchema): Flag<unknown> | undefined {
  const [, last] = 'pipe' in schema ? (schema.pipe as readonly { readonly type: string; readonly metadata?: Flag<unknown> }[]) : [];
  return last?.type === 'metadata' ? last.metadata : undefined;
}

/** Every flag of the options, in order. */
export function flagsOf(options: Options, path: readonly string[] = []): readonly PlacedFlag[] {
  return Object.entries(options.entries as Readonly<Record<string, v.GenericSchema>>).flatMap(([key, entry]) => {
    const schema = isOptional(entry) ? entry.wrapped : entry;
    const at = [...path, key];
    const metadata = flagOf(schema);
    const nested = isObject(schema) ? flagsOf(schema, at) : [];
    if (metadata === undefined) return nested;
    const own: PlacedFlag = {
      ...metadata,
      path: at,
      value: schema,
      item: isList(schema) ? schema.item : schema,
      kind: isObject(schema) ? 'group' : isList(schema) ? 'many' : metadata.placeholder === undefined ? 'switch' : 'one',
      initial: isOptional(entry) ? v.getDefault(entry) : undefined,
      required: !isOptional(entry),
    };
    return [own, ...nested];
  });
}
