/** Captures made fit to share, by the addon. None of it executes a kernel. */
import type { PackResult, PackTold, RepairResult, RepairTold, UnpackTold } from '../../protocol/sharing';
import { cancellable, type RawAddon, type RawCancel } from './addon';
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

/** Writes a capture and the files that it held into a folder; `name` is the capture's there. */
export const unpackCapture = ({ capture, output }: UnpackTold, name: string, signal?: AbortSignal): Promise<PackResult> =>
  shared((addon, cancel) => addon.unpackCapture(capture, output, name, cancel), signal);
