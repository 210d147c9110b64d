/** The dispatches that a replay executes. */
import type { RunOptions } from '../../protocol/run';
import type { U64 } from '../../protocol/u64';
import { cancellable } from './addon';
import { loadAddon } from './load';

/** One execution of one dispatch, in order. */
export interface ListedDispatch {
  readonly record: number;
  readonly via?: number;
  readonly executable: U64;
  /** Empty in format 1.0. */
  readonly function: string;
  readonly substituted: boolean;
  /** Absent where it is read from a buffer. */
  readonly workgroupCount?: readonly [number, number, number];
  /** Of all bindings together. */
  readonly bytes: U64;
}

/** A function that is executed: its first dispatch, and how many there are. */
export interface DispatchedFunction extends ListedDispatch {
  readonly count: U64;
}

/** What a replay dispatches. */
export interface DispatchList {
  /** In order of execution: those that are meant, or all when nothing was selected. */
  readonly dispatches: readonly ListedDispatch[];
  /** How many more there are that are not looked at. */
  readonly leftOut: U64;
  /** Of all dispatches, in order of their first. */
  readonly functions: readonly DispatchedFunction[];
  /** The first selector that means nothing. */
  readonly unmatched?: string;
  /** Selectors may mean dispatches that are not looked at. */
  readonly cut: boolean;
  /** Functions of selected executables that the capture never dispatches. */
  readonly uncalled: readonly { readonly executable: U64; readonly function: string }[];
}

/** Dispatches that are looked at, the first. */
export const MOST_LISTED = 100_000;

/** Which dispatches: a record, "via/record", a pattern of names, or "executable:ID"; all where nothing is selected. */
export interface Selection {
  readonly selectors?: readonly string[] | undefined;
  readonly most?: number;
}

/**
 * The dispatches of what `options` replay. Of a command of a command buffer that is executed again and again, the first execution
 * stands for all, unless a selector names another.
 */
export async function listDispatches(
  options: RunOptions,
  signal?: AbortSignal,
  { selectors = [], most = MOST_LISTED }: Selection = {},
): Promise<DispatchList> {
  const addon = loadAddon();
  const json = await cancellable(addon, signal, (cancel) => addon.listDispatches(options.capture, options, selectors, most, cancel));
  return JSON.parse(json) as DispatchList;
}

/** Dispatches that selectors mean. */
export interface Chosen {
  /** Each once, in order of execution. */
  readonly dispatches: readonly ListedDispatch[];
  /** Sentences about what is selected, and not looked at or never dispatched. */
  readonly notes: readonly string[];
}

/** What the selectors of a list mean. Throws for one that means nothing. */
export function chosenDispatches({ dispatches, functions, leftOut, unmatched, cut, uncalled }: DispatchList, most = MOST_LISTED): Chosen {
  if (unmatched !== undefined) {
    const names = [...new Set(functions.map(({ function: name }) => name))];
    throw new Error(
      `no dispatch is ${unmatched}; there are: ${names.slice(0, 50).join(', ') || 'none'}${names.length > 50 ? ', and more' : ''}`,
    );
  }
  const never = uncalled.map(({ executable, function: name }) => `Function ${name} of executable ${executable} is never dispatched.`);
  const later =
    `${String(most)} dispatches are looked at, and ${leftOut} that come later are not: of a function that only these call, ` +
    'the first is taken.';
  return { dispatches, notes: [...never, ...(cut ? [later] : [])] };
}
