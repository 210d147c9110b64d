/** Grids that dispatches of a function get in place of the recorded ones. */
import type { MeasuredRun } from '../../protocol/results/results';

/** The counts with this one, "FUNCTION=X,Y,Z", in place of another of the same function. */
export function withCount(counts: readonly string[], count: string): readonly string[] {
  const functionOf = (one: string): string => one.slice(0, one.lastIndexOf('='));
  return [...counts.filter((one) => functionOf(one) !== functionOf(count)), count];
}

/** The run with another grid; undefined for one without a substitute, where no other grid is right. */
export function withWorkgroupCount(run: MeasuredRun, count: string): MeasuredRun | undefined {
  switch (run.job) {
    case 'substitute': {
      const candidates = run.options.candidates.map((one) => ({ ...one, workgroupCounts: withCount(one.workgroupCounts ?? [], count) }));
      return { ...run, options: { ...run.options, candidates } };
    }
    case 'verify': {
      const { run: options } = run.options;
      return { ...run, options: { ...run.options, run: { ...options, workgroupCounts: withCount(options.workgroupCounts ?? [], count) } } };
    }
    case 'benchmark':
    case 'bisect':
    case 'run':
      return undefined;
  }
}
