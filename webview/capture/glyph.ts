/** The mark of a record's class. Each class has its own shape, so that colour is never the only sign. */
import { html, svg, type TemplateResult } from 'lit-html';
import type { RecordClass } from '../../protocol/capture/recordRows';

const SHAPES: Record<RecordClass, TemplateResult> = {
  dispatch: svg`<rect x="1" y="1" width="4" height="4"/><rect x="7" y="1" width="4" height="4"/><rect x="1" y="7" width="4" height="4"/><rect x="7" y="7" width="4" height="4"/>`,
  transfer: svg`<path d="M1 6h8M6.500 3l3 3-3 3" class="st"/>`,
  memory: svg`<rect x="1.500" y="3" width="9" height="6" class="st"/><rect x="2" y="3.500" width="4" height="5"/>`,
  execute: svg`<path d="M2.500 1.500l7.500 4.500-7.500 4.500z"/>`,
  sync: svg`<path d="M4 1.500v9M8 1.500v9" class="st"/>`,
  create: svg`<circle cx="6" cy="6" r="3.200" class="st"/>`,
  host: svg`<circle cx="6" cy="3.500" r="2" class="st"/><path d="M2 10.500c.5-4 7.500-4 8 0" class="st"/>`,
  scope: svg`<path d="M5 1.500H2.500v9H5M7 1.500h2.500v9H7" class="st"/>`,
  object: svg`<path d="M6 1.500l4.500 4.500L6 10.500 1.500 6z" class="st"/>`,
  unsupported: svg`<path d="M2 2l8 8M10 2l-8 8" class="st"/>`,
  other: svg`<circle cx="6" cy="6" r="1.500"/>`,
};

export function glyph(recordClass: RecordClass): TemplateResult {
  return html`<svg class="gl gl-${recordClass}" viewBox="0 0 12 12" aria-hidden="true">${SHAPES[recordClass]}</svg>`;
}
