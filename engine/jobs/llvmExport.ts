/** Writes what an argument of a recorded OpenMP kernel leads to as an array. */
import { createReadStream, createWriteStream } from 'node:fs';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { LlvmExported, LlvmExportTold } from '../../protocol/jobs/llvmExport';
import type { LlvmRecording } from '../../protocol/neighbour/llvm';
import { elementSize, type ElementType } from '../../protocol/replay/element';
import { describeLlvmRecording } from '../addon/llvm';
import { npyHead } from '../comparing/npy';
import { replaceFile } from '../programs/wholeFile';

const ROLES = { before: 'memory', after: 'output' } as const;

/** Elements of a size from a byte of the memory on. */
interface Place {
  readonly offset: number;
  readonly elements: number;
}

/** Throws where the argument leads to no memory, or to less than is wanted. */
function placeOf(recording: LlvmRecording, { argument, type, elements }: Omit<LlvmExportTold, 'capture'>): Place {
  const found = recording.arguments[argument];
  if (found === undefined) {
    const last = recording.arguments.length - 1;
    throw new Error(
      last < 0 ? 'the kernel has no arguments' : `there is no argument ${String(argument)}: the last of the kernel is ${String(last)}`,
    );
  }
  if (found.pointer === undefined)
    throw new Error(`argument ${String(argument)} is a scalar: only a pointer into the recorded memory leads to something`);
  const there = Math.floor(Number(found.pointer.bytes) / elementSize(type));
  if (there === 0 || (elements ?? 0) > there)
    throw new Error(
      `argument ${String(argument)} leads to ${found.pointer.bytes} bytes, which are ${String(there)} elements of ${type}` +
        (elements === undefined ? '' : `, not ${String(elements)}`),
    );
  return { offset: Number(found.pointer.offset), elements: elements ?? there };
}

function writeArray(output: string, memory: string, { offset, elements }: Place, type: ElementType, signal: AbortSignal): Promise<void> {
  const bytes = elements * elementSize(type);
  const array = async function* (): AsyncGenerator<Uint8Array> {
    yield npyHead(type, [elements]);
    let read = 0;
    for await (const piece of createReadStream(memory, { start: offset, end: offset + bytes - 1, signal })) {
      read += (piece as Buffer).length;
      yield piece as Buffer;
    }
    if (read !== bytes) throw new Error(`${path.basename(memory)} ends before the last element`);
  };
  return replaceFile(output, (beside) => pipeline(array, createWriteStream(beside), { signal }));
}

/** Rejects where the recording cannot be read, the argument leads to no such elements, or the file cannot be written. */
export async function llvmExport({ capture, output, moment, ...asked }: LlvmExportTold, signal: AbortSignal): Promise<LlvmExported> {
  const recording = await describeLlvmRecording(capture, null, signal);
  const place = placeOf(recording, { ...asked, moment, output });
  const memory = recording.files.find(({ role }) => role === ROLES[moment])?.name;
  if (memory === undefined) throw new Error(`the contents of memory ${moment} the launch are not in the recording`);
  await writeArray(output, path.join(path.dirname(capture), memory), place, asked.type, signal);
  return { file: output, type: asked.type, ...place, moment };
}
