/** Looks up in a benchmark what rows of a capture take: scopes, and what its breakdown has times of. */
import type { CaptureSummary } from '../../protocol/capture/capture';
import type { BenchmarkResult, BenchmarkRow } from '../../protocol/measurement/benchmark';
import { EVERY_VIA, NO_LAST, NO_VIA, UNKNOWN_TIME, type RecordRun, type RowPlaces } from '../../protocol/capture/recordTimes';
import { describe } from '../captures/executionTimes';

/** What one record takes each time. */
interface Taken {
  /** Nanoseconds of an execution: where one is not told apart from another, their mean. */
  readonly eachNs: number;
  /** In an iteration. */
  readonly executions: number;
  /** The only submission that executes it; where there are several, none. */
  readonly via?: number;
  readonly run: Omit<RecordRun, 'source'>;
}

export interface BenchmarkTimes {
  of(rows: RowPlaces): BigInt64Array;
  ofRecord(record: number): Omit<RecordRun, 'source'> | undefined;
  readonly wholeNs: bigint;
  readonly longestNs: bigint;
}

const whole = (nanoseconds: number): bigint => BigInt(Math.round(nanoseconds));

/** The first repetition's rows; each scope is measured by its name, all of its occurrences together. */
export function benchmarkTimes({ rows }: BenchmarkResult, { scopes: named }: Pick<CaptureSummary, 'scopes'>): BenchmarkTimes {
  const measured = rows.filter(({ repetition, belowResolution }) => repetition === 0 && belowResolution !== true);
  const scopes = new Map<number, Taken>();
  const records = new Map<number, Taken>();
  for (const row of measured) {
    const begins = row.kind === 'scope' ? (named.find(({ name }) => name === row.label)?.begins ?? []) : [];
    for (const begin of begins) scopes.set(begin, { eachNs: row.statistics.median / begins.length, executions: 1, run: runOf(row) });
    if (row.kind === 'dispatch' && row.record !== undefined)
      records.set(row.record, {
        ...{ eachNs: row.statistics.median, executions: 1, run: runOf(row) },
        ...(row.via === undefined ? {} : { via: row.via }),
      });
  }
  for (const { breakdown } of measured) {
    for (const { kind, record, via, executions, medianNs, interval, share } of breakdown?.parts ?? []) {
      if (kind !== 'record' || record === undefined || medianNs === undefined) continue;
      const run = {
        ...{ count: breakdown?.samples ?? 0, medianNs },
        ...(interval === undefined ? {} : { interval }),
        ...(share === undefined ? {} : { share }),
      };
      records.set(record, { eachNs: medianNs / executions, executions, ...(via === undefined ? {} : { via }), run });
    }
  }
  const timeOf = (record: number, via: number, last: number): bigint => {
    const scope = last === NO_LAST ? undefined : scopes.get(record);
    if (scope !== undefined) return whole(scope.eachNs);
    const taken = last === NO_LAST ? records.get(record) : undefined;
    if (taken === undefined) return UNKNOWN_TIME;
    if (via === EVERY_VIA) return whole(taken.eachNs * taken.executions);
    // A command that is executed elsewhere has no time where it was recorded.
    if (via === NO_VIA) return taken.via === undefined && taken.executions === 1 ? whole(taken.eachNs) : UNKNOWN_TIME;
    return taken.via === undefined || taken.via === via ? whole(taken.eachNs) : UNKNOWN_TIME;
  };
  const sum = (of: ReadonlyMap<number, Taken>): number => [...of.values()].reduce((all, { eachNs }) => all + eachNs, 0);
  const capture = measured.find(({ kind }) => kind === 'capture');
  return {
    of: (rows_) => BigInt64Array.from(rows_.records, (record, i) => timeOf(record, rows_.vias[i] ?? NO_VIA, rows_.lasts[i] ?? NO_LAST)),
    ofRecord: (record) => (scopes.get(record) ?? records.get(record))?.run,
    wholeNs: whole(capture?.statistics.median ?? sum(scopes)),
    longestNs: whole([...records.values()].reduce((most, { eachNs }) => Math.max(most, eachNs), 0)),
  };
}

function runOf({ samples, statistics }: BenchmarkRow): Omit<RecordRun, 'source'> {
  return { ...describe(samples), count: statistics.count, medianNs: statistics.median, interval: statistics.interval };
}
