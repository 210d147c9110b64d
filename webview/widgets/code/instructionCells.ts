/** An instruction of a listing: its place in loops, its address, what it is and how wide it computes, and its text. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ListedLoop, ListingRow } from '../../../protocol/code/kernelCode';
import { counted } from '../numbers';
import { rowLink } from './codeList';
import { loopGutter, loopWords, type LoopHeat } from './loopGutter';

type Instruction = Extract<ListingRow, { kind: 'instruction' }>;

export interface InstructionDrawing {
  readonly loops: readonly ListedLoop[];
  /** Goes to where a branch leads. */
  readonly jump: () => void;
  readonly heat?: LoopHeat;
  /** Before the address. */
  readonly shares?: TemplateResult;
}

export function instructionCells(row: Instruction, { loops, jump, heat, shares }: InstructionDrawing): TemplateResult {
  const { address, mnemonic, operands, symbol, target, group } = row;
  return html`${loopGutter(loops, row, heat)}${shares ?? nothing}<span class="address">${address}</span>
    <span class="group" data-group=${group} title=${[group, widthWords(row)].filter((one) => one !== undefined).join(', ')}>${group}</span>
    ${width(row)}
    <span class="mnemonic">${mnemonic}</span>
    <span class="operands">${target === undefined ? numbers(operands) : rowLink(operands, 'Go to it (J)', jump)}</span>
    ${symbol === undefined ? nothing : html`<span class="symbol">; ${symbol}</span>`}${loopWords(loops, row)}`;
}

/** "vectors of 512 bits: 16 elements"; undefined where no vector register takes part. */
function widthWords({ vectorBits, lanes }: Instruction): string | undefined {
  if (vectorBits === undefined || lanes === undefined) return undefined;
  const bits = counted(vectorBits, 'bit');
  return lanes === 1 ? `one element of ${bits}` : `a vector of ${bits}: ${counted(lanes, 'element')}`;
}

function width(row: Instruction): TemplateResult {
  const { vectorBits, lanes } = row;
  if (vectorBits === undefined || lanes === undefined) return html`<span class="bits"></span>`;
  return html`<span class="bits" title=${widthWords(row) ?? nothing}>${lanes === 1 ? 'scalar' : vectorBits}</span>`;
}

/** Operands with their numbers told apart. */
function numbers(operands: string): readonly (string | TemplateResult)[] {
  return operands.split(/(\b0x[\da-f]+\b)/).map((part, i) => (i % 2 === 1 ? html`<span class="j-number">${part}</span>` : part));
}
