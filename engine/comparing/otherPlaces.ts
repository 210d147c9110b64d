/** Whether results are the same wherever buffers lie, and whatever memory holds that nothing wrote: then they depend on what is theirs. */
import type { Collected } from '../addon/replay';
import { agree, type ComparedOutputs } from './outputs';

export interface OtherPlacesAsked {
  /** A replay with other places, which follow from the seed. */
  readonly replay: (placement: number) => Promise<Collected>;
  readonly usual: Collected;
  /** Of the first of `count` placements. */
  readonly seed: number;
  readonly count: number;
  readonly compare: (right: Collected, found: Collected) => Promise<ComparedOutputs>;
}

/** Of the first placement with which results differ: its seed, and where they do. */
export interface DependsOnPlace {
  readonly seed: number;
  readonly wrong: ComparedOutputs;
}

/** The first of the placements with which results differ each time: what differs once says nothing of places. */
export async function dependsOnPlace({ replay, usual, seed, count, compare }: OtherPlacesAsked): Promise<DependsOnPlace | undefined> {
  for (let index = 0; index < count; index++) {
    const placement = (seed + index) % 2 ** 32;
    const found = await replay(placement);
    const compared = await compare(usual, found);
    if (agree(compared)) continue;
    // With the same places it may be another each time: what it reads then is not even the capture's.
    if (!agree(await compare(usual, await replay(placement)))) return { seed: placement, wrong: compared };
  }
  return undefined;
}
