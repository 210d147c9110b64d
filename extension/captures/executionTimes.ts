/** Looks up in the executions of a profile what rows of a capture took. */
import type { RecordTimes } from '../../engine/addon/recordTimes';
import {
  EVERY_VIA,
  NO_LAST,
  NO_VIA,
  UNKNOWN_TIME,
  type ListedExecutions,
  type RecordRun,
  type RowPlaces,
  type TimesHistogram,
} from '../../protocol/capture/recordTimes';

/** Executions that are listed one by one. */
const MOST_LISTED = 4096;
/** Executions that statistics are of: of more, evenly chosen ones. */
const MOST_DESCRIBED = 65_536;
const BINS = 40;

/** The first place from `from` on for which `isBehind` is true; `to` where there is none. It is false up to there. */
function firstBehind(from: number, to: number, isBehind: (at: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What took records [record, last] where a submission executed them, and how many executions that were. */
function within({ vias, records, sums }: RecordTimes, via: number, record: number, last: number): bigint {
  const count = records.length;
  const viaAt = (at: number): number => vias[at] ?? NO_VIA;
  const recordAt = (at: number): number => records[at] ?? NO_VIA;
  const begin = firstBehind(0, count, (at) => viaAt(at) > via || (viaAt(at) === via && recordAt(at) >= record));
  const end = firstBehind(begin, count, (at) => viaAt(at) > via || (viaAt(at) === via && recordAt(at) > last));
  return begin === end ? UNKNOWN_TIME : (sums[end] ?? 0n) - (sums[begin] ?? 0n);
}

/** Places in byRecord of the executions of a record. */
function placesOf({ records, byRecord }: RecordTimes, record: number): readonly [begin: number, end: number] {
  const recordAt = (at: number): number => records[byRecord[at] ?? 0] ?? NO_VIA;
  const begin = firstBehind(0, byRecord.length, (at) => recordAt(at) >= record);
  return [begin, firstBehind(begin, byRecord.length, (at) => recordAt(at) > record)];
}

/** What each row took; UNKNOWN_TIME of those of which that is not known. `scopes` are times of scopes by the record that begins them. */
export function timesOfRows(times: RecordTimes, scopes: ReadonlyMap<number, bigint>, rows: RowPlaces): BigInt64Array {
  return BigInt64Array.from(rows.records, (record, i) => {
    const via = rows.vias[i] ?? NO_VIA;
    const last = rows.lasts[i] ?? NO_LAST;
    const scope = last === NO_LAST ? undefined : scopes.get(record);
    if (scope !== undefined) return scope;
    if (via !== EVERY_VIA) return within(times, via, record, last === NO_LAST ? record : last);
    const [begin, end] = placesOf(times, record);
    return begin === end ? UNKNOWN_TIME : (times.sumsByRecord[end] ?? 0n) - (times.sumsByRecord[begin] ?? 0n);
  });
}

/** What is known of a record's executions; undefined where it was not executed. `via` is the execution that is asked for. */
export function runOfRecord(
  times: RecordTimes,
  record: number,
  via: number | undefined,
  wholeNs: bigint,
): Omit<RecordRun, 'source'> | undefined {
  const [begin, end] = placesOf(times, record);
  if (begin === end) return undefined;
  const chosen = times.byRecord.subarray(begin, end);
  const stride = Math.ceil(chosen.length / MOST_DESCRIBED);
  const described = stride === 1 ? chosen : chosen.filter((_, i) => i % stride === 0);
  const total = (times.sumsByRecord[end] ?? 0n) - (times.sumsByRecord[begin] ?? 0n);
  const own = via === undefined ? UNKNOWN_TIME : within(times, via, record, record);
  return {
    count: chosen.length,
    ...describe(Float64Array.from(described, (at) => Number(times.durations[at] ?? 0n))),
    ...(wholeNs === 0n ? {} : { share: Number(total) / Number(wholeNs) }),
    ...(own === UNKNOWN_TIME ? {} : { thisNs: Number(own) }),
    executions: listed(times, chosen.subarray(0, MOST_LISTED)),
  };
}

function listed({ vias, starts, durations, workers }: RecordTimes, places: Uint32Array): ListedExecutions {
  return {
    vias: Uint32Array.from(places, (at) => vias[at] ?? NO_VIA),
    starts: BigInt64Array.from(places, (at) => starts[at] ?? 0n),
    durations: BigInt64Array.from(places, (at) => durations[at] ?? 0n),
    workers: Uint16Array.from(places, (at) => workers[at] ?? 0),
  };
}

/** Statistics of at least one time. */
export function describe(
  samples: Float64Array,
): Required<Pick<RecordRun, 'medianNs' | 'madNs' | 'p95Ns' | 'leastNs' | 'mostNs' | 'histogram'>> {
  const sorted = samples.slice().sort();
  const medianNs = middleOf(sorted);
  const [leastNs, mostNs] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  return {
    ...{ medianNs, leastNs, mostNs },
    madNs: middleOf(sorted.map((value) => Math.abs(value - medianNs)).sort()),
    p95Ns: sorted[Math.min(sorted.length - 1, Math.floor(0.95 * sorted.length))] ?? 0,
    histogram: histogramOf(sorted, leastNs, mostNs),
  };
}

function middleOf(sorted: Float64Array): number {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

function histogramOf(sorted: Float64Array, least: number, most: number): TimesHistogram {
  const bins = Array.from({ length: BINS }, () => 0);
  const width = (most - least) / BINS;
  for (const value of sorted) {
    const bin = width === 0 ? 0 : Math.min(BINS - 1, Math.floor((value - least) / width));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return { least, most, bins };
}
