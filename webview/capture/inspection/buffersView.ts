/** What is in the buffers of an operation, as the details draw it. */
import type { RecordDetails } from '../../../protocol/capture/capture';
import type { RunProgress } from '../../../protocol/replay/run';

export interface BuffersView {
  draw(details: RecordDetails): HTMLElement;
  /** The inspection that goes on is so far. */
  progressed(progress: RunProgress): void;
}

/** Operations of which ranges can be inspected. */
export function isInspectable({ class: recordClass, operation }: RecordDetails): boolean {
  return recordClass === 'dispatch' || (recordClass === 'transfer' && /\.(queue_)?(fill|update|copy|read|write)/.test(operation));
}
