/** What perf is told of what this process executes. */
import type { RunOptions } from '../../protocol/replay/run';

/** Files that this process has begun: the next session's names are added, and those of an earlier process of this id are replaced. */
const begun = new Set<string>();

/** The options as the addon takes them. */
export function withPerf(options: RunOptions): object {
  const { perf, perfFolder, ...others } = options;
  if (perf === undefined) return others;
  const folder = perfFolder ?? (perf === 'map' ? '/tmp' : process.cwd());
  const file = `${perf} ${folder}`;
  const append = begun.has(file);
  begun.add(file);
  return { ...others, perf: { format: perf, folder, append } };
}
