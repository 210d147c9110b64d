/** Samples of a candidate that is faster or slower, and of its original: which loop made the difference. */
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { profileRequest } from '../../protocol/jobs/profiling';
import type { ComparedKernel, HotspotsComparison } from '../../protocol/code/hotspotsComparison';
import { isCancelled } from '../../protocol/base/problemOf';
import type { RunOptions } from '../../protocol/replay/run';
import type { CandidateResult, SampledCandidate } from '../../protocol/replay/substitution';
import { CAUSE_UNKNOWN } from '../../protocol/words/sampledDifferenceWords';
import type { SampledRun } from '../comparing/sampledRun';
import { compareSampledRuns, readSampledRun } from './hotspotsDiff';
import { prepared } from './refused';

/** Sampled one after the other, and the original once more: what that does not differ by is the candidate's. */
const LEAST_FACTOR = 1.1;
/** JSON has no more loops. */
const MOST_LOOPS = 50;

export interface SampledSides {
  readonly original: RunOptions;
  /** With its kernels built. */
  readonly candidate: RunOptions;
  readonly seconds: number;
}

/** Why nothing can be said is in the sentence. Rejects where the signal is aborted. */
export async function sampleSides(
  { original, candidate, seconds }: SampledSides,
  { verdict, rows }: CandidateResult,
  signal: AbortSignal,
): Promise<SampledCandidate> {
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'iree-replay-samples-'));
  try {
    /** As often as another, so that samples take as much of both. */
    const sampled = async (name: string, run: RunOptions, as?: SampledRun): Promise<SampledRun> => {
      const output = path.join(folder, name);
      const rate = as?.how.rateHz === undefined ? {} : { sampleRate: as.how.rateHz };
      const profile = profileRequest({ sample: true, ...rate, sampleSeconds: seconds, output });
      const { session } = await prepared({ ...run, ...(profile === undefined ? {} : { profile }) }, signal);
      try {
        await session.run(signal);
      } finally {
        session.close();
      }
      return readSampledRun(output, signal);
    };
    const before = await sampled('original.ireeprof', original);
    const after = await sampled('candidate.ireeprof', candidate, before);
    const again = await sampled('again.ireeprof', original, before);
    return comparedSides([before, after, again], rows[0]?.kind === 'dispatch' ? rows[0].label : undefined, verdict);
  } catch (error) {
    if (signal.aborted || isCancelled(error)) throw error;
    return { sentence: `${CAUSE_UNKNOWN} ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** `timed` is the function that the times are of, where they are of one. */
export function comparedSides(
  [before, after, again]: readonly [SampledRun, SampledRun, SampledRun],
  timed: string | undefined,
  verdict: CandidateResult['verdict'],
): SampledCandidate {
  const compared = compareSampledRuns(before, after, LEAST_FACTOR);
  const kernel = kernelOf(compared, timed);
  const doubt = doubtOf(compared, kernel, verdict, compareSampledRuns(before, again, LEAST_FACTOR));
  // What is not known of the whole is not told of a part.
  const { kernels, loops } = doubt === undefined ? compared : compareSampledRuns(before, after, LEAST_FACTOR, doubt);
  const changed = kernels.filter(isChanged);
  const names = new Set(changed.map(({ kernel: name }) => name));
  return {
    sentence: doubt === undefined && kernel?.cause !== undefined ? kernel.cause : `${CAUSE_UNKNOWN} ${doubt ?? ''}`.trimEnd(),
    kernels: changed,
    loops: loops.filter(({ kernel: name }) => names.has(name)).slice(0, MOST_LOOPS),
  };
}

const isChanged = ({ sameCode }: ComparedKernel): boolean => sameCode !== true;

/** The one that the times are of, or the one that differs most. */
function kernelOf({ kernels }: HotspotsComparison, timed: string | undefined): ComparedKernel | undefined {
  const named = kernels.filter((one) => isChanged(one) && (timed === undefined || one.kernel === timed));
  const differenceNs = ({ before, after }: ComparedKernel): number => Math.abs((before?.timeNs ?? 0) - (after?.timeNs ?? 0));
  return [...named].sort((a, b) => differenceNs(b) - differenceNs(a))[0];
}

/** Why nothing is known of the candidate's samples against the original's, in a sentence. */
function doubtOf(
  { doubts }: HotspotsComparison,
  kernel: ComparedKernel | undefined,
  verdict: CandidateResult['verdict'],
  control: HotspotsComparison,
): string | undefined {
  const [doubt = control.doubts[0]] = doubts;
  if (doubt !== undefined) return doubt;
  const differs = [...control.kernels, ...control.loops].some(({ difference }) => ['gained', 'lost'].includes(difference.verdict));
  if (differs) return 'The original is not as long when it is sampled again.';
  if (kernel === undefined) return 'What was substituted has no samples.';
  const isSame = kernel.difference.verdict === (verdict === 'faster' ? 'gained' : 'lost');
  return isSame ? undefined : (kernel.difference.missing ?? 'Samples do not say what the times say.');
}
