/** What was last measured of each open capture: of its content as it is now, whichever run it was. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { readRecordTimes } from '../../engine/addon/recordTimes';
import { createCaptureKeys } from '../../engine/history/captureKey';
import { captureKeyOf } from '../../engine/history/runHistory';
import { isRecord } from '../../protocol/base/isRecord';
import { isCancelled, problemOf } from '../../protocol/base/problemOf';
import type { RecordRun, RowPlaces, TimesSource } from '../../protocol/capture/recordTimes';
import type { Replay } from '../../protocol/replay/replay';
import type { MeasuredRun, RunOf } from '../../protocol/results/results';
import type { RunResult } from '../../protocol/replay/run';
import type { CaptureDocument } from '../captures/captureDocument';
import type { MeasuredRuns } from './measuredRuns';
import { isWhole, profileFileOf } from './profiling';
import type { NotedTimes } from './noteTimes';
import type { TimedReplay } from './runs';
import { benchmarkSource, profileSource, replaySource, type Source } from './timesSources';

/** Times of one capture. */
export interface LastTimes {
  readonly source: TimesSource | undefined;
  of(rows: RowPlaces): BigInt64Array;
  ofRecord(key: string): RecordRun | undefined;
}

export interface LastTimesOfCaptures {
  /** Other times than before are known of the document. */
  readonly onChange: vscode.Event<CaptureDocument>;
  of(document: CaptureDocument): LastTimes;
  /** The latest profile that has the record of that node, or else the latest: a file that is there. */
  profileOf(document: CaptureDocument, key: string | undefined): string | undefined;
  /** Follows the runs of a document that has been opened. */
  attach(document: CaptureDocument): void;
  dispose(): void;
}

interface Attached {
  /** Of all rows: the latest profile of everything, or benchmark. */
  whole: Source | undefined;
  /** The latest profile, if it is one of a part. */
  part: Source | undefined;
  /** The last replay of the document as it is now, and the run in which times of its records were noted. */
  replay: Replay | undefined;
  noted: NotedTimes | undefined;
  /** Ends with the document, or with its content. */
  life: AbortController;
  /** Somebody looks which runs there are; and has to look again, for there is another. */
  looking: boolean;
  again: boolean;
  /** Runs that are shown now, by their id, so that none of them is read again for another run. */
  readonly read: Map<string, Source>;
}

const NOTHING: LastTimes = {
  source: undefined,
  of: ({ records }) => new BigInt64Array(records.length).fill(-1n),
  ofRecord: () => undefined,
};

export function createLastTimes(runs: MeasuredRuns, timed: vscode.Event<TimedReplay>, log: vscode.LogOutputChannel): LastTimesOfCaptures {
  const changes = new vscode.EventEmitter<CaptureDocument>();
  const attached = new Map<CaptureDocument, Attached>();
  const keys = createCaptureKeys();
  const profiled = async (run: RunOf<'run'>, document: CaptureDocument, signal: AbortSignal): Promise<Source | undefined> => {
    const file = profileFileOf(run);
    const result = nativeResult(run);
    if (file === undefined || result === undefined || !existsSync(file)) return undefined;
    const times = await readRecordTimes(file, signal);
    return (await isOf(times.replay, document.path)) ? profileSource(run, file, result, times) : undefined;
  };
  const measured = async (run: RunOf<'benchmark'>, document: CaptureDocument, signal: AbortSignal): Promise<Source | undefined> => {
    const { summary } = document;
    if (run.state.state !== 'done' || summary === undefined) return undefined;
    const key = captureKeyOf(run);
    if (key === undefined || key !== (await keys.of(document.path, signal))) return undefined;
    return benchmarkSource(run, run.state.result, summary);
  };
  const sourceOf = async (
    run: MeasuredRun,
    document: CaptureDocument,
    { read }: Attached,
    signal: AbortSignal,
  ): Promise<Source | undefined> => {
    const known = read.get(run.id);
    if (known !== undefined) return known;
    try {
      if (run.job === 'run') return await profiled(run, document, signal);
      if (run.job === 'benchmark') return await measured(run, document, signal);
    } catch (error) {
      if (!isCancelled(error))
        log.warn(`${path.basename(document.path)}: times of ${run.subject} cannot be read: ${problemOf(error).message}`);
    }
    return undefined;
  };

  /** The first of the runs that has times of the document as it is. */
  const firstOf = async (
    candidates: readonly MeasuredRun[],
    document: CaptureDocument,
    own: Attached,
    signal: AbortSignal,
  ): Promise<Source | undefined> => {
    for (const run of candidates) {
      const source = await sourceOf(run, document, own, signal);
      if (signal.aborted) return undefined;
      if (source === undefined) continue;
      own.read.set(run.id, source);
      return source;
    }
    return undefined;
  };

  const find = async (document: CaptureDocument, own: Attached): Promise<void> => {
    const { signal } = own.life;
    if ((await document.whenComplete()) === undefined) return;
    await runs.load();
    // What is open is not what is measured now.
    if (document.changedOnDisk) return;
    const { mtimeMs } = await stat(document.path);
    const about = runs.all
      .filter(({ capture, state, started }) => capture === document.path && state.state === 'done' && Date.parse(started) >= mtimeMs)
      .reverse();
    const everything = about.filter((run) => (run.job === 'run' ? isWhole(run.options.profiling ?? {}) : hasRecords(run)));
    const scopes = about.filter((run) => run.job === 'benchmark');
    const whole =
      (await firstOf(everything, document, own, signal)) ??
      (await firstOf(scopes, document, own, signal)) ??
      (own.replay && replaySource(own.replay, own.noted));
    const latest = await firstOf(about.filter(({ job }) => job === 'run').slice(0, 1), document, own, signal);
    if (signal.aborted) return;
    const part = latest?.source.run === whole?.source.run ? undefined : latest;
    const isSame = JSON.stringify([own.whole?.source, own.part?.source]) === JSON.stringify([whole?.source, part?.source]);
    Object.assign(own, { whole, part });
    for (const id of own.read.keys()) if (id !== whole?.source.run && id !== part?.source.run) own.read.delete(id);
    if (!isSame) changes.fire(document);
  };

  const look = async (document: CaptureDocument): Promise<void> => {
    const own = attached.get(document);
    if (own === undefined) return;
    own.again = true;
    if (own.looking) return;
    own.looking = true;
    while (own.again && attached.get(document) === own) {
      own.again = false;
      await find(document, own).catch((error: unknown) => log.warn(`${path.basename(document.path)}: ${problemOf(error).message}`));
    }
    own.looking = false;
  };

  const listener = runs.onChange((run) => {
    // While it runs nothing of it is known; one that has gone is not among them any more.
    if (run.state.state === 'idle' || run.state.state === 'running') return;
    for (const document of attached.keys()) if (document.path === run.capture) void look(document);
  });

  const replayed = timed(({ document, replay, noted }) => {
    const own = attached.get(document);
    if (own === undefined || own.replay?.state !== replay.state) return;
    own.noted = noted;
    void look(document);
  });

  return {
    onChange: changes.event,
    of(document) {
      const own = attached.get(document);
      if (own?.whole === undefined) return NOTHING;
      const { whole, part } = own;
      return { ...whole, ofRecord: (key) => part?.ofRecord(key) ?? whole.ofRecord(key) };
    },
    profileOf(document, key) {
      const { whole, part } = attached.get(document) ?? {};
      const all = [part, whole].filter((one) => one?.profile !== undefined);
      const having = key === undefined ? undefined : all.find((one) => one?.ofRecord(key) !== undefined);
      return (having ?? whole ?? part)?.profile ?? all[0]?.profile;
    },
    attach(document) {
      const own: Attached = {
        ...{ whole: undefined, part: undefined, replay: undefined, noted: undefined },
        ...{ life: new AbortController(), looking: false, again: false },
        read: new Map(),
      };
      attached.set(document, own);
      const forget = (): void => {
        own.life.abort();
        own.read.clear();
        Object.assign(own, { whole: undefined, part: undefined, replay: undefined, noted: undefined, life: new AbortController() });
      };
      const events = document.onEvent((event) => {
        if (event.type === 'summary' && event.summary.complete) void look(document);
        if (event.type === 'replay' && event.replay.state.state === 'done') {
          Object.assign(own, { replay: event.replay, noted: undefined });
          void look(document);
        }
        if (event.type === 'reopened') {
          forget();
          changes.fire(document);
        }
        if (event.type !== 'closed') return;
        events.dispose();
        attached.delete(document);
        forget();
      });
    },
    dispose() {
      listener.dispose();
      replayed.dispose();
      changes.dispose();
    },
  };
}

const nativeResult = ({ state }: RunOf<'run'>): RunResult | undefined =>
  state.state === 'done' && !('program' in state.result) ? state.result : undefined;

const hasRecords = (run: MeasuredRun): boolean =>
  run.job === 'benchmark' && run.state.state === 'done' && run.state.result.rows.some(({ breakdown }) => breakdown !== undefined);

/** Whether the capture that was replayed is the file as it is now: of its size and its time of change. */
async function isOf(replay: string, file: string): Promise<boolean> {
  const description: unknown = replay === '' ? undefined : JSON.parse(replay);
  if (!isRecord(description)) return false;
  const { size, mtimeNs } = await stat(file, { bigint: true });
  return description['capture_bytes'] === String(size) && description['capture_modified_ns'] === String(mtimeNs);
}
