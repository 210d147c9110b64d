/** Whether two replays agree on other inputs than the recorded ones, which what is right on these alone does not know. */
import type { ComparedRange, Conditions, OtherInputs, Tolerance } from '../../protocol/replay/verification';
import { TOLERANCE_FACTOR } from '../../protocol/words/otherInputsWords';
import type { Collected } from '../addon/replay';
import { agree, sameOutputs, type ComparedOutputs } from './outputs';
import { seedAfter } from './seeds';

/** Bytes of outputs that are kept of one side at a time. */
const MOST_KEPT = 256 * 2 ** 20;

/** Replays of one side, one for each seed. */
export type ReplayOn = (seeds: readonly number[]) => Promise<readonly Collected[]>;

export interface OtherInputsAsked {
  readonly original: ReplayOn;
  readonly candidate: ReplayOn;
  /** What the original gives on the recorded inputs. */
  readonly recorded: Collected;
  /** Of the first of `count` inputs. */
  readonly seed: number;
  readonly count: number;
  readonly tolerance: Tolerance;
  readonly compare: (right: Collected, found: Collected, tolerance: Tolerance) => Promise<ComparedOutputs>;
}

/** What is said, and not held against a candidate, on other inputs. */
const wider = ({ absolute, relative, ulp, nanEqual }: Tolerance): Tolerance => ({
  absolute: absolute * TOLERANCE_FACTOR,
  relative: relative * TOLERANCE_FACTOR,
  ulp: ulp * TOLERANCE_FACTOR,
  nanEqual,
});

/** Within what results count as right in these conditions. */
export const toleranceIn = ({ perturbation }: Conditions, tolerance: Tolerance): Tolerance =>
  perturbation === undefined ? tolerance : wider(tolerance);

const countNan = (ranges: readonly ComparedRange[]): bigint => ranges.reduce((sum, { nanExpected }) => sum + BigInt(nanExpected), 0n);

/** `wrong` is what differs. After that nothing more is replayed. */
export async function compareOnOtherInputs(
  asked: OtherInputsAsked,
): Promise<{ readonly found: OtherInputs; readonly wrong?: ComparedOutputs }> {
  const { original, candidate, recorded, seed, count, tolerance, compare } = asked;
  const silent: string[] = [];
  let agreeing = 0;
  let nearly = 0;
  const found = (): OtherInputs => ({ seed, agree: agreeing, nearly, silent });
  const size = recorded.outputs.reduce((sum, { length }) => sum + length, 0);
  const atOnce = Math.max(1, Math.floor(MOST_KEPT / Math.max(1, size)));
  const expectedNan = countNan((await compare(recorded, recorded, tolerance)).ranges);
  for (let first = 0; first < count; first += atOnce) {
    const seeds = Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => seedAfter(seed, first + index));
    const rights = await original(seeds);
    const ours = await candidate(seeds);
    for (const [index, right] of rights.entries()) {
      const mine = ours[index];
      const own = seeds[index];
      if (mine === undefined || own === undefined) continue;
      const compared = await compare(right, mine, tolerance);
      const isNear = agree(compared) || agree(await compare(right, mine, wider(tolerance)));
      if (countNan(compared.ranges) > expectedNan) {
        silent.push('the original gives NaN');
      } else if (!isNear) {
        const [again] = await original([own]);
        if (again === undefined || agree(await compare(right, again, wider(tolerance))))
          return { found: { ...found(), differs: own }, wrong: compared };
        silent.push('the original itself gives other results each time');
      } else if (sameOutputs(right, recorded)) {
        silent.push('they change nothing that is read back');
      } else {
        agreeing++;
        if (!agree(compared)) nearly++;
      }
    }
  }
  return { found: found() };
}
