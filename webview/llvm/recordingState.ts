/** How the user left the page of a recording. */
import { isRecord } from '../../protocol/base/isRecord';
import { BIT_FOR_BIT, comparedAs, type ComparedAs } from './comparedAs';
import { isElement, type Element } from './elements';
import type { Side } from './memoryView';

export const TABS = ['memory', 'changes', 'globals', 'code'] as const;
export type Tab = (typeof TABS)[number];

export interface RecordingState {
  readonly tab: Tab;
  readonly element: Element;
  readonly side: Side;
  /** Of memory: pixels from the top. */
  readonly top: number;
  /** Key of the function that is shown; undefined of the first. */
  readonly code: string | undefined;
  /** Key of the argument that is chosen. */
  readonly argument: string | undefined;
  readonly compared: ComparedAs;
}

export const FIRST_STATE: RecordingState = {
  tab: 'memory',
  element: 'hex',
  side: 'both',
  top: 0,
  code: undefined,
  argument: undefined,
  compared: BIT_FOR_BIT,
};

/** What had been kept, as far as it is that. */
export function stateOf(kept: unknown): RecordingState {
  if (!isRecord(kept)) return FIRST_STATE;
  const { tab, element, side, top, code, argument, compared } = kept;
  return {
    tab: TABS.find((one) => one === tab) ?? FIRST_STATE.tab,
    element: isElement(element) ? element : FIRST_STATE.element,
    side: side === 'before' || side === 'after' ? side : 'both',
    top: typeof top === 'number' && Number.isFinite(top) && top > 0 ? top : 0,
    code: typeof code === 'string' ? code : undefined,
    argument: typeof argument === 'string' ? argument : undefined,
    compared: comparedAs(compared),
  };
}
