/** Runs that times of a capture's records are taken from. */
import type { RecordTimes } from '../../engine/addon/recordTimes';
import type { BenchmarkResult } from '../../protocol/measurement/benchmark';
import type { CaptureSummary } from '../../protocol/capture/capture';
import type { RecordRun, RowPlaces, TimesSource } from '../../protocol/capture/recordTimes';
import { deviceLabel, type Replay } from '../../protocol/replay/replay';
import type { MeasuredRun, RunOf } from '../../protocol/results/results';
import type { RunResult } from '../../protocol/replay/run';
import { describe, runOfRecord, timesOfRows } from '../captures/executionTimes';
import { placeOf } from '../captures/placeOf';
import { benchmarkTimes } from './benchmarkTimes';
import type { NotedTimes } from './noteTimes';

/** One run that times are taken from. */
export interface Source {
  readonly source: TimesSource;
  readonly profile?: string;
  readonly of: (rows: RowPlaces) => BigInt64Array;
  readonly ofRecord: (key: string) => RecordRun | undefined;
}

function about(
  kind: TimesSource['kind'],
  run: Pick<MeasuredRun, 'id' | 'started' | 'settings'>,
): Pick<TimesSource, 'kind' | 'run' | 'words' | 'device'> {
  const when = new Date(run.started).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const device = deviceLabel(run.settings);
  return { kind, run: run.id, words: `${kind} of ${when}, ${device}`, device };
}

export function profileSource(run: RunOf<'run'>, profile: string, result: RunResult, times: RecordTimes): Source {
  const scopes = new Map(result.scopes.map(({ record, ns }) => [record, BigInt(ns)]));
  const wholeNs = BigInt(result.executeNs);
  const { functions, workers } = result;
  const source: TimesSource = {
    ...about('profile', run),
    ...{ wholeNs: String(wholeNs), longestNs: String(times.longest), workers },
    // Of a part of the dispatches they say nothing of the others.
    ...(functions.length === 0 ? {} : { functions }),
  };
  return {
    source,
    profile,
    of: (rows) => timesOfRows(times, scopes, rows),
    ofRecord(key) {
      const place = placeOf(key);
      if (place === undefined) return undefined;
      const known = runOfRecord(times, place.record, place.via, wholeNs) ?? runOfScope(result, place.record, wholeNs);
      return known === undefined ? undefined : { ...known, source };
    },
  };
}

export function benchmarkSource(run: RunOf<'benchmark'>, result: BenchmarkResult, summary: CaptureSummary): Source {
  const times = benchmarkTimes(result, summary);
  const { workers } = result.environment;
  const source = { ...about('benchmark', run), workers, wholeNs: String(times.wholeNs), longestNs: String(times.longestNs) };
  return {
    source,
    of: (rows) => times.of(rows),
    ofRecord(key) {
      const place = placeOf(key);
      const known = place === undefined ? undefined : times.ofRecord(place.record);
      return known === undefined ? undefined : { ...known, source };
    },
  };
}

/** A replay that was not profiled says what scopes took. Where it was executed once more to note times, that run says what records took, too. */
export function replaySource({ target, settings, state }: Replay, noted: NotedTimes | undefined): Source | undefined {
  if (state.state !== 'done' || target.kind === 'upTo' || 'program' in state.result) return undefined;
  const { result = state.result, records: times } = noted ?? {};
  if (result.scopes.length === 0 && times === undefined) return undefined;
  const scopes = new Map(result.scopes.map(({ record, ns }) => [record, BigInt(ns)]));
  const wholeNs = BigInt(result.executeNs);
  const longest = times?.longest ?? [...scopes.values()].reduce((most, ns) => (ns > most ? ns : most), 0n);
  const device = deviceLabel(settings);
  const source: TimesSource = {
    ...{
      kind: 'replay',
      words: `last replay${noted === undefined ? '' : ', once more to note times'}, ${device}`,
      device,
      workers: result.workers,
    },
    ...{ wholeNs: String(wholeNs), longestNs: String(longest) },
    ...(result.functions.length === 0 ? {} : { functions: result.functions }),
  };
  return {
    source,
    of: (rows) =>
      times === undefined ? BigInt64Array.from(rows.records, (record) => scopes.get(record) ?? -1n) : timesOfRows(times, scopes, rows),
    ofRecord(key) {
      const place = placeOf(key);
      if (place === undefined) return undefined;
      const own = times === undefined ? undefined : runOfRecord(times, place.record, place.via, wholeNs);
      const known = own ?? runOfScope(result, place.record, wholeNs);
      return known === undefined ? undefined : { ...known, source };
    },
  };
}

/** Of a scope by the record that begins it: all that have its name. */
function runOfScope({ scopes }: RunResult, record: number, wholeNs: bigint): Omit<RecordRun, 'source'> | undefined {
  const own = scopes.find((scope) => scope.record === record);
  if (own === undefined) return undefined;
  const named = scopes.filter(({ name }) => name === own.name);
  const samples = Float64Array.from(named, ({ ns }) => Number(ns));
  const total = samples.reduce((sum, ns) => sum + ns, 0);
  return {
    ...describe(samples),
    ...{ count: named.length, thisNs: Number(own.ns) },
    ...(wholeNs === 0n ? {} : { share: total / Number(wholeNs) }),
  };
}
