/** What kernels took when their captures were last profiled, or measured with a breakdown. */
import { partsOfBenchmark, type BenchmarkPlace } from './kernelParts';
import { replayOf, type MeasuredRun } from '../../protocol/results/results';
import { isWhole } from '../runs/profiling';

/** Of one kernel in one run. */
export interface KernelTime {
  /** All its executions together, in nanoseconds: of a profile of all threads, of a benchmark in an iteration. */
  readonly ns: bigint;
  /** Of what all kernels of that run took, from 0 to 1; of a benchmark, of the scope. */
  readonly share: number;
  readonly run: MeasuredRun;
  /** Of a benchmark: what it says of the kernel. */
  readonly part?: BenchmarkPlace;
}

/** Of a capture that was written at a time (in milliseconds since 1970), by executable and ordinal. */
export type KernelTimes = ReadonlyMap<string, KernelTime>;

export const kernelKey = (executable: string, ordinal: number): string => `${executable} ${String(ordinal)}`;

/**
 * From the chosen run if it is of the capture, or else from the newest profile of everything that a replay of it executed, or benchmark with a
 * breakdown. A run that is older than the capture is of other content, and says nothing.
 */
export function kernelTimes(runs: readonly MeasuredRun[], capture: string, modified: number, chosen?: string): KernelTimes {
  const about = runs.filter((run) => run.capture === capture && Date.parse(run.started) >= modified).toReversed();
  for (const run of [...about.filter(({ id }) => id === chosen), ...about]) {
    const times = timesIn(run);
    if (times.size > 0) return times;
  }
  return new Map();
}

/** What a run says of kernels; nothing where it is of a part alone, has not ended well, or is by an engine that does not tell. */
export function timesIn(run: MeasuredRun): KernelTimes {
  if (run.state.state !== 'done' || isOfOther(run)) return new Map();
  if (run.job === 'benchmark')
    return new Map(partsOfBenchmark(run).map((place) => [kernelKey(place.executable, place.ordinal), ofPart(place, run)]));
  if (run.job !== 'run' || 'program' in run.state.result || !isWhole(run.options.profiling ?? {})) return new Map();
  const { functions } = run.state.result;
  const all = functions.reduce((sum, { ns }) => sum + BigInt(ns), 0n);
  if (all === 0n) return new Map();
  return new Map(
    functions.map(({ executable, ordinal, ns }) => [
      kernelKey(executable, ordinal),
      { ns: BigInt(ns), share: Number((BigInt(ns) * 1_000_000n) / all) / 1e6, run },
    ]),
  );
}

/** Something else was executed than the capture holds, which says nothing of what its kernels take. */
function isOfOther({ options }: MeasuredRun): boolean {
  const { substitutions = [], workgroupCounts = [] } = replayOf(options);
  return substitutions.length > 0 || workgroupCounts.length > 0;
}

const ofPart = (part: BenchmarkPlace, run: MeasuredRun): KernelTime => ({
  ...{ ns: BigInt(Math.round(part.medianNs)), share: part.share, run, part },
});
