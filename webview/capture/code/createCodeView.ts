/** The tabs Disassembly and Source: one for the page, so that what is chosen in one is marked in the other. */
import type { Context } from '../context';
import { createCodeState } from './codeState';
import type { CodeView } from './codeView';
import { createDisassemblyTab } from './disassemblyTab';
import { createSourceTab } from './sourceTab';

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
