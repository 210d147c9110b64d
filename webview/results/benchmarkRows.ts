/** What a benchmark's table has rows of: scopes and dispatches; below a scope that was broken down its functions, and what those consist of. */
import type { BenchmarkEnvironment, BenchmarkRow, Breakdown, BreakdownPart } from '../../protocol/measurement/benchmark';
import { longestRow } from '../../protocol/results/longestRow';
import { partNames } from '../../protocol/results/partNames';
import type { HistoryPoint } from '../../protocol/results/results';
import type { SampleStatistics } from '../../protocol/measurement/statistics';
import { breakdownLabel, PART_UNMEASURABLE, partTree, type PartNode } from '../../protocol/words/breakdownWords';
import { UNMEASURABLE } from '../../protocol/words/differenceWords';
import { functionColour } from '../widgets/functionColour';
import { bytes } from '../widgets/numbers';
import { changeOf, type Change } from '../../protocol/results/changeFromEarlier';

export interface TableRow {
  /** The same in every run: rows are chosen, opened and found in the history by it. */
  readonly key: string;
  readonly kind: BenchmarkRow['kind'] | BreakdownPart['kind'] | 'rest';
  readonly label: string;
  /** The function or operation that it is a part of. */
  readonly inside?: string;
  /** What more there is to say of it: what the only launch of a function is launched with. */
  readonly note?: string;
  readonly record?: number;
  readonly via?: number;
  /** The row that it is, or is a part of. */
  readonly of: BenchmarkRow;
  /** Absent of what is not measurable. */
  readonly times?: { readonly statistics: SampleStatistics; readonly samples: Float64Array };
  /** All that is known of the times of a part of a run that an earlier version kept, and of what of a scope nothing goes on. */
  readonly medianNs?: number;
  readonly interval?: readonly [low: number, high: number];
  /** Why there are no times. */
  readonly untimed?: string;
  /** In an iteration, of parts. */
  readonly executions?: number;
  /** Of the scope, from 0 to 1. */
  readonly share?: number;
  /** Processor time of an iteration. */
  readonly cpuNs?: number;
  /** Of all threads together, mean of an iteration. */
  readonly busyNs?: number;
  readonly throughput?: Throughput;
  readonly colour: string;
  readonly points: readonly HistoryPoint[];
  /** Compared with the run before; absent without one. */
  readonly change?: Change;
  readonly parts: readonly TableRow[];
}

/** Iterations, or bytes that are moved. What is bound to a dispatch says nothing of how much of it is touched. */
export interface Throughput {
  readonly perSecond: number;
  readonly of: 'runs' | 'bytes';
}

const SCOPE_COLOUR = 'var(--fn-lines)';

type Place = Pick<TableRow, 'record' | 'via'>;
const placeOf = ({ record, via }: { readonly record?: number; readonly via?: number }): Place => ({
  ...(record === undefined ? {} : { record }),
  ...(via === undefined ? {} : { via }),
});

/** `environment`: of the run, once it has ended. */
export function benchmarkRows(
  rows: readonly BenchmarkRow[],
  history: readonly HistoryPoint[],
  environment: BenchmarkEnvironment | undefined,
): readonly TableRow[] {
  const points = byName(history);
  const colours = coloursOf(rows);
  const pastOf = (
    name: string | undefined,
    timed: { readonly statistics: SampleStatistics; readonly belowResolution?: boolean } | undefined,
  ): Pick<TableRow, 'points' | 'change'> => {
    const past = (name === undefined ? undefined : points.get(name)) ?? [];
    const change = timed === undefined ? undefined : changeOf(timed, environment, past);
    return { points: past, ...(change === undefined ? {} : { change }) };
  };

  const partRow = (
    of: BenchmarkRow,
    names: readonly (string | undefined)[],
    { place, part, parts }: PartNode,
    inherited?: Pick<TableRow, 'colour' | 'label'>,
  ): TableRow => {
    const { kind, medianNs, interval, share, busyNs, statistics, samples, executions } = part;
    const name = names[place];
    const colour = inherited?.colour ?? colours.get(colourKey(part)) ?? SCOPE_COLOUR;
    const times = statistics === undefined || samples === undefined ? undefined : { statistics, samples };
    // A function with a single launch opens into its records at once.
    const [only, second] = parts;
    const isPassed = kind === 'function' && only !== undefined && second === undefined && only.parts.length > 0;
    return {
      ...{ key: name ?? `${keyOf(of)}/part:${String(place)}`, kind, label: breakdownLabel(part, bytes), of, ...placeOf(part) },
      ...(inherited === undefined ? {} : { inside: inherited.label }),
      ...(times === undefined ? {} : { times }),
      ...(medianNs === undefined ? { untimed: PART_UNMEASURABLE } : { medianNs }),
      ...(interval === undefined ? {} : { interval }),
      ...(share === undefined ? {} : { share }),
      ...(busyNs === undefined ? {} : { busyNs }),
      ...bytesThroughput(part, of.breakdown?.parts),
      ...{ executions, colour, ...pastOf(name, times) },
      ...(isPassed ? { note: breakdownLabel(only.part, bytes) } : {}),
      parts: (isPassed ? only.parts : parts).map((each) => partRow(of, names, each, inherited ?? { colour, label: part.label })),
    };
  };

  return rows.map((row): TableRow => {
    const { breakdown, kind, label, name, statistics, samples, belowResolution = false, cpuNs } = row;
    const names = breakdown === undefined ? [] : partNames(name, breakdown.parts);
    // Repetitions of one run have the name of the first, but are none of its history.
    const past = pastOf(row.repetition === 0 ? name : undefined, row);
    return {
      ...{ key: keyOf(row), kind, label: label === '' ? name : label, of: row, ...placeOf(row), colour: SCOPE_COLOUR, ...past },
      ...(belowResolution
        ? { untimed: UNMEASURABLE }
        : { times: { statistics, samples }, medianNs: statistics.median, interval: statistics.interval, ...runsThroughput(row) }),
      ...(cpuNs === undefined ? {} : { cpuNs }),
      parts: breakdown === undefined ? [] : [...partTree(breakdown).map((node) => partRow(row, names, node)), restRow(row, breakdown)],
    };
  });
}

function byName(history: readonly HistoryPoint[]): ReadonlyMap<string, readonly HistoryPoint[]> {
  const found = new Map<string, HistoryPoint[]>();
  for (const point of history) {
    const points = found.get(point.name);
    if (points === undefined) found.set(point.name, [point]);
    else points.push(point);
  }
  return found;
}

const keyOf = ({ name, repetition }: BenchmarkRow): string => (repetition === 0 ? name : `${name} repetition ${String(repetition + 1)}`);

/** What of a scope none of its parts goes on. */
function restRow(of: BenchmarkRow, { restNs, medianNs }: Breakdown): TableRow {
  const common = {
    kind: 'rest',
    label: 'no dispatch or operation of it goes on',
    of,
    colour: SCOPE_COLOUR,
    points: [],
    parts: [],
  } as const;
  return {
    ...{ ...common, key: `${keyOf(of)}/rest` },
    ...(restNs === undefined
      ? { untimed: 'It is shorter than fifty readings of the clock.' }
      : { medianNs: restNs, share: restNs / medianNs }),
  };
}

function runsThroughput({ realNs }: BenchmarkRow): Pick<TableRow, 'throughput'> {
  return realNs > 0 ? { throughput: { perSecond: 1e9 / realNs, of: 'runs' } } : {};
}

function bytesThroughput(
  { kind, parent, bytes: size, medianNs = 0 }: BreakdownPart,
  all: readonly BreakdownPart[] = [],
): Pick<TableRow, 'throughput'> {
  const isOperation = kind === 'operation' || (kind === 'record' && parent !== undefined && all[parent]?.kind === 'operation');
  return isOperation && medianNs > 0 ? { throughput: { perSecond: (Number(size) / medianNs) * 1e9, of: 'bytes' } } : {};
}

const colourKey = ({ executable, ordinal, label }: BreakdownPart): string => `${executable ?? label} ${String(ordinal)}`;

/** Of functions, by the time that each has in all scopes together. */
function coloursOf(rows: readonly BenchmarkRow[]): ReadonlyMap<string, string> {
  const sums = new Map<string, number>();
  for (const { breakdown, repetition } of rows) {
    if (repetition > 0) continue;
    for (const part of breakdown?.parts ?? [])
      if (part.kind === 'function') sums.set(colourKey(part), (sums.get(colourKey(part)) ?? 0) + (part.medianNs ?? 0));
  }
  const ranked = [...sums].sort(([, a], [, b]) => b - a);
  return new Map(ranked.map(([key], rank) => [key, functionColour(rank)]));
}

/** The row with this key, and the one at the first level that it is or is below of. */
export function findRow(
  rows: readonly TableRow[],
  key: string | undefined,
): { readonly row: TableRow; readonly top: TableRow } | undefined {
  const within = (list: readonly TableRow[]): TableRow | undefined => {
    for (const row of list) {
      const found = row.key === key ? row : within(row.parts);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const top of rows) {
    const row = within([top]);
    if (row !== undefined) return { row, top };
  }
  return undefined;
}

/** What the sentence is about. */
export const mainRow = (rows: readonly TableRow[]): TableRow | undefined => longestRow(rows, ({ of }) => of);
