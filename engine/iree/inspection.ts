/** What an operation finds in its buffers and leaves there, on a device of the user's IREE. */
import type { InspectOptions } from '../../protocol/replay/inspection';
import type { RunOptions } from '../../protocol/replay/run';
import { namedOperations, type NamedOperation, type NamedRange, type OperationPlace } from '../addon/composing';
import { inspectionOf, type BufferMoment, type KeptInspection } from '../addon/inspection';
import { readByIree } from './replay';
import type { Wanted } from './taps';
import { findIreeTools } from './tools';

/** A range before or after an operation. */
export function wantedOf(
  { record, via }: OperationPlace,
  { buffer, offset, length }: Pick<NamedRange, 'buffer' | 'offset' | 'length'>,
  moment: 'before' | 'after',
): Wanted {
  const range = { buffer, offset, length, moment };
  return via === undefined ? { record, ...range } : { record: via, command: record, ...range };
}

async function operationAt(run: RunOptions, { record, via }: OperationPlace, signal: AbortSignal): Promise<NamedOperation> {
  const { operations } = await namedOperations(run.capture, via === undefined ? { record } : { record, via }, signal);
  const [operation] = operations;
  if (operation === undefined) throw new Error(`#${String(record)} is not an operation on buffers`);
  return operation;
}

/** The replay that is not to end early: it ends behind what is read. */
function whole(run: RunOptions): RunOptions {
  const { stopBeforeRecord, stopBeforeCommand, ...rest } = run;
  return stopBeforeRecord === undefined && stopBeforeCommand === undefined ? run : rest;
}

/** Replays up to behind the operation. Rejects where no operation on buffers is executed there, or the replay fails. */
export async function inspectByIree({ run, record, via }: InspectOptions, signal: AbortSignal): Promise<KeptInspection> {
  const operation = await operationAt(run, { record, ...(via === undefined ? {} : { via }) }, signal);
  const { ranges } = operation;
  const wanted = (['before', 'after'] as const).flatMap((moment) => ranges.map((range) => wantedOf(operation, range, moment)));
  const bytes = await readByIree(findIreeTools(run.iree), whole(run), wanted, signal);
  const held = (index: number): Uint8Array => bytes[index] ?? new Uint8Array();
  return inspectionOf({
    ...operation,
    ranges: ranges.map((range, index) => ({ ...range, before: held(index), after: held(ranges.length + index) })),
    untraced: "IREE's devices do not tell which operations write and read it",
  });
}

/** Replays up to the moment, and gives what is there then. */
export async function bufferByIree(run: RunOptions, { record, via, ...range }: BufferMoment, signal: AbortSignal): Promise<Uint8Array> {
  const operation = await operationAt(run, { record, ...(via === undefined ? {} : { via }) }, signal);
  const place = { buffer: String(range.buffer), offset: String(range.offset), length: String(range.length) };
  const [bytes] = await readByIree(findIreeTools(run.iree), whole(run), [wantedOf(operation, place, range.moment)], signal);
  return bytes ?? new Uint8Array();
}
