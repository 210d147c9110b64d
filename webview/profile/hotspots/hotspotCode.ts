/** The machine code of hotspots, as their tab draws it. */
import type { TemplateResult } from 'lit-html';
import type { Hotspots } from '../../../protocol/code/hotspots';

export interface HotspotCode {
  /** Of the function of a kernel that what is marked in the table is in, or of the hottest kernel. */
  draw(hotspots: Hotspots): HTMLElement | TemplateResult;
  /** The keyboard goes to the listing when it is drawn next. */
  takeKeyboard(): void;
  /** Another document. */
  forget(): void;
}
