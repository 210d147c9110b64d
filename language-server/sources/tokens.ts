/** Semantic tokens: what of a line is a number, a name, an operation. */

/** LSP's own token types, so that every theme has a colour for them. */
export const TOKEN_TYPES = ['comment', 'keyword', 'function', 'type', 'property', 'number', 'string', 'variable', 'enumMember'] as const;

export type TokenType = (typeof TOKEN_TYPES)[number];

export interface Token {
  readonly start: number;
  readonly length: number;
  readonly type: TokenType;
}

/** One expression of several, whose named groups are token types. */
export const tokenPattern = (parts: readonly RegExp[]): RegExp => new RegExp(parts.map(({ source }) => source).join('|'), 'g');

/** What a pattern finds in a line, from left to right. */
export function tokensIn(line: string, pattern: RegExp): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, groups = {}, index } of line.matchAll(pattern)) {
    const type = TOKEN_TYPES.find((one) => groups[one] !== undefined);
    if (type !== undefined) tokens.push({ start: index, length: text.length, type });
  }
  return tokens;
}

/** Tokens of the lines, which begin with line `first` of the document, as LSP packs them: five numbers each, places from the token before. */
export function packedTokens(lines: readonly string[], first: number, tokensOf: (line: string) => readonly Token[]): number[] {
  const data: number[] = [];
  let [lastLine, lastStart] = [0, 0];
  lines.forEach((text, i) => {
    const line = first + i;
    for (const { start, length, type } of tokensOf(text)) {
      data.push(line - lastLine, line === lastLine ? start - lastStart : start, length, TOKEN_TYPES.indexOf(type), 0);
      [lastLine, lastStart] = [line, start];
    }
  });
  return data;
}
