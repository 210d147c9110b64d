/** Captures made fit to share, by the addon. */
import * as path from 'node:path';
import type {
  ExtractResult,
  ExtractTold,
  PackResult,
  PackTold,
  RepairResult,
  RepairTold,
  UnpackTold,
} from '../../protocol/sharing/sharing';
import type { RawAddon, RawCancel } from './addon';
import type { BufferRange } from './bufferRange';
import { cancellable } from './cancellable';
import { loadAddon } from './load';

async function shared<Result>(work: (addon: RawAddon, cancel: RawCancel) => Promise<string>, signal?: AbortSignal): Promise<Result> {
  const addon = loadAddon();
  return JSON.parse(await cancellable(addon, signal, (cancel) => work(addon, cancel))) as Result;
}

/** Writes the whole records of a capture. What stood at the output stays there unless all is written. */
export const repairCapture = ({ capture, output }: RepairTold, signal?: AbortSignal): Promise<RepairResult> =>
  shared((addon, cancel) => addon.repairCapture(capture, output, cancel), signal);

/** Writes a capture that holds the bytes of its files, each checked first. */
export const packCapture = ({ capture, output, ...options }: PackTold, signal?: AbortSignal): Promise<PackResult> =>
  shared((addon, cancel) => addon.packCapture(capture, output, options, cancel), signal);

/** Where unpackCapture() writes the capture: under its own name. */
export const unpackedFile = ({ capture, output }: UnpackTold): string => path.join(output, path.basename(capture));

/** Writes a capture and the files that it held into a folder. */
export const unpackCapture = ({ capture, output }: UnpackTold, signal?: AbortSignal): Promise<PackResult> =>
  shared((addon, cancel) => addon.unpackCapture(capture, output, path.basename(capture), cancel), signal);

/** Records of a capture that are left, from `begin` up to `end` each, and the size of the file with them. */
export interface Remaining {
  readonly bytes: number;
  readonly ranges: readonly { readonly begin: number; readonly end: number }[];
}

/** What of a capture is left out, and whether what is left is executed in the same order. */
export interface LeavingOut {
  readonly ranges: Remaining['ranges'];
  /** With a semaphore goes what names it, and barriers stay; else operations do without them. */
  readonly keepsOrder: boolean;
}

/** Writes a capture without some records, and without what needs them. */
export const leaveOut = (capture: string, output: string, { ranges, keepsOrder }: LeavingOut, signal: AbortSignal): Promise<Remaining> =>
  shared((addon, cancel) => addon.leaveOutRecords(capture, output, ranges, cancel, keepsOrder), signal);

/** Which piece is extracted: a scope, or records from the first to before `end`, or a dispatch in an execution of its command buffer. */
export type Piece =
  | { readonly scope: string }
  | { readonly begin: number; readonly end: number }
  | { readonly dispatch: number; readonly via?: number | undefined };

/** Writes the piece as a capture of its own. Executes the capture: for a process that may die. */
export const extractPiece = ({ output, ...run }: ExtractTold, piece: Piece, signal?: AbortSignal): Promise<ExtractResult> =>
  shared((addon, cancel) => addon.extractCapture(run.capture, output, piece, run, cancel), signal);

/** A moment of a replay, as taps have it. */
export interface PieceMoment {
  readonly record: number;
  /** Of the command buffer that the record executes. */
  readonly command?: number;
}

/** What a piece has to do with memory, whatever device replays it. */
export interface PieceMemory {
  /** Before it. */
  readonly begin: PieceMoment;
  /** Behind it. */
  readonly end: PieceMoment;
  /** Of buffers that exist when it begins. */
  readonly touched: readonly BufferRange[];
  /** What it may write of these. */
  readonly left: readonly BufferRange[];
}

/** A piece that was written, and not replayed yet. */
export interface WrittenPiece {
  readonly extracted: ExtractResult;
  /** One behind the last of its records that does what the piece does: the rest reads back. */
  readonly endRecord: number;
}

/** Finds the piece. Rejects where no device can replay the capture, where it writes files, and where there is no such piece. */
export const pieceMemory = (capture: string, piece: Piece, signal?: AbortSignal): Promise<PieceMemory> =>
  shared((addon, cancel) => addon.findPieceMemory(capture, piece, cancel), signal);

/** Writes the piece with what its memory holds: the file `contents` has the ranges of PieceMemory.touched one behind the other. Executes nothing. */
export const writePiece = (capture: string, output: string, piece: Piece, contents: string, signal?: AbortSignal): Promise<WrittenPiece> =>
  shared((addon, cancel) => addon.writePiece(capture, output, piece, contents, cancel), signal);
