/** How something changed from A to B, as a mark and a word. */
import { html, type TemplateResult } from 'lit-html';
import type { GridCell } from '../widgets/gridRows';

export type Change = 'added' | 'removed' | 'changed';

const MARKS: Readonly<Record<Change, string>> = { added: '+', removed: '−', changed: '≠' };

export function changeCell(change: Change): GridCell {
  return {
    text: `${MARKS[change]} ${change}`,
    draw: (): TemplateResult => html`<span class="change ${change}">${MARKS[change]}</span> ${change}`,
  };
}
