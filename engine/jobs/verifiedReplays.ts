/** What a verification replays: its sides, how often, and what they leave on what was recorded. */
import type { RunOptions } from '../../protocol/replay/run';
import type { VerifyTold } from '../../protocol/jobs/verify';
import type { Conditions, Hint, VerificationResult, VerifyProgress } from '../../protocol/replay/verification';
import { listDispatches } from '../addon/dispatches';
import type { Collected } from '../addon/replay';
import { POISON } from '../comparing/poison';
import { tiledOtherwise } from '../comparing/tiling';
import { withBuiltKernels } from '../kernels/substitutes';
import { collect, withGuards, type Side } from './collected';
import { Refused } from './refused';
import { expectedSide } from './verifiedSides';

/** A verification that is prepared: nothing of it was replayed yet. */
export interface Verification {
  readonly options: VerifyTold;
  readonly signal: AbortSignal;
  readonly substituting: boolean;
  /** The side that is verified. */
  readonly actual: RunOptions;
  /** The side that is right by definition. */
  readonly expected: RunOptions;
  readonly against: VerificationResult['against'];
  /** Whether the side that is right is replayed, too. */
  readonly hasTwoSides: boolean;
  /** Of other places and other inputs, from which those that are tried follow. */
  readonly seed: number;
  /** Other places and other inputs that are tried. */
  readonly placements: number;
  readonly perturbations: number;
  /** The dispatches that are executed, and the functions that they call. */
  readonly listed: Awaited<ReturnType<typeof listDispatches>>;
  /** Known before anything is replayed. */
  readonly known: readonly Hint[];
  /** Reports that a replay begins. */
  readonly next: (conditions?: Conditions) => void;
  /** Reports that what was replayed is compared. */
  readonly comparing: () => void;
}

/** What was replayed as recorded. */
export interface Replayed {
  /** The side that is verified. */
  readonly ours: Side;
  /** The side that is right by definition, where that is replayed. */
  readonly theirs: Side | undefined;
}

/** Builds substitutes, and finds out what is to be replayed. Rejects with BuildError where a source does not build. */
export async function prepareVerification(
  options: VerifyTold,
  report: (progress: VerifyProgress) => void,
  signal: AbortSignal,
): Promise<Verification> {
  const { runs, seed = Date.now() >>> 0, againstCapture: other } = options;
  const substituting = options.run.substitutions.length > 0;
  if (substituting) report({ phase: 'building', run: 0, of: 0 });
  const built = await withBuiltKernels(options.run, signal);
  // What leaves its buffers is found by guards, before it is found by what it damages.
  const guarded = await withGuards(built, other === undefined ? [] : [other], signal);
  // Fresh memory is zeros, which a substitute that leaves its results unwritten would share with one that writes them; and after a run, its
  // results, which the next may leave there.
  const actual: RunOptions = { ...guarded, poison: guarded.poison ?? POISON };
  const { run: expected, against } = expectedSide(options, actual);
  const hasTwoSides = against !== 'expected' && against !== 'itself';
  // What the application wrote to files would be written of these, too.
  const placements = options.run.allowFileWrites ? 0 : options.placements;
  const hasOtherInputs = (against === 'original' || against === 'devices') && !options.run.allowFileWrites;
  const perturbations = hasOtherInputs ? options.perturbations : 0;
  const replays = (runs + placements + perturbations) * (hasTwoSides ? 2 : 1);
  let run = 0;
  report({ phase: 'preparing', run: 0, of: replays });
  const listed = await listDispatches(actual, signal);
  const known = substituting ? await tiledOtherwise(actual, listed.dispatches) : [];
  if (known.length > 0) report({ phase: 'preparing', run: 0, of: replays, hints: known });
  return {
    ...{ options, signal, substituting, actual, expected, against, hasTwoSides, seed, placements, perturbations, listed, known },
    next: (conditions) =>
      report({ phase: 'executing', run: Math.min(++run, replays), of: replays, ...(conditions === undefined ? {} : { conditions }) }),
    comparing: () => report({ phase: 'comparing', run, of: replays }),
  };
}

/** Replays each side as it was recorded. */
export async function replayAsRecorded(verification: Verification): Promise<Replayed> {
  const { options, actual, against, hasTwoSides, next, signal } = verification;
  const theirs = hasTwoSides ? await replayOriginal(verification) : undefined;
  // One run alone is compared with nothing.
  const runs = against === 'itself' ? Math.max(options.runs, 2) : options.runs;
  const ours = await collect(actual, runs, () => next(), signal);
  return { ours, theirs };
}

/** What the side gives that is right. Where that is another capture, and cannot be replayed, it is that one which is named. */
async function replayOriginal({ options, expected, against, next, signal }: Verification): Promise<Side> {
  try {
    return await collect(expected, options.runs, () => next(), signal);
  } catch (error) {
    if (against !== 'capture' || !(error instanceof Refused)) throw error;
    const why = error.problems.find(({ severity }) => severity === 'error')?.message;
    throw new Error(why === undefined ? error.message : `${error.message}: ${why}`, { cause: error });
  }
}

/** Whether all runs left the same, bit for bit. */
export const isDeterministic = (runs: readonly Collected[]): boolean => new Set(runs).size <= 1;
