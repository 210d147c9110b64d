/** What of a run's executables is not what it was in a run before. */
export type { ExecutableContent } from '../jobs/contents';

/**
 * Of a function:
 * - same: its executable is the same to the byte
 * - changed: its machine code is another
 * - own-code-same: its machine code is the same, but not its executable: constants and functions that it refers to may be others
 * - unknown: its executable changed, and where its code ends is not known
 * - new: its executable had no function of this name
 * - ambiguous: its executable or its own name had several candidates in the run before
 */
export type FunctionChange = 'same' | 'changed' | 'own-code-same' | 'unknown' | 'new' | 'ambiguous';

export interface ChangedFunction {
  /** "function N" without one. */
  readonly name: string;
  readonly change: FunctionChange;
}

export interface ExecutableChange {
  readonly id: string;
  readonly name: string;
  /** ambiguous: the run before had several that it could have been, none of them the same to the byte. */
  readonly change: 'same' | 'changed' | 'new' | 'ambiguous';
  /** What it was compared with, and by what that was found: the ids of one capture; contents, names and functions of two. */
  readonly before?: { readonly id: string; readonly by: 'id' | 'content' | 'name and functions' | 'name' };
  /** By ordinal. */
  readonly functions: readonly ChangedFunction[];
  /** Names of functions that it had before. */
  readonly goneFunctions: readonly string[];
}

export interface ContentChanges {
  /** When the run before began, ISO 8601. */
  readonly date: string;
  /** Whether both replayed the same capture, to the byte; if not, executables are found by their contents and names. */
  readonly sameCapture: boolean;
  readonly executables: readonly ExecutableChange[];
  /** Executables that only the run before had. */
  readonly gone: readonly { readonly id: string; readonly name: string }[];
}

/** Of the function of a part of a breakdown; undefined where nothing was compared. */
export const changeOfFunction = (
  changes: ContentChanges | undefined,
  { executable, ordinal }: { readonly executable?: string; readonly ordinal?: number },
): FunctionChange | undefined =>
  ordinal === undefined ? undefined : changes?.executables.find(({ id }) => id === executable)?.functions[ordinal]?.change;
