/** A piece of a capture as a capture of its own, where the user's IREE replays both. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import type { ExtractResult, ExtractTold } from '../../protocol/sharing/sharing';
import type { BufferRange } from '../addon/bufferRange';
import { hostReads, type HostReads } from '../addon/composing';
import { pieceMemory, writePiece, type Piece, type PieceMoment } from '../addon/sharing';
import { inOwnFolder } from '../programs/ownFolder';
import { readByIree } from './replay';
import type { Wanted } from './taps';
import { findIreeTools } from './tools';

/** What of a buffer two replays are compared by, and what it holds in one of them. */
type Left = readonly { readonly range: BufferRange; readonly bytes: Uint8Array }[];

/** Where what two replays left begins to differ; undefined where it does not. */
function firstDifference(expected: Left, found: Left): string | undefined {
  if (expected.length !== found.length) return 'how often it reads back';
  for (const [index, { range, bytes }] of expected.entries()) {
    const other = found[index]?.bytes ?? new Uint8Array();
    if (Buffer.compare(bytes, other) === 0) continue;
    const at = bytes.findIndex((byte, place) => byte !== other[place]);
    return `byte ${String(BigInt(range.offset) + BigInt(Math.max(at, 0)))} of buffer ${range.buffer}`;
  }
  return undefined;
}

const during = (ranges: readonly BufferRange[], place: PieceMoment, moment: 'before' | 'after'): readonly Wanted[] =>
  ranges.map(({ buffer, offset, length }) => ({ ...place, buffer, offset, length, moment }));

/** More bytes than this are read in two replays: a file of 2 GiB is not read into memory at once. */
const MOST_AT_ONCE = 2 ** 30;

const bytesIn = (ranges: readonly Wanted[]): number => ranges.reduce((sum, { length }) => sum + Number(length), 0);

/**
 * Writes the piece, with what its memory holds on the devices of the options, and replays both there: nothing is written where they leave
 * different bytes, or read back others, unless two replays of the capture do, too. Rejects as readByIree() and pieceMemory().
 */
export async function extractByIree(
  { output, capture, ...options }: ExtractTold,
  piece: Piece,
  signal: AbortSignal,
): Promise<ExtractResult> {
  const tools = findIreeTools(options.iree);
  const [memory, reads] = [await pieceMemory(capture, piece, signal), await hostReads(capture, signal)];
  const read = async (file: string, known: HostReads, wanted: readonly Wanted[]): Promise<Left> => {
    if (wanted.length === 0) return [];
    const held = await readByIree(tools, { ...options, capture: file }, wanted, signal, known);
    return wanted.map((range, index) => ({ range, bytes: held[index] ?? new Uint8Array() }));
  };
  /** What is in memory behind the last of these records, and what the application reads back in them. */
  const leftBy = ({ outputs }: HostReads, begin: number, last: PieceMoment): readonly Wanted[] => {
    const inside = outputs.filter(({ record }) => record >= begin && record <= last.record);
    const ranges = inside.map(({ record, buffer, offset, length }) => ({ record, buffer, offset, length }));
    return [...during(memory.left, last, 'after'), ...ranges];
  };
  const [before, behind] = [during(memory.touched, memory.begin, 'before'), leftBy(reads, memory.begin.record, memory.end)];
  const readBoth = async (): Promise<readonly [before: Left, behind: Left]> => {
    if (bytesIn(before) + bytesIn(behind) > MOST_AT_ONCE) return [await read(capture, reads, before), await read(capture, reads, behind)];
    const both = await read(capture, reads, [...before, ...behind]);
    return [both.slice(0, before.length), both.slice(before.length)];
  };
  return inOwnFolder(path.dirname(path.resolve(output)), async (folder) => {
    const [contents, written] = [path.join(folder, 'contents.bin'), path.join(folder, path.basename(output))];
    const [found, expected] = await readBoth();
    await fs.writeFile(
      contents,
      found.map(({ bytes }) => bytes),
    );
    const { extracted, endRecord } = await writePiece(capture, written, piece, contents, signal);
    const own = await hostReads(written, signal);
    const difference = firstDifference(expected, await read(written, own, leftBy(own, 0, { record: endRecord - 1 })));
    const unsteady = difference !== undefined && firstDifference(expected, await read(capture, reads, behind)) !== undefined;
    if (difference !== undefined && !unsteady)
      throw new Error(
        `run alone, the piece produces different bytes than the capture, the first at ${difference}, so nothing is written. The piece depends on something outside of its memory.`,
      );
    await fs.rename(written, output);
    if (unsteady) return { ...extracted, results: 'unsteady' };
    const comparedBytes = expected.reduce((sum, { bytes }) => sum + bytes.length, 0);
    return { ...extracted, comparedBytes, results: comparedBytes === 0 ? 'nothing' : 'same' };
  });
}
