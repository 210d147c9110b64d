/** An option of a job: a schema of its value that knows the flag which says it on a command line. */
import * as v from 'valibot';

/** How a command line says a value. Of a list it is about each item: the flag is repeated. */
export interface Flag<Value> {
  /** Without the dashes. */
  readonly flag: string;
  /** What help shows after the =. A flag without one is a switch: its value is true or false. */
  readonly placeholder?: string;
  /** For --help and the JSON Schema. */
  readonly description: string;
  /** The value of a text, where that is more than the text or its number. What the schema then refuses is a wrong text. */
  readonly parse?: (text: string) => unknown;
  /** The text of a value: what `parse` takes back. */
  readonly print?: (value: Value) => string;
  /** Why a text is wrong, in a sentence, where the schema's bounds do not say it well. */
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

/** An object whose entries are options, or objects of more of them. */
export type Options = v.ObjectSchema<v.ObjectEntries, undefined>;

/** What the schema takes; nothing of it is changed once it is made. */
export type OptionsOf<Schema extends v.GenericSchema> = Immutable<v.InferInput<Schema>>;

/** The same once it is checked: what was left out is as it is by default. What work is told. */
export type ToldOf<Schema extends v.GenericSchema> = Immutable<v.InferOutput<Schema>>;

/** What the schema describes. */
export type ResultOf<Schema extends v.GenericSchema> = Immutable<v.InferOutput<Schema>>;

export type Immutable<Value> = Value extends ArrayBufferView
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;

/** A flag and the place that its value has in the options. */
export interface PlacedFlag extends Flag<unknown> {
  readonly path: readonly string[];
  /** Of the value. */
  readonly value: v.GenericSchema;
  /** Of what the flag says once: the value, or an item of the list. */
  readonly item: v.GenericSchema;
  readonly kind: 'switch' | 'one' | 'many' | 'group';
  /** The value without the flag; undefined where there is none then. */
  readonly initial: unknown;
  readonly required: boolean;
}

const isObject = (schema: v.GenericSchema): schema is Options => schema.type === 'object';
const isList = (schema: v.GenericSchema): schema is v.GenericSchema & { readonly item: v.GenericSchema } => schema.type === 'array';
const isOptional = (schema: v.GenericSchema): schema is v.ExactOptionalSchema<v.GenericSchema, unknown> => schema.type === 'exact_optional';

/** The flag of a schema that `option` made. */
function flagOf(schema: v.GenericSchema): Flag<unknown> | undefined {
  const [, last] = 'pipe' in schema ? (schema.pipe as readonly { readonly type: string; readonly metadata?: Flag<unknown> }[]) : [];
  return last?.type === 'metadata' ? last.metadata : undefined;
}

/** Every flag of the options, in their order. */
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
