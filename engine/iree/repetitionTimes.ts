/** Which of the dispatches of a profile are the repetitions that were asked for. */
import type { DispatchEvent } from './dispatchEvents';

/** Times of repetitions by the clock of their device. */
export interface RepetitionTimes {
  /** Nanoseconds, in order. */
  readonly ns: readonly number[];
  /** From the begin of the first to the begin of the last, in nanoseconds. */
  readonly spanNs: number;
  /** The step of the clock, in nanoseconds. */
  readonly resolutionNs: number;
}

function greatestCommonDivisor(numbers: readonly number[]): number {
  let divisor = 0;
  for (let number of numbers) {
    while (number !== 0) [divisor, number] = [number, divisor % number];
  }
  return divisor;
}

/** Whether each executable of the series has its own number in the profile, and no other dispatch has one of these. */
function isSeries(ours: readonly DispatchEvent[], others: readonly DispatchEvent[], series: readonly number[]): boolean {
  const numbers = new Map<number, number>();
  for (const [index, { executable }] of ours.entries()) {
    const wanted = series[index] ?? NaN;
    if ((numbers.get(wanted) ?? executable) !== executable) return false;
    numbers.set(wanted, executable);
  }
  const found = new Set(numbers.values());
  return found.size === numbers.size && !others.some(({ executable }) => found.has(executable));
}

/**
 * The times of a series of dispatches, each by one of several executables, which are the last that its device executed. Undefined where the
 * profile has not one time for each of them.
 */
export function repetitionTimes(events: readonly DispatchEvent[], series: readonly number[]): RepetitionTimes | undefined {
  const devices = [...new Set(events.map(({ device }) => device))];
  const fitting = devices.flatMap((device) => {
    const all = events.filter((event) => event.device === device);
    const ours = all.slice(-series.length);
    const others = all.slice(0, -series.length);
    return ours.length === series.length && isSeries(ours, others, series) ? [ours] : [];
  });
  const [ours, more] = fitting;
  if (ours === undefined || more !== undefined || ours.some(({ ns, ticks }) => !(ns > 0 && ticks > 0))) return undefined;
  const ticks = ours.reduce((sum, event) => sum + event.ticks, 0);
  const nsPerTick = ours.reduce((sum, { ns }) => sum + ns, 0) / ticks;
  return {
    ns: ours.map(({ ns }) => ns),
    spanNs: ((ours.at(-1)?.startTick ?? 0) - (ours[0]?.startTick ?? 0)) * nsPerTick,
    resolutionNs: greatestCommonDivisor(ours.map((event) => event.ticks)) * nsPerTick,
  };
}
