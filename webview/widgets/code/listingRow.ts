/** A row of a listing: a line of the source, the head of a loop, an instruction, or a text as a program prints it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ListedLine, ListedLoop, ListingRow } from '../../../protocol/code/kernelCode';
import { rowLink } from './codeList';
import { fileName } from './fileName';
import { instructionCells } from './instructionCells';
import { loopGutter, loopHead, type LoopHeat } from './loopGutter';

export interface RowDrawing {
  readonly loops: readonly ListedLoop[];
  /** Of the row; undefined where none is known. */
  readonly line: ListedLine | undefined;
  /** Shows the line in its source. */
  readonly toSource: () => void;
  /** Goes to where a branch leads. */
  readonly jump: () => void;
  readonly heat?: LoopHeat;
  /** Before what a loop's head says, or before an instruction's address. */
  readonly shares?: TemplateResult;
}

export function listingRow(row: ListingRow, { loops, line, toSource, jump, heat, shares }: RowDrawing): TemplateResult {
  switch (row.kind) {
    case 'text':
      return html`<span class="codetext">${row.text}</span>`;
    case 'line': {
      const inlined = row.inlined === undefined ? nothing : html`<span class="dim">inlined: ${row.inlined}</span>`;
      const place =
        line === undefined
          ? html`<span class="dim">no line</span>`
          : rowLink(`${fileName(line.path)}:${String(line.line)}`, line.path, toSource);
      return html`${loopGutter(loops, row, heat)}<span class="lineof">${place} ${inlined}</span>`;
    }
    case 'loop':
      return html`${loopGutter(loops, row, heat)}<span class="loophead">${shares ?? nothing}${loopHead(loops, row)}</span>`;
    case 'instruction':
      return instructionCells(row, { loops, jump, ...(heat === undefined ? {} : { heat }), ...(shares === undefined ? {} : { shares }) });
  }
}
