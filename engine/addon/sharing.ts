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

/** Writes a capture without some records, and without what needs them. */
export const leaveOut = (capture: string, output: string, ranges: Remaining['ranges'], signal: AbortSignal): Promise<Remaining> =>
  shared((addon, cancel) => addon.leaveOutRecords(capture, output, ranges, cancel), signal);

/** Which piece is extracted: a scope, or records from the first to before `end`, or a dispatch in an execution of its command buffer. */
export type Piece =
  | { readonly scope: string }
  | { readonly begin: number; readonly end: number }
  | { readonly dispatch: number; readonly via?: number | undefined };

/** Writes the piece as a capture of its own. Executes the capture: for a process that may die. */
export const extractPiece = ({ output, ...run }: ExtractTold, piece: Piece, signal?: AbortSignal): Promise<ExtractResult> =>
  shared((addon, cancel) => addon.extractCapture(run.capture, output, piece, run, cancel), signal);
