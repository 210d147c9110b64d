/** How far a replay would come. */
import type { Problem } from '../jobs/problem';

/** The record of the first problem that blocks, in the order of the file; undefined where nothing blocks, or what does stands for no record. */
export function firstBlocked(problems: readonly Problem[]): number | undefined {
  let first: number | undefined;
  for (const { severity, record } of problems) {
    if (severity !== 'error') continue;
    if (record === undefined) return undefined;
    if (first === undefined || record < first) first = record;
  }
  return first;
}
