/** The dispatches that a replay executes. */
import type { RunOptions } from '../../protocol/replay/run';
import type { U64 } from '../../protocol/base/u64';
import { cancellable } from './cancellable';
import { loadAddon } from './load';

/** One execution of one dispatch, in order. */
export interface ListedDispatch {
  readonly record: number;
  readonly via?: number;
  readonly executable: U64;
  /** Empty in format 1.0. */
  readonly function: string;
  readonly substituted: boolean;
  /** Absent when it is read from a buffer. */
  readonly workgroupCount?: readonly [number, number, number];
  /** Total of all bindings. */
  readonly bytes: U64;
}

/** A function that is executed: its first dispatch, and how many there are. */
export interface DispatchedFunction extends ListedDispatch {
  readonly count: U64;
}

/** What a replay dispatches. */
export interface DispatchList {
  /** In order of execution: those selected, or all when nothing was. */
  readonly dispatches: readonly ListedDispatch[];
  /** How many more there are that are not listed. */
  readonly leftOut: U64;
  /** Of all dispatches, in order of their first. */
  readonly functions: readonly DispatchedFunction[];
  /** The first selector that matches nothing. */
  readonly unmatched?: string;
  /** Selectors may match dispatches that are not listed. */
  readonly cut: boolean;
  /** Functions of selected executables that the capture never dispatches. */
  readonly uncalled: readonly { readonly executable: U64; readonly function: string }[];
}

/** The most dispatches that are listed. */
export const MOST_LISTED = 100_000;

/** Which dispatches: a record, "via/record", a pattern of names, or "executable:ID"; all when nothing is selected. */
export interface Selection {
  readonly selectors?: readonly string[] | undefined;
  readonly most?: number;
}

/**
 * The dispatches that `options` replay. For a command in a command buffer that is executed repeatedly, the first execution stands for all,
 * unless a selector names another.
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

/** The dispatches that selectors mean. */
export interface Chosen {
  /** Each once, in order of execution. */
  readonly dispatches: readonly ListedDispatch[];
  /** Sentences about what is selected but not listed, or never dispatched. */
  readonly notes: readonly string[];
}

/** What the selectors of a list mean. Throws for one that matches nothing. */
export function chosenDispatches({ dispatches, functions, leftOut, unmatched, cut, uncalled }: DispatchList, most = MOST_LISTED): Chosen {
  if (unmatched !== undefined) {
    const names = [...new Set(functions.map(({ function: name }) => name))];
    throw new Error(
      `no dispatch matches ${unmatched}; there are: ${names.slice(0, 50).join(', ') || 'none'}${names.length > 50 ? ', and more' : ''}`,
    );
  }
  const never = uncalled.map(({ executable, function: name }) => `Function ${name} of executable ${executable} is never dispatched.`);
  const later =
    `Only the first ${String(most)} dispatches are listed, and ${leftOut} later ones are not: of a function that only those call, ` +
    'the first is taken.';
  return { dispatches, notes: [...never, ...(cut ? [later] : [])] };
}
