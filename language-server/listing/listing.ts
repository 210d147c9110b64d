/** Machine code as `ireereplay source --disassembly` prints it: instructions under the line of the source that they come from. */
import { tokenPattern, tokensIn, type Token } from '../sources/tokens';

/** Of an instruction: its address, its bytes, its mnemonic, and what follows. */
const INSTRUCTION = /^ {2,}[\da-f]+ {2}[\da-f]+ /;
const INSTRUCTION_TOKENS = tokenPattern([
  /(?<comment>^ {2,}[\da-f]+ {2}[\da-f]+)/,
  /(?<function><[^>]*>)|(?<keyword>(?<=^ {2,}[\da-f]+ {2}[\da-f]+ +)\S+(?: (?=[a-z]{2,}\b))?)/,
  /(?<number>\b0x[\da-f]+\b|\b\d+\b)|(?<type>\b(?:byte|[dqtxyz]?word|[xyz]mmword|ptr)\b)|(?<variable>\b[a-z][a-z\d]+\b)/,
]);

/** A line of a source, as the compiler named it. */
export interface ListedPlace {
  readonly path: string;
  readonly line: number;
}

/** What stands in a line of its own, or behind the function that the listing is of; undefined in a line without one. */
export function placeIn(line: string): ListedPlace | undefined {
  if (INSTRUCTION.test(line)) return undefined;
  const [, path, number] = /^\s*(?:[\w.]+: )?([^\s:][^:]*):(\d+)(?=\s|$)/.exec(line) ?? [];
  return path === undefined || number === undefined ? undefined : { path, line: Number(number) };
}

/** The tokens of one line, from left to right. */
export function listingTokens(line: string): readonly Token[] {
  if (INSTRUCTION.test(line)) return tokensIn(line, INSTRUCTION_TOKENS);
  return placeIn(line) === undefined ? [] : [{ start: line.search(/\S/), length: line.trim().length, type: 'string' }];
}
