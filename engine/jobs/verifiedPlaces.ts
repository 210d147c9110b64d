/** Whether what a verification compares depends on where buffers lie, and on what memory holds that nothing wrote. */
import type { RunOptions } from '../../protocol/replay/run';
import type { DependsOnUnwritten, KeptState, VerificationResult } from '../../protocol/replay/verification';
import { differsElsewhere, type DiffersElsewhere } from '../comparing/otherPlaces';
import { agree, type ComparedOutputs } from '../comparing/outputs';
import { collect, thatEnds, type Side } from './collected';
import { UNSTEADY, type ComparedAsRecorded, type Comparison } from './verifiedOutputs';
import type { Replayed, Verification } from './verifiedReplays';

/** What other places tell. */
export interface ComparedPlaces {
  /** Why nothing can be said of the results, in these places or in any. */
  readonly unknown: string | undefined;
  /** What differs elsewhere. */
  readonly wrong: ComparedOutputs | undefined;
  /** Whether a side leaves other results from run to run, with the same places, too. */
  readonly isUnsteady: boolean;
  /** Whose results depend on places, and the replay that shows it. */
  readonly dependent: { readonly told: DependsOnUnwritten; readonly run: RunOptions } | undefined;
  /** What each side kept between dispatches, of every session. */
  readonly kept: Readonly<Record<'ours' | 'theirs', readonly (KeptState | undefined)[]>>;
}

/** The same with buffers elsewhere, which no guards hold where they are. */
export const withPlacement = (run: RunOptions, placement: number): RunOptions => ({ ...run, guardBuffers: false, placement });

/** Whose results those are that others are compared with. */
function whoseOf(against: VerificationResult['against']): DependsOnUnwritten['whose'] {
  if (against === 'original') return 'original';
  return against === 'capture' ? 'other-capture' : 'capture';
}

/** Replays with other places what is right as recorded. */
export async function comparePlaces(
  verification: Verification,
  { ours, theirs }: Replayed,
  recorded: ComparedAsRecorded,
  comparison: Comparison,
): Promise<ComparedPlaces> {
  const { actual, expected, against, substituting } = verification;
  const { incomparable, deterministic } = recorded;
  const canTell = incomparable === undefined && deterministic;
  const elsewhere = (run: RunOptions, side: Side | undefined): Promise<Elsewhere> =>
    canTell && side !== undefined ? replayElsewhere(verification, comparison, run, side) : Promise.resolve({ kept: [] });
  // An original that gives anything is nothing to compare with.
  const right = await elsewhere(expected, theirs);
  const isOurTurn = right.found === undefined && (agree(recorded) || !substituting);
  const mine: Elsewhere = isOurTurn ? await elsewhere(actual, ours) : { kept: [] };
  const unknown = incomparable ?? (right.found?.anywhere === true ? UNSTEADY[against] : undefined);
  const found = right.found ?? mine.found;
  const isUnsteady = found?.anywhere === true;
  const whose = right.found !== undefined ? whoseOf(against) : substituting ? 'substitute' : 'capture';
  const dependent =
    found === undefined || isUnsteady || unknown !== undefined
      ? undefined
      : { told: { whose, seed: found.seed }, run: right.found !== undefined ? expected : actual };
  return {
    ...{ unknown, isUnsteady, dependent },
    wrong: unknown === undefined ? found?.wrong : undefined,
    kept: { ours: [ours.keptState, ...mine.kept], theirs: [theirs?.keptState, ...right.kept] },
  };
}

/** What one side gives elsewhere. */
interface Elsewhere {
  readonly found?: DiffersElsewhere | undefined;
  readonly kept: readonly (KeptState | undefined)[];
}

async function replayElsewhere(
  { seed, placements, next, signal }: Verification,
  { between }: Comparison,
  run: RunOptions,
  { runs: [usual] }: Side,
): Promise<Elsewhere> {
  const kept: (KeptState | undefined)[] = [];
  if (usual === undefined) return { kept };
  const found = await differsElsewhere({
    ...{ usual, seed, count: placements, compare: between },
    replay: async (placement) => {
      const placed = placement === undefined ? run : withPlacement(run, placement);
      const before = (): void => (placement === undefined ? next() : next({ placement }));
      const { runs, keptState } = await collect(thatEnds(placed, usual), 1, before, signal);
      kept.push(keptState);
      return runs[0] ?? usual;
    },
  });
  return { found, kept };
}
