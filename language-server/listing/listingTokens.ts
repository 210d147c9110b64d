/** What of a listing's line is an address, a mnemonic, a register. */
import { INSTRUCTION, placeIn } from '../../protocol/words/listing';
import { tokenPattern, tokensIn, type Token } from '../sources/tokens';

const INSTRUCTION_TOKENS = tokenPattern([
  /(?<comment>^(?:[ \d.%]{15})? {2,}[\da-f]+ {2}[\da-f]+)/,
  /(?<function><[^>]*>)|(?<keyword>(?<=^(?:[ \d.%]{15})? {2,}[\da-f]+ {2}[\da-f]+ +)\S+(?: (?=[a-z]{2,}\b))?)/,
  /(?<number>\b0x[\da-f]+\b|\b\d+\b)|(?<type>\b(?:byte|[dqtxyz]?word|[xyz]mmword|ptr)\b)|(?<variable>\b[a-z][a-z\d]+\b)/,
]);

/** The tokens of one line, from left to right. */
export function listingTokens(line: string): readonly Token[] {
  if (INSTRUCTION.test(line)) return tokensIn(line, INSTRUCTION_TOKENS);
  return placeIn(line) === undefined ? [] : [{ start: line.search(/\S/), length: line.trim().length, type: 'string' }];
}
