/** What of a breakdown can be told. */
import type { Breakdown, BreakdownPart } from '../../protocol/measurement/benchmark';
import { medianOf } from '../../protocol/measurement/statistics';
import { compareMedians } from '../addon/measuring';
import type { MeasuredBreakdown, MeasuredPart } from '../addon/breakdown';
import { READINGS } from './resolution';

/** Parts of a scope that a result has, at most. */
export const MOST_PARTS = 2000;

function partOf(
  { medianNs, meanNs, interval, busyNs, statistics, samples, ...part }: MeasuredPart,
  scopeNs: number,
  timerNs: number,
): BreakdownPart {
  const label = part.label === '' ? `function ${String(part.ordinal)}` : part.label;
  // Each execution ends with a reading of the clock, which is in its time.
  if (medianNs < READINGS * timerNs * part.executions) return { ...part, label, belowResolution: true };
  return {
    ...part,
    label,
    medianNs,
    meanNs,
    busyNs,
    share: medianNs / scopeNs,
    bytesPerSecond: (Number(part.bytes) / medianNs) * 1e9,
    statistics,
    samples: Float64Array.from(samples),
    ...(interval === undefined ? {} : { interval }),
  };
}

/** Of a scope that took `times` in iterations that were recorded, and `bare` in as many that were not. */
export async function breakdownOf(
  { samples, medianNs, restNs, withoutRecords, leftOut, parts }: MeasuredBreakdown,
  { times, bare }: { readonly times: Float64Array; readonly bare: Float64Array },
  timerNs: number,
): Promise<Breakdown> {
  const { ratio, interval } = await compareMedians(times, bare, timerNs);
  return {
    ...{ samples, medianNs, leftOut },
    ...(restNs < READINGS * timerNs ? {} : { restNs }),
    parts: parts.map((part) => partOf(part, medianNs, timerNs)),
    ...(withoutRecords ? { withoutRecords } : {}),
    unrecorded: { medianNs: medianOf(bare), ratio, interval },
  };
}
