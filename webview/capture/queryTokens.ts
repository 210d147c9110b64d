/** The query as it is drawn while one types, and what of it is marked in the rows. Its meaning is the native core's. */

export type QueryField = 'op' | 'fn' | 'obj' | 'bytes' | 'status' | 'scope' | 'class' | 'rec' | 'record';

const FIELDS: ReadonlySet<string> = new Set<QueryField>(['op', 'fn', 'obj', 'bytes', 'status', 'scope', 'class', 'rec', 'record']);

/** A stretch of the query; together they are the whole text, blanks included. */
export interface QueryToken {
  readonly kind: 'blank' | 'field' | 'value' | 'text';
  readonly text: string;
}

/** Cuts the query into tokens. Words with an unknown field are text: the colour tells that the field is not known. */
export function queryTokens(query: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  for (const [part] of query.matchAll(/\s+|(?:"[^"]*"?|[^\s"])+/g)) {
    if (/^\s/.test(part)) {
      tokens.push({ kind: 'blank', text: part });
      continue;
    }
    const field = /^([!-]?)([a-z]+):/.exec(part);
    if (field?.[2] !== undefined && FIELDS.has(field[2])) {
      tokens.push({ kind: 'field', text: field[0] });
      if (part.length > field[0].length) tokens.push({ kind: 'value', text: part.slice(field[0].length) });
    } else {
      tokens.push({ kind: 'text', text: part });
    }
  }
  return tokens;
}

/** Literal pieces that the query looks for in the operation and in the function or object, lower case. */
export interface Needles {
  readonly operation: readonly string[];
  readonly target: readonly string[];
}

function literals(pattern: string): string[] {
  if (/^[!<>=-]/.test(pattern)) return [];
  return pattern
    .replaceAll('"', '')
    .toLowerCase()
    .split(/[*?]+/)
    .filter((piece) => piece.length > 1);
}

export function needles(query: string): Needles {
  const operation: string[] = [];
  const target: string[] = [];
  let field = '';
  for (const { kind, text } of queryTokens(query)) {
    if (kind === 'field') field = text;
    else if (kind === 'value' && field === 'op:') operation.push(...literals(text));
    else if (kind === 'value' && field === 'fn:') target.push(...literals(text));
    else if (kind === 'text') {
      operation.push(...literals(text));
      target.push(...literals(text));
    }
  }
  return { operation, target };
}
