/** The tile size trap: a substitute that its compiler has tiled for another grid than the recorded one. */
import type { RunCrash, RunOptions } from '../../protocol/replay/run';
import type { Hint } from '../../protocol/replay/verification';
import type { ListedDispatch } from '../addon/dispatches';
import { gridsOf, type Grid } from '../kernels/grids';

/** A hint that ends with the flag to try. */
export function gridHint(what: string, name: string, grid: Grid): Hint {
  const workgroupCount = `${name}=${grid.join(',')}`;
  return { message: `${what} Try --replay_workgroup_count=${workgroupCount}`, workgroupCount };
}

/** Hints about functions of substitutes (already built from sources) known to need other grids. Executes nothing. */
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

/** What a guard page says about the grid: on one thread workgroups run in order, and the first outside its buffers is one too many. */
export function crashHints({ signal, function: name, workgroup, workgroupCount }: RunCrash): readonly Hint[] {
  if (signal !== 'SIGSEGV' || name === undefined || workgroup === undefined || workgroupCount === undefined) return [];
  // Only in one dimension is it clear which are too many.
  if (workgroup.filter((id) => id > 0).length !== 1) return [];
  const [x, y, z] = workgroup.map((id, dimension) => (id > 0 ? id : (workgroupCount[dimension] ?? 1)));
  const what = `${name} leaves its buffers in workgroup [${workgroup.join(',')}] of ${workgroupCount.join(',')}: it may be tiled for fewer.`;
  return [gridHint(what, name, [x ?? 1, y ?? 1, z ?? 1])];
}
