/** What of a measurement is scopes: every occurrence of each, in one pass over all of them, however many names there are. */
import type { Measurement } from '../addon/measurement';

/** Also of measurements that were joined. */
export type ScopeSamples = { readonly scopes: readonly Pick<Measurement['scopes'][number], 'name' | 'record'>[] } & Readonly<
  Record<'times' | 'scopeTimes' | 'scopeFileReadTimes', ArrayLike<number>>
>;

/** One occurrence of a scope: a time an iteration. */
export interface Occurrence {
  readonly record: number;
  readonly times: Float64Array;
  /** Mean nanoseconds that threads spent in file reads in it, all together. */
  readonly fileReadNs: number;
}

/** A scope: all its occurrences, and their sum an iteration. */
export interface ScopeSeries {
  readonly name: string;
  readonly occurrences: readonly Occurrence[];
  readonly sums: Float64Array;
  readonly fileReadNs: number;
}

/** The series of the scopes of these names; an empty one for a name that there is not. */
export function scopeSeries(samples: ScopeSamples, names: readonly string[]): readonly ScopeSeries[] {
  const { times, scopes, scopeTimes, scopeFileReadTimes } = samples;
  const places = new Map<string, number[]>(names.map((name) => [name, []]));
  for (const [place, { name }] of scopes.entries()) places.get(name)?.push(place);
  const at = (values: ArrayLike<number>, iteration: number, place: number): number => values[iteration * scopes.length + place] ?? 0;
  const occurrence = (place: number): Occurrence => {
    const series = new Float64Array(times.length);
    let reads = 0;
    for (let iteration = 0; iteration < times.length; iteration++) {
      series[iteration] = at(scopeTimes, iteration, place);
      reads += at(scopeFileReadTimes, iteration, place);
    }
    return { record: scopes[place]?.record ?? 0, times: series, fileReadNs: reads / Math.max(1, times.length) };
  };
  return names.map((name) => {
    const occurrences = (places.get(name) ?? []).map(occurrence);
    const sums = new Float64Array(times.length);
    for (const one of occurrences)
      for (let iteration = 0; iteration < sums.length; iteration++) sums[iteration] = (sums[iteration] ?? 0) + (one.times[iteration] ?? 0);
    return { name, occurrences, sums, fileReadNs: occurrences.reduce((total, one) => total + one.fileReadNs, 0) };
  });
}

/** What the scope of these names that took the least took in all iterations together; Infinity for no name. */
export function leastOfScopes(samples: ScopeSamples, names: readonly string[]): number {
  const { scopes, scopeTimes } = samples;
  const totals = new Map(names.map((name) => [name, 0]));
  for (let i = 0; i < scopeTimes.length; i++) {
    const name = scopes[i % scopes.length]?.name ?? '';
    const total = totals.get(name);
    if (total !== undefined) totals.set(name, total + (scopeTimes[i] ?? 0));
  }
  let least = Infinity;
  for (const total of totals.values()) least = Math.min(least, total);
  return least;
}
