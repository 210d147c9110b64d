/** Semantic tokens of a dump: what of a line is a number, a name, an operation. */
import { isJson } from './dumpLine';

/** LSP's own token types, so that every theme has a colour for them. */
export const TOKEN_TYPES = ['comment', 'keyword', 'function', 'type', 'property', 'number', 'string', 'variable', 'enumMember'] as const;

export type TokenType = (typeof TOKEN_TYPES)[number];

export interface Token {
  readonly start: number;
  readonly length: number;
  readonly type: TokenType;
}

const TEXT = [
  /(?<comment>^ {2}@\d+)|(?<variable>#\d+)|(?<string>"(?:[^"\\]|\\.)*")/,
  /(?<function>(?<=\bop=)[\w.]+(?:\(\d+\))?)|(?<type>(?<=\b(?:object|payload)=)\w+(?:\(\d+\))?)|(?<enumMember>(?<=\bstatus=)\w+)/,
  /(?<property>[a-z]\w*(?=[=:]))|(?<number>\b0x[\da-f]+\b|\b\d+\b)|(?<keyword>\b(?:session|operation|object|unsupported|blob|yes|no)\b)/,
];
const JSON_LINE = [
  /(?<function>(?<="operation":)"[^"]*")|(?<type>(?<="(?:object_type|payload_type)":)"[^"]*")|(?<enumMember>(?<="status":)"[^"]*")/,
  /(?<keyword>(?<="kind":)"[^"]*"|\b(?:true|false|null)\b)|(?<property>"[a-z_]+"(?=:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d+(?:\.\d+)?\b)/,
];

const joined = (parts: readonly RegExp[]): RegExp => new RegExp(parts.map(({ source }) => source).join('|'), 'g');
const TEXT_TOKENS = joined(TEXT);
const JSON_TOKENS = joined(JSON_LINE);

/** The tokens of one line, from left to right. */
export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, groups = {}, index } of line.matchAll(isJson(line) ? JSON_TOKENS : TEXT_TOKENS)) {
    const type = TOKEN_TYPES.find((one) => groups[one] !== undefined);
    if (type !== undefined) tokens.push({ start: index, length: text.length, type });
  }
  return tokens;
}
