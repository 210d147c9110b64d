/** Where the time of iterations goes while they are measured, by the native core. */
import type { BreakdownPart } from '../../protocol/measurement/benchmark';
import type { ExecutableContent } from '../../protocol/results/contentChanges';
import type { SampleStatistics } from '../../protocol/measurement/statistics';
import type { RawBreakdownRun } from './addon';
import type { Measurable } from './measurement';
import { measuring } from './measuring';

/** A part as it was measured, whatever the clock can tell. */
export type MeasuredPart = Omit<
  BreakdownPart,
  'medianNs' | 'meanNs' | 'busyNs' | 'share' | 'bytesPerSecond' | 'belowResolution' | 'statistics' | 'samples'
> & {
  readonly medianNs: number;
  readonly meanNs: number;
  readonly busyNs: number;
  readonly statistics: SampleStatistics;
  readonly samples: readonly number[];
};

/** Of one scope; without a name of the whole capture. */
export interface MeasuredBreakdown {
  readonly scope?: string;
  readonly samples: number;
  readonly medianNs: number;
  readonly restNs: number;
  readonly withoutRecords: boolean;
  readonly leftOut: number;
  readonly parts: readonly MeasuredPart[];
}

/** Iterations that are recorded, each with one beside it that is not. */
export interface BreakdownRun extends Measurable {
  /** Of all iterations since the last clear(): the longest parts, at most so many of each scope. */
  report(most: number): Promise<readonly MeasuredBreakdown[]>;
  /** What is executed. */
  contents(): Promise<readonly ExecutableContent[]>;
  clear(): void;
  close(): void;
}

export const breakdownRun = (raw: RawBreakdownRun): BreakdownRun => ({
  measure: (limits, stop) => measuring(stop, (cancel) => raw.measure(limits, cancel)),
  report: async (most) => JSON.parse(await raw.report(most)) as readonly MeasuredBreakdown[],
  contents: async () => JSON.parse(await raw.contents()) as readonly ExecutableContent[],
  clear: () => {
    raw.clear();
  },
  close: () => {
    raw.close();
  },
});
