/** Where the kernels of a capture come from. */
import type { ExecutableCode, FunctionCode } from '../../protocol/code';
import type { U64 } from '../../protocol/u64';
import { openCapture } from '../addon/capture';

export interface SourceOptions {
  readonly capture: string;
  readonly executable?: U64;
  /** A function's name, or an export's ordinal. */
  readonly function?: string;
  readonly disassembly: boolean;
}

/** What is told of an executable. */
export interface ExecutableSources {
  readonly id: U64;
  /** The record that prepared it. */
  readonly record: number;
  readonly format: string;
  /** Absent where it could not be read: `problem` says why. */
  readonly code?: ExecutableCode;
  readonly problem?: string;
  readonly listings: readonly FunctionCode[];
}

/** A number is an ordinal: no function is called like one. */
const choiceOf = (text: string): number | string => (/^\d{1,9}$/.test(text) ? Number(text) : text);

/**
 * Reads the capture, and executes nothing. Rejects when it has no executable or function that is asked for; an executable that cannot be read
 * has a problem instead, unless it is the one that is asked for.
 */
export async function source(options: SourceOptions, signal: AbortSignal): Promise<readonly ExecutableSources[]> {
  const capture = await openCapture(options.capture);
  try {
    await capture.index(undefined, signal);
    const { executables } = await capture.summary();
    const wanted = options.executable === undefined ? executables : executables.filter(({ id }) => id === options.executable);
    if (wanted.length === 0 && options.executable !== undefined) {
      const ids = executables.map(({ id }) => id).join(', ');
      throw new Error(
        `the capture prepares no executable ${options.executable}; ${ids === '' ? 'it prepares none' : `it prepares ${ids}`}`,
      );
    }
    const found: ExecutableSources[] = [];
    for (const { id, record, format } of wanted) {
      try {
        const code = await capture.code.executable(id, signal);
        const choices = chosen(code, options);
        const listings: FunctionCode[] = [];
        for (const choice of choices) listings.push(await capture.code.function(id, choice, signal));
        found.push({ id, record, format, code, listings });
      } catch (error) {
        signal.throwIfAborted();
        if (options.executable !== undefined) throw error;
        found.push({ id, record, format, problem: error instanceof Error ? error.message : String(error), listings: [] });
      }
    }
    if (options.function !== undefined && found.every(({ listings }) => listings.length === 0)) {
      const names = found.flatMap(({ code }) => code?.functions.map(({ name }) => name) ?? []);
      throw new Error(
        `no executable has a function ${options.function}; there are: ${names.slice(0, 50).join(', ') || 'none'}${names.length > 50 ? ', and more' : ''}`,
      );
    }
    return found;
  } finally {
    capture.close();
  }
}

/** The functions of an executable to list. */
function chosen({ kind, functions }: ExecutableCode, options: SourceOptions): readonly (number | string)[] {
  if (options.function !== undefined) {
    const choice = choiceOf(options.function);
    return functions.some(({ name, ordinal }) => (typeof choice === 'number' ? ordinal === choice : name === choice)) ? [choice] : [];
  }
  return options.disassembly && kind === 'cpu' ? functions.flatMap(({ ordinal }) => (ordinal === undefined ? [] : [ordinal])) : [];
}
