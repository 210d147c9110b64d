/**
 * Profiles as documents: opened, read on worker threads while they are asked, and closed. Answers are those that the page gets
 * (protocol/profile.ts); windows come as typed arrays, everything else as JSON text that is parsed here once.
 */
import * as path from 'node:path';
import { isRecord } from '../../protocol/base/isRecord';
import type {
  Cause,
  EventPlace,
  FlameFrame,
  ProfileHost,
  ProfileSummary,
  RangeStatistics,
  SliceName,
  TimelineHost,
  TrackInfo,
} from '../../protocol/profile/profile';
import type { BegunDispatches, Occurrences, Repetitions, Run } from '../../protocol/profile/profileComparison';
import type { U64 } from '../../protocol/base/u64';
import { cancellable } from './cancellable';
import { loadAddon } from './load';
import { timelineQuestions, type TimelineReading } from './timelineQuestions';

/** How far reading is. */
export interface LoadProgress {
  /** From 0 to 1. */
  readonly fraction: number;
  /** Summary, tracks and names have changed: ask for them again. Places of slices may be others until all is read. */
  readonly changed: boolean;
}

/** What the page asks that needs the file. */
type Reading = 'criticalPath' | 'slicesOfRecord' | 'eventPlace' | 'statistics' | 'flame' | 'explain';

/** Each takes a signal that ends it: then it rejects with the signal's reason. */
export type ProfileReading = TimelineReading & {
  readonly [Name in Reading]: (params: Parameters<ProfileHost[Name]>[0], signal?: AbortSignal) => Promise<ReturnType<ProfileHost[Name]>>;
};

/** Where a slice is, and when. */
type Place = NonNullable<ReturnType<TimelineHost['sliceAt']>>;

/** An open profile. What has been read of it can be asked at any time; before load() that is nothing. */
export interface ProfileDocument extends ProfileReading {
  /** Reads all of it, once. Rejects with AbortError when cancelled, never because a profile is damaged: its summary says so. */
  load(onProgress?: (progress: LoadProgress) => void, signal?: AbortSignal): Promise<void>;
  /** `capture.state` is 'unchecked'. */
  summary(): Promise<ProfileSummary>;
  tracks(): Promise<readonly TrackInfo[]>;
  names(): Promise<readonly SliceName[]>;
  /** How the profile repeats itself; none where it is not known to. */
  repetitions(signal?: AbortSignal): Promise<readonly Repetitions[]>;
  begun(run: Run, signal?: AbortSignal): Promise<readonly BegunDispatches[]>;
  /** Empty of a track that is none. */
  occurrences(
    params: { readonly track: number; readonly indices: readonly number[]; readonly from: U64; readonly byName: boolean },
    signal?: AbortSignal,
  ): Promise<Occurrences>;
  /** Lets go of the file and of what was read; every later call rejects, and load() ends as if cancelled. */
  close(): void;
}

/** The addon's summary: what the recorder says of the replay is JSON in it. */
type RawSummary = Omit<ProfileSummary, 'fileName' | 'capture' | 'unfinished'> & { readonly replay?: string };

/** What the recorder says of the replay; nothing where it is no JSON, as in a damaged file. */
function replayOf(text: string | undefined): {
  readonly capture?: NonNullable<ProfileSummary['capture']>;
  readonly devices: readonly string[];
  readonly workers: number;
  readonly unfinished?: NonNullable<ProfileSummary['unfinished']>;
} {
  const nothing = { devices: [], workers: 0 };
  if (text === undefined) return nothing;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return nothing;
    const { capture: path, capture_bytes: bytes, capture_modified_ns: modifiedNs, devices, workers, status, message, record } = value;
    const capture = {
      ...(typeof bytes === 'string' ? { bytes } : {}),
      ...(typeof modifiedNs === 'string' ? { modifiedNs } : {}),
      state: 'unchecked' as const,
    };
    return {
      ...(typeof path === 'string' ? { capture: { path, ...capture } } : {}),
      devices: Array.isArray(devices) ? devices.filter((device) => typeof device === 'string') : [],
      workers: typeof workers === 'number' ? workers : 0,
      ...(typeof status !== 'string' || status === 'OK'
        ? {}
        : { unfinished: { message: typeof message === 'string' ? message : status, ...(typeof record === 'number' ? { record } : {}) } }),
    };
  } catch {
    return nothing;
  }
}

function summaryOf(file: string, { replay, ...summary }: RawSummary): ProfileSummary {
  const { capture, devices, workers, unfinished } = replayOf(replay);
  return {
    ...summary,
    fileName: path.basename(file),
    devices: devices.length > 0 ? devices : summary.devices,
    workers: Math.max(summary.workers, workers),
    ...(capture === undefined ? {} : { capture }),
    ...(unfinished === undefined ? {} : { unfinished }),
  };
}

/** Opens a profile. Rejects with a sentence when there is no profile in the file at all. */
export async function openProfile(file: string, signal?: AbortSignal): Promise<ProfileDocument> {
  const addon = loadAddon();
  const raw = await cancellable(addon, signal, (cancel) => addon.openProfile(file, cancel));
  const closing = new AbortController();
  const ended = (signal: AbortSignal | undefined): AbortSignal =>
    signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
  return {
    load: (onProgress, signal) =>
      cancellable(addon, ended(signal), (cancel) =>
        raw.load((fraction, changed) => {
          onProgress?.({ fraction, changed });
        }, cancel),
      ),
    summary: async () => summaryOf(file, JSON.parse(await raw.summary()) as RawSummary),
    tracks: async () => JSON.parse(await raw.tracks()) as TrackInfo[],
    names: async () => JSON.parse(await raw.names()) as SliceName[],
    ...timelineQuestions(addon, raw),
    slicesOfRecord: async ({ record }) => JSON.parse(await raw.slicesOfRecord(record)) as Place[],
    eventPlace: ({ kind, fields }, signal) =>
      cancellable(
        addon,
        signal,
        async (cancel) => JSON.parse(await raw.eventPlace(kind, Object.keys(fields), Object.values(fields), cancel)) as EventPlace,
      ),
    statistics: ({ from, to }, signal) =>
      cancellable(addon, signal, async (cancel) => JSON.parse(await raw.statistics(from, to, cancel)) as RangeStatistics),
    flame: ({ from, to, leftHeavy }, signal) =>
      cancellable(addon, signal, async (cancel) => JSON.parse(await raw.flame(from, to, leftHeavy, cancel)) as FlameFrame[]),
    explain: (_, signal) => cancellable(addon, signal, async (cancel) => JSON.parse(await raw.explain(cancel)) as Cause[]),
    criticalPath: (_, signal) => cancellable(addon, signal, (cancel) => raw.criticalPath(cancel)),
    repetitions: (signal) => cancellable(addon, signal, async (cancel) => JSON.parse(await raw.repetitions(cancel)) as Repetitions[]),
    begun: ({ from, to }, signal) =>
      cancellable(addon, signal, async (cancel) => JSON.parse(await raw.begun(from, to, cancel)) as BegunDispatches[]),
    occurrences: ({ track, indices, from, byName }, signal) =>
      cancellable(addon, signal, (cancel) => raw.occurrences(track, Uint32Array.from(indices), from, byName, cancel)),
    close: () => {
      closing.abort();
      raw.close();
    },
  };
}
