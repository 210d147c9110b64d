/**
 * The language of operators' schemas: "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor". It is what PyTorch
 * prints of them (aten/src/ATen/native/README.md and torch/csrc/jit/frontend/function_schema_parser.cpp say what it means).
 */

/** An argument's type: a name with what it aliases, a list, or what may be None. */
export type SchemaType =
  | { readonly kind: 'named'; readonly name: string; readonly parameters: readonly SchemaType[]; readonly alias?: string }
  /** `size` is how many there are; a single one stands for that many. */
  | { readonly kind: 'list'; readonly of: SchemaType; readonly size?: number; readonly alias?: string }
  | { readonly kind: 'optional'; readonly of: SchemaType };

export interface SchemaArgument {
  readonly name: string;
  readonly type: SchemaType;
  /** Given by name alone. */
  readonly keyword: boolean;
  /** As the schema has it: "1", "None", "[0, 1]", "\"none\"". */
  readonly initial?: string;
}

export interface SchemaReturn {
  readonly name?: string;
  readonly type: SchemaType;
}

export interface Schema {
  /** "aten::add". */
  readonly name: string;
  /** "Tensor"; empty where there is none. */
  readonly overload: string;
  readonly arguments: readonly SchemaArgument[];
  readonly returns: readonly SchemaReturn[];
}

/** Names of operators begin with their namespace; an overload follows a point. */
const NAME = /[A-Za-z_]\w*(?:::\w+)+/y;
const OVERLOAD = /\.(\w+)/y;
const TYPE_NAME = /[A-Za-z_]\w*(?:\.\w+)*/y;
const WORD = /[A-Za-z_]\w*/y;
const SIZE = /\d*/y;
const ALIAS = /\((?:[a-z]|\*)(?:\|[a-z])*!?(?: -> (?:[a-z*](?:\|[a-z])*)!?)?\)/y;
const LITERAL = /[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?|True|False|None|"(?:[^"\\]|\\.)*"/y;

/** Names of types that are of other types. */
const PARAMETRIC: ReadonlySet<string> = new Set(['Dict', 'Future', 'RRef', 'Await']);

/** Reads a schema. Throws a sentence with the character at which it is none. */
export function parseSchema(text: string): Schema {
  let at = 0;

  const fail = (wanted: string): never => {
    const found = at < text.length ? JSON.stringify(text.slice(at, at + 20)) : 'the end';
    throw new Error(`no schema of an operator: character ${at + 1} of ${JSON.stringify(text)} should be ${wanted}, and is ${found}`);
  };
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at += found[0].length;
    return found;
  };
  const need = (pattern: RegExp, wanted: string): string => (match(pattern) ?? fail(wanted))[0];
  const takes = (word: string): boolean => {
    if (!text.startsWith(word, at)) return false;
    at += word.length;
    return true;
  };
  const needs = (word: string): void => {
    if (!takes(word)) fail(JSON.stringify(word));
  };
  /** What `one` reads, with commas between them, up to `end`. */
  function listUpTo<Item>(end: string, one: () => Item): readonly Item[] {
    const items: Item[] = [];
    if (takes(end)) return items;
    do items.push(one());
    while (takes(', '));
    needs(end);
    return items;
  }

  function type(): SchemaType {
    const name = need(TYPE_NAME, 'a type');
    const alias = match(ALIAS)?.[0];
    const parameters = PARAMETRIC.has(name) && takes('(') ? listUpTo(')', type) : [];
    let read: SchemaType = { kind: 'named', name, parameters, ...(alias === undefined ? {} : { alias }) };
    for (;;) {
      if (takes('?')) {
        read = { kind: 'optional', of: read };
      } else if (takes('[')) {
        const size = need(SIZE, 'a size');
        needs(']');
        const aliased = match(ALIAS)?.[0];
        read = {
          kind: 'list',
          of: read,
          ...(size === '' ? {} : { size: Number(size) }),
          ...(aliased === undefined ? {} : { alias: aliased }),
        };
      } else {
        return read;
      }
    }
  }

  function literal(): string {
    const begin = at;
    if (takes('[')) listUpTo(']', literal);
    else need(LITERAL, 'a value');
    return text.slice(begin, at);
  }

  let keyword = false;
  function argument(): readonly SchemaArgument[] {
    if (!keyword && takes('*')) {
      keyword = true;
      return [];
    }
    const of = type();
    needs(' ');
    const name = need(WORD, "an argument's name");
    return [{ name, type: of, keyword, ...(takes('=') ? { initial: literal() } : {}) }];
  }

  function returned(): SchemaReturn {
    const of = type();
    return takes(' ') ? { type: of, name: need(WORD, 'the name of what is returned') } : { type: of };
  }

  const name = need(NAME, 'the name of an operator with its namespace');
  const overload = match(OVERLOAD)?.[1] ?? '';
  needs('(');
  const args = listUpTo(')', argument).flat();
  needs(' -> ');
  const returns = takes('(') ? listUpTo(')', returned) : [returned()];
  if (at < text.length) fail('the end');
  return { name, overload, arguments: args, returns };
}

/** A type as the schema has it. */
export function typeText(type: SchemaType): string {
  if (type.kind === 'optional') return `${typeText(type.of)}?`;
  if (type.kind === 'list') return `${typeText(type.of)}[${type.size ?? ''}]${type.alias ?? ''}`;
  return `${type.name}${type.alias ?? ''}${type.parameters.length === 0 ? '' : `(${type.parameters.map(typeText).join(', ')})`}`;
}

/** A schema as PyTorch prints it: the inverse of `parseSchema`. */
export function schemaText({ name, overload, arguments: args, returns }: Schema): string {
  const texts = args.map((each) => `${typeText(each.type)} ${each.name}${each.initial === undefined ? '' : `=${each.initial}`}`);
  const keyword = args.findIndex((each) => each.keyword);
  if (keyword >= 0) texts.splice(keyword, 0, '*');
  const given = returns.map((each) => `${typeText(each.type)}${each.name === undefined ? '' : ` ${each.name}`}`);
  const [only] = given;
  return `${fullName({ name, overload })}(${texts.join(', ')}) -> ${given.length === 1 ? (only ?? '') : `(${given.join(', ')})`}`;
}

/** The name with the overload: "aten::add.Tensor". */
export const fullName = ({ name, overload }: Pick<Schema, 'name' | 'overload'>): string => (overload === '' ? name : `${name}.${overload}`);
