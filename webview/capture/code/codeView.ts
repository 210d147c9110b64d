/** The tabs Disassembly and Source: one for the page, so that what is chosen in one is marked in the other. */
import type { RecordDetails } from '../../../protocol/capture';
import type { Context, Model } from '../model';
import { createCodeState } from './codeState';
import { createDisassemblyTab } from './disassemblyTab';
import { createSourceTab } from './sourceTab';

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

export function createCodeView(context: () => Context): CodeView {
  const state = createCodeState(context, () => context().redraw('details'));
  const disassembly = createDisassemblyTab(context, state);
  const source = createSourceTab(context, state);
  return {
    disassembly: ({ record }) => disassembly.draw(record),
    source: ({ record }) => source.draw(record),
    forget: () => state.forget(),
  };
}
