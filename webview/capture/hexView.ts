/** A record's bytes, as the details draw them. */
import type { TemplateResult } from 'lit-html';
import type { RecordDetails } from '../../protocol/capture/capture';

export interface HexView {
  /** All bytes, scrolling. */
  whole(details: RecordDetails): HTMLElement;
  /** The lines around the chosen field, or the first of the payload. */
  preview(details: RecordDetails): TemplateResult;
}
