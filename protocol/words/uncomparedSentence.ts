/** What a benchmark of something substituted does not say. */
import type { RunOptions } from '../replay/run';

/** Nothing where what is timed is what was captured. */
export function uncomparedSentence({ substitutions = [], workgroupCounts = [] }: RunOptions): string | undefined {
  if (substitutions.length + workgroupCounts.length === 0) return undefined;
  return "The results of what was substituted were not compared with the original's, as substitute does: they may be wrong.";
}
