/** The replay that a profile of this engine was recorded of, as that run told it. */
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import { isRecord } from '../../protocol/base/isRecord';
import { reportText } from './reportText';

export interface ProfiledReplay {
  /** Path of the capture that was replayed. */
  readonly capture: string;
  /** URI of its first device. */
  readonly device: string;
  readonly workers: number;
  /** What the kernels of each function took, all threads together. */
  readonly functions: readonly { readonly executable: string; readonly ordinal: number; readonly ns: string }[];
}

/**
 * Undefined of a profile that says no such thing, of one that lacks a part of what was recorded or has something else in it, and where the
 * capture is not at its path any more, or is another file by now. Rejects where the profile cannot be read.
 */
export async function profiledReplay(profile: string, signal?: AbortSignal): Promise<ProfiledReplay | undefined> {
  const [times = ''] = (await reportText(profile, 'times', true, signal)).split('\n');
  const replay = described(times);
  if (replay?.['whole'] !== true || replay['status'] !== 'OK') return undefined;
  const { capture: named, devices, workers } = replay;
  if (typeof named !== 'string' || !Array.isArray(devices) || typeof devices[0] !== 'string') return undefined;
  // As the command line was given it, which usually records beside it.
  const capture = path.resolve(path.dirname(profile), named);
  const file = await stat(capture, { bigint: true }).catch(() => undefined);
  if (file === undefined || replay['capture_bytes'] !== String(file.size) || replay['capture_modified_ns'] !== String(file.mtimeNs))
    return undefined;
  const functions = (await reportText(profile, 'executable', true, signal)).split('\n').flatMap(functionOf);
  return { capture, device: devices[0], workers: typeof workers === 'number' ? workers : 0, functions };
}

function described(line: string): Readonly<Record<string, unknown>> | undefined {
  const summary = jsonOf(line);
  return typeof summary?.['replay'] === 'string' ? jsonOf(summary['replay']) : undefined;
}

/** A row of the executables' report that has what a function took on threads of the host. */
function functionOf(line: string): ProfiledReplay['functions'] {
  const row = jsonOf(line);
  if (row?.['type'] !== 'executable_function_host_dispatch_group') return [];
  const { executable_id: executable, function_ordinal: ordinal, total_tile_duration_sum_ns: ns } = row;
  if (typeof executable !== 'number' || typeof ordinal !== 'number' || typeof ns !== 'number') return [];
  return [{ executable: String(executable), ordinal, ns: String(ns) }];
}

function jsonOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
