/** Whether results are the same wherever buffers lie, and whatever memory holds that nothing wrote: then they depend on what is theirs. */
import type { Collected } from '../addon/replay';
import { agree, type ComparedOutputs } from './outputs';
import { seedAfter } from './seeds';

export interface OtherPlacesAsked {
  /** A replay with other places, which follow from the seed; without one, with the usual places. */
  readonly replay: (placement?: number) => Promise<Collected>;
  readonly usual: Collected;
  /** Of the first of `count` placements. */
  readonly seed: number;
  readonly count: number;
  readonly compare: (right: Collected, found: Collected) => Promise<ComparedOutputs>;
}

/** Of the first placement with which results differ. */
export interface DiffersElsewhere {
  readonly seed: number;
  readonly wrong: ComparedOutputs;
  /** In the same places, too, they are others from run to run: then places are not why. */
  readonly anywhere: boolean;
}

/**
 * Replays in each of both places that tell whether places are why. Results that are right by chance, one time in three, are so in all six
 * one time in seven hundred.
 */
const AGAIN = 6;

/** The first of the placements with which results differ. */
export async function differsElsewhere({ replay, usual, seed, count, compare }: OtherPlacesAsked): Promise<DiffersElsewhere | undefined> {
  for (let index = 0; index < count; index++) {
    const placement = seedAfter(seed, index);
    const wrong = await compare(usual, await replay(placement));
    if (agree(wrong)) continue;
    // With the same places they may be others each time: what is read then is not even the capture's.
    let wrongAgain = 0;
    for (let again = 0; again < AGAIN; again++) {
      if (!agree(await compare(usual, await replay()))) return { seed: placement, wrong, anywhere: true };
      if (!agree(await compare(usual, await replay(placement)))) wrongAgain++;
    }
    return { seed: placement, wrong, anywhere: wrongAgain < AGAIN / 2 };
  }
  return undefined;
}
