/** What a substitute leaves unwritten: a sign that it is tiled for a larger grid than the recorded one. */
import type { RunOptions } from '../../protocol/replay/run';
import type { Hint } from '../../protocol/replay/verification';
import type { ListedDispatch } from '../addon/dispatches';
import type { Grid } from '../kernels/grids';
import { inspect } from '../addon/inspection';
import { gridHint } from './tiling';

/** Two bytes that memory is filled with in turn: what holds each after its run was never written. */
const POISONS = [0xa5, 0x5a] as const;
const MOST_FUNCTIONS = 8;

/** Grids with that many times as many workgroups, in whichever recorded dimension can take it. */
function scaled(count: readonly [number, number, number], factor: number): Grid | undefined {
  const dimension = count.findIndex((n) => n > 1);
  const at = dimension < 0 ? 0 : dimension;
  const [x, y, z] = count.map((n, index) => (index === at ? n * factor : n));
  return [x, y, z].every(Number.isInteger) ? [x ?? 1, y ?? 1, z ?? 1] : undefined;
}

/**
 * Sentences about substituted dispatches that leave part of what they are given unwritten, with the grid that would write all of it if that
 * is a whole number.
 */
export async function unwritten(options: RunOptions, dispatches: readonly ListedDispatch[], signal: AbortSignal): Promise<readonly Hint[]> {
  const seen = new Set<string>();
  const hints: Hint[] = [];
  for (const { record, via, substituted, function: name, workgroupCount } of dispatches) {
    if (!substituted || seen.has(name) || seen.size >= MOST_FUNCTIONS) continue;
    seen.add(name);
    const place = { record, ...(via === undefined ? {} : { via }) };
    const runs = [];
    for (const poison of POISONS) runs.push(await inspect({ run: { ...options, poison }, ...place }, signal));
    const [first, second] = runs;
    if (first === undefined || second === undefined) continue;
    for (const [index, range] of first.inspection.ranges.entries()) {
      if (range.changed === '0') continue;
      const a = first.bytes(index, 'after');
      const b = second.bytes(index, 'after');
      let left = 0;
      for (let i = 0; i < a.length; i++) if (a[i] === POISONS[0] && b[i] === POISONS[1]) left++;
      if (left === 0) continue;
      const part = (100 * left) / a.length;
      const better = workgroupCount && scaled(workgroupCount, Math.round((1000 * a.length) / (a.length - left)) / 1000);
      const what =
        `${name} leaves ${part.toFixed(part < 10 ? 1 : 0)} % of binding ${String(range.ordinal)} unwritten with the recorded grid` +
        `${workgroupCount === undefined ? '' : ` of ${workgroupCount.join(',')} workgroups`}: it seems to be tiled for another.`;
      hints.push(better === undefined ? { message: what } : gridHint(what, name, better));
    }
  }
  return hints;
}
