/** Which ends of outputs nothing writes, found by replays. */
import type { RunOptions } from '../../protocol/replay/run';
import type { Collected } from '../addon/replay';
import { agree, type ComparedOutputs } from '../comparing/outputs';
import { POISON } from '../comparing/poison';
import { mayEndIn, otherPoison, unwrittenEnds } from '../comparing/unwrittenEnds';
import { collect, thatEnds } from './collected';
import { Refused } from './refused';

/** Of each output, the bytes at its end that nothing writes in these replays, of which `usual` is one. */
export async function endsOf(run: RunOptions, usual: Collected | undefined, signal: AbortSignal): Promise<readonly number[]> {
  const { poison = POISON } = run;
  if (usual === undefined || !mayEndIn(usual.outputs, poison)) return [];
  const { runs } = await collect(thatEnds({ ...run, poison: otherPoison(poison) }, usual), 1, () => undefined, signal);
  return unwrittenEnds(usual.outputs, runs[0]?.outputs ?? [], poison);
}

/** The same of the recorded code, where substitutes leave `usual`, if that may matter. `compare` compares it with what is right. */
export async function recordedEnds(
  substituted: RunOptions,
  usual: Collected,
  compare: () => Promise<ComparedOutputs>,
  signal: AbortSignal,
): Promise<readonly number[]> {
  if (!mayEndIn(usual.outputs, substituted.poison ?? POISON) && agree(await compare())) return [];
  const run: RunOptions = { ...substituted, substitutions: [], workgroupCounts: [] };
  try {
    const { runs } = await collect(thatEnds(run, usual), 1, () => undefined, signal);
    return await endsOf(run, runs[0], signal);
  } catch (error) {
    // What cannot be replayed says nothing; then all is compared.
    if (error instanceof Refused) return [];
    throw error;
  }
}

/** Says what is read back and not compared. */
export function endsLeftOut(ends: readonly number[], outputs: readonly { readonly record: number }[]): readonly string[] {
  const [first, ...others] = ends.flatMap((bytes, index) => (bytes === 0 ? [] : [{ bytes, record: outputs[index]?.record ?? 0 }]));
  if (first === undefined) return [];
  const bytes = first.bytes === 1 ? 'byte' : `${String(first.bytes)} bytes`;
  const more = others.length === 0 ? '' : ` (and the end of ${String(others.length)} other output${others.length === 1 ? '' : 's'})`;
  return [`The last ${bytes} that #${String(first.record)} reads back${more} are not compared: nothing writes them.`];
}
