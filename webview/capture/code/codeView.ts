/** The code of a record, as the details draw it. */
import type { RecordDetails } from '../../../protocol/capture/capture';
import type { Model } from '../model';

export interface CodeView {
  disassembly(details: RecordDetails): HTMLElement;
  source(details: RecordDetails): HTMLElement;
  /** Everything is asked again when it is drawn. */
  forget(): void;
}

/** Records that call a kernel, or prepare an executable. */
export function hasCode({ summary }: Pick<Model, 'summary'>, { class: recordClass, record, last }: RecordDetails): boolean {
  return last === undefined && (recordClass === 'dispatch' || summary?.executables.some((one) => one.record === record) === true);
}
