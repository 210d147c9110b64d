/** Copies of captures that tell what they compute, by the addon. Executes nothing. */
import type { Execution, InspectedRange } from '../../protocol/replay/inspection';
import type { RunOutput } from '../../protocol/replay/run';
import type { BufferRange } from './bufferRange';
import { cancellable } from './cancellable';
import { loadAddon } from './load';

/** What the recorded application read back, and what computed it. */
export interface HostReads {
  /** How many devices the capture was recorded on. */
  readonly devices: number;
  /** The outputs of a replay, in recorded order. */
  readonly outputs: readonly RunOutput[];
  /** Names of the functions that dispatches call. */
  readonly functions: readonly string[];
}

/** Finds them. Rejects with the first reason why no device can replay the capture, and where it writes files. */
export async function hostReads(capture: string, signal?: AbortSignal): Promise<HostReads> {
  const addon = loadAddon();
  return JSON.parse(await cancellable(addon, signal, (cancel) => addon.hostReads(capture, cancel))) as HostReads;
}

/** A range of a buffer that an operation names. */
export interface NamedRange extends BufferRange {
  readonly role: InspectedRange['role'];
  /** Of a binding. */
  readonly ordinal: number;
}

export interface NamedOperation extends Execution {
  readonly operation: 'dispatch' | 'fill' | 'update' | 'copy' | 'read' | 'write' | 'output';
  readonly ranges: readonly NamedRange[];
}

export interface NamedOperations {
  /** How many devices the capture was recorded on. */
  readonly devices: number;
  readonly operations: readonly NamedOperation[];
}

/** An operation: the record, and for a command the queue_execute, by default the first that executes it. */
export interface OperationPlace {
  readonly record: number;
  readonly via?: number;
}

/**
 * All operations on buffers that are executed, in recorded order; or that of the place. Rejects as hostReads(), and where none is executed
 * there.
 */
export async function namedOperations(capture: string, place?: OperationPlace, signal?: AbortSignal): Promise<NamedOperations> {
  const addon = loadAddon();
  const text = await cancellable(addon, signal, (cancel) => addon.namedOperations(capture, place?.record, place?.via, cancel));
  return JSON.parse(text) as NamedOperations;
}

/** A range of a buffer behind a record or a command, and the file that a replay writes it to, by its absolute path. */
export interface Tap extends BufferRange {
  /** Of the stream. */
  readonly record: number;
  /** A command of the command buffer that the record executes: the tap is in that execution. */
  readonly command?: number;
  /** Behind it by default. */
  readonly moment?: 'before' | 'after';
  /** Of a file that is long enough. */
  readonly path: string;
  /** Bytes into the file; 0 by default. */
  readonly fileOffset?: number;
}

/** How a copy is composed. */
export interface Composing {
  /** Nothing is executed behind the last tap. */
  readonly untilLast?: boolean;
  readonly signal?: AbortSignal;
}

/** Writes a copy with taps, which is replayed with one device more, the last: local-sync, which writes the files. */
export async function composeTaps(
  source: string,
  target: string,
  taps: readonly Tap[],
  { untilLast = false, signal }: Composing = {},
): Promise<void> {
  const addon = loadAddon();
  await cancellable(addon, signal, (cancel) => addon.composeTaps(source, target, taps, cancel, untilLast));
}
