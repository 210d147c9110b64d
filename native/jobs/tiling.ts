/** The trap of tile sizes: a substitute that its compiler has tiled for another grid than the recorded one. */
import type { RunOptions } from '../../protocol/run';
import type { Hint } from '../../protocol/verification';
import type { ListedDispatch } from '../dispatches';
import { gridsOf, type Grid } from '../kernel/grids';

/** A hint that ends with the flag to try. */
export function gridHint(what: string, name: string, grid: Grid): Hint {
  const workgroupCount = `${name}=${grid.join(',')}`;
  return { message: `${what} Try --replay_workgroup_count=${workgroupCount}`, workgroupCount };
}

/** Hints about functions of substitutes, none of them a source any more, that are known to want other grids. Executes nothing. */
export async function tiledOtherwise(run: RunOptions, dispatches: readonly ListedDispatch[]): Promise<readonly Hint[]> {
  const files = (run.substitutions ?? []).map((value) => value.slice(value.indexOf('=') + 1));
  const grids = new Map((await Promise.all(files.map(gridsOf))).flatMap((known) => [...known]));
  const hints = new Map<string, Hint>();
  for (const { substituted, function: name, workgroupCount } of dispatches) {
    const wanted = grids.get(name);
    if (!substituted || workgroupCount === undefined || wanted === undefined || hints.has(name)) continue;
    if (wanted.join() === workgroupCount.join()) continue;
    const what = `${name} was compiled for ${wanted.join(',')} workgroups, and gets ${workgroupCount.join(',')}.`;
    hints.set(name, gridHint(what, name, wanted));
  }
  return [...hints.values()];
}
