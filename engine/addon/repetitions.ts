/** Copies of captures in which one dispatch is executed again and again, by the addon. Executes nothing. */
import type { Execution } from '../../protocol/replay/inspection';
import type { U64 } from '../../protocol/base/u64';
import type { BufferRange } from './bufferRange';
import { cancellable } from './cancellable';
import { loadAddon } from './load';

/** A file as the capture's devices take it. */
export interface FittedCandidate {
  readonly path: string;
  readonly format: string;
}

export interface Repetition {
  /** Which of the executables. */
  readonly executable: number;
  /** 32 bits that `overwritten` is filled with before it. */
  readonly pattern: number;
  /** All that is bound is written to the file behind it. */
  readonly tapped: boolean;
}

/** A dispatch, and what is done at its place, as native/core/composing/repetitions.h says it. */
export interface RepeatedDispatch extends Pick<Execution, 'record' | 'via'> {
  /** Prepared in this order, of the captured bytes where there is no file. */
  readonly executables: readonly Partial<FittedCandidate>[];
  readonly repetitions: readonly Repetition[];
  /** Within what is bound, from a multiple of four to another. */
  readonly overwritten: readonly BufferRange[];
  /**
   * Of a file that is long enough when the copy is replayed: it gets what is bound before the first, and behind each that is tapped. Empty
   * where nothing is.
   */
  readonly path: string;
}

/** Writes the copy. With a file it is replayed with one device more, the last: local-sync, which writes it. Gives what is bound, in order. */
export async function composeRepetitions(
  source: string,
  target: string,
  plan: RepeatedDispatch,
  signal?: AbortSignal,
): Promise<readonly BufferRange[]> {
  const addon = loadAddon();
  const text = await cancellable(addon, signal, (cancel) => addon.composeRepetitions(source, target, plan, cancel));
  return JSON.parse(text) as BufferRange[];
}

/**
 * Writes the file to `target` as the device of the captured executable takes it. Rejects with a sentence where it is of another kind, or does
 * not have what the capture calls. `format` is that of the file, where somebody says it.
 */
export async function writeCandidate(
  capture: string,
  executable: U64,
  { file, format = '' }: { readonly file: string; readonly format?: string | undefined },
  target: string,
  signal?: AbortSignal,
): Promise<FittedCandidate> {
  const addon = loadAddon();
  const found = await cancellable(addon, signal, (cancel) => addon.writeCandidate(capture, executable, file, format, target, cancel));
  return { path: target, format: found };
}
