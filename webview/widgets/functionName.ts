/** A function's name where there may be little room: cut in the middle, without what all names share, whole when it is copied. */
import { html, type TemplateResult } from 'lit-html';
import { markedPieces } from './markedPieces';
import { namePieces, type NamePiece, type ShortNames } from './shortNames';

export function functionName(names: ShortNames, name: string, needles: readonly string[] = []): TemplateResult {
  const marked = needles.length === 0 ? [name] : markedPieces(name, needles);
  return html`<span class="fname">${namePieces(name, names.hidden(name), marked).map((one, i) => piece(one, i))}</span>`;
}

function piece({ kind, text }: NamePiece, at: number): TemplateResult {
  switch (kind) {
    case 'found':
      return html`<mark>${text}</mark>`;
    case 'hidden':
      return html`<span class=${at === 0 ? 'shared' : 'shared gap'}><i>${text}</i></span>`;
    case 'gives way':
      return html`<span class="gives">${text}</span>`;
    case 'end':
      return html`<span class="end">${text}</span>`;
  }
}
