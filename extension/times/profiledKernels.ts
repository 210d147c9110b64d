/** What the executions of kernels took one by one, as the files say that profiles were recorded into. */
import { areOfOneCapture, diffTimes, timesOf, type ProfileTimes } from '../../engine/jobs/profileDiff';
import type { ProfileDiffRow } from '../../protocol/jobs/profileDiff';
import type { RecordRun } from '../../protocol/capture/recordTimes';
import type { MeasuredRun, RunOf } from '../../protocol/results/results';
import { NOISE_RUNS } from '../../protocol/results/separateRuns';
import { describe } from '../captures/executionTimes';
import { isWhole, profileFileOf } from '../runs/profiling';

/** Times of one kernel, or of one dispatch of it. */
export type DescribedTimes = Pick<Required<RecordRun>, 'count' | 'medianNs' | 'madNs' | 'p95Ns' | 'leastNs' | 'mostNs' | 'histogram'>;

/** Of a kernel in a profile. */
export interface ProfiledKernel extends DescribedTimes {
  readonly totalNs: number;
  /** Its dispatches that are executed several times, by their records: the few that take longest together. */
  readonly records: readonly (DescribedTimes & { readonly record: number })[];
  /** Against the profile before of the same capture in the same way, by the one rule; absent without one. */
  readonly trend?: { readonly difference: NonNullable<ProfileDiffRow['difference']>; readonly since: string };
}

export interface ProfiledKernels {
  /** By the kernel's name. Undefined where the run's file is gone or cannot be read. Read once. */
  of(run: RunOf<'run'>, all: readonly MeasuredRun[]): Promise<ReadonlyMap<string, ProfiledKernel> | undefined>;
}

/** Profiles that are kept in memory: those of the captures whose sources are open, and the runs before. */
const MOST_KEPT = 32;

export function createProfiledKernels(): ProfiledKernels {
  const read = new Map<string, Promise<ProfileTimes | undefined>>();
  const known = new Map<string, Promise<ReadonlyMap<string, ProfiledKernel> | undefined>>();
  const once = <Value>(kept: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> => {
    const value = kept.get(key) ?? make();
    // The latest last.
    kept.delete(key);
    kept.set(key, value);
    for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
    return value;
  };
  const timesOfRun = (run: RunOf<'run'>): Promise<ProfileTimes | undefined> =>
    once(read, run.id, () => timesOf(profileFileOf(run) ?? '').catch(() => undefined));

  const look = async (run: RunOf<'run'>, before: readonly RunOf<'run'>[]): Promise<ReadonlyMap<string, ProfiledKernel> | undefined> => {
    const now = await timesOfRun(run);
    if (now === undefined) return undefined;
    const earlier: { readonly times: ProfileTimes; readonly started: string }[] = [];
    for (const one of before) {
      const times = await timesOfRun(one);
      if (times !== undefined && areOfOneCapture(now, [times])) earlier.push({ times, started: one.started });
    }
    const last = earlier.at(-1);
    const compared = await diffTimes(
      earlier.map(({ times }) => times),
      now,
      'function',
    );
    const differences = new Map(compared.rows.map(({ key, difference }) => [key, difference]));
    return new Map(
      now.rows
        .filter(({ record }) => record === undefined)
        .map(({ key, executions, total_ns: totalNs, samples }) => {
          const difference = differences.get(key);
          return [
            key,
            {
              ...{ ...described(executions, samples), totalNs },
              records: now.rows
                .flatMap((one) =>
                  one.key === key && one.record !== undefined && one.executions > 1 ? [{ ...one, record: one.record }] : [],
                )
                .toSorted((a, b) => b.total_ns - a.total_ns)
                .slice(0, MOST_RECORDS)
                .map((one) => ({ ...described(one.executions, one.samples), record: one.record })),
              ...(last === undefined || difference === undefined ? {} : { trend: { difference, since: last.started } }),
            },
          ];
        }),
    );
  };
  return {
    of(run, all) {
      const before = all.filter((one): one is RunOf<'run'> => isBefore(one, run)).slice(-NOISE_RUNS);
      return once(known, [run, ...before].map(({ id }) => id).join(' '), () => look(run, before));
    },
  };
}

/** Dispatches of one kernel that are told apart. */
const MOST_RECORDS = 4;

const described = (count: number, samples: readonly number[]): DescribedTimes => ({
  ...describe(Float64Array.from(samples)),
  count,
});

/** It recorded the same in the same way, earlier. */
function isBefore(one: MeasuredRun, run: RunOf<'run'>): boolean {
  return (
    one.job === 'run' &&
    one.capture === run.capture &&
    one.started < run.started &&
    one.state.state === 'done' &&
    isWhole(one.options.profiling ?? {}) &&
    wayOf(one) === wayOf(run)
  );
}

/** What besides the capture decides how long it takes, and is the user's choice. */
function wayOf({ options, settings }: RunOf<'run'>): string {
  return JSON.stringify([
    options.substitutions ?? [],
    options.workgroupCounts ?? [],
    [settings.engine, settings.device, settings.workers ?? null],
    options.guardBuffers ?? false,
    [options.stopBeforeRecord ?? null, options.stopBeforeCommand ?? null],
    options.profiling?.mode ?? null,
  ]);
}
