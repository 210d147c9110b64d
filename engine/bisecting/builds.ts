/** Builds of a kernel, each held against the good one by the native engine, in processes that may die of it. */
import * as path from 'node:path';
import { byOf, type BisectTold } from '../../protocol/jobs/bisect';
import type { ProcessJob, StartJob } from '../../protocol/processes/engine';
import type { RunOptions } from '../../protocol/replay/run';
import { POISON } from '../comparing/poison';
import { verificationSentence } from '../comparing/verificationSentence';
import { BuildError } from '../kernels/buildError';
import { withBuiltKernels } from '../kernels/substitutes';
import { endedBadly, type Outcome } from './outcome';

/** Where tests are done. */
export interface Surroundings {
  /** Starts a new process after a crash. */
  readonly start: StartJob<ProcessJob>;
  /** Hears whom it waits for. */
  readonly waits: (sentence: string) => void;
  /** Hears that it does so no longer. */
  readonly begins: () => void;
  readonly signal: AbortSignal;
}

/** What a test does, for the number of a build. */
export type TestOf = (index: number) => Promise<Outcome>;

/** The tests of builds that are asked for, against the `good` one, by its number. */
export function testsOfBuilds(told: BisectTold, good: number, { start, waits, begins, signal }: Surroundings): TestOf {
  const { builds, kernel = 'all', type, tolerance, runs, pairs, seconds } = told;
  const by = byOf(told);
  const job: StartJob<ProcessJob> = (name, options, report, stop) =>
    start(
      name,
      options,
      (state) => {
        if (state.state === 'idle' && state.waitsFor !== undefined) waits(state.waitsFor);
        if (state.state === 'running') begins();
        report(state);
      },
      stop,
    );

  /** Replays with a build in each: built once, so that what is tested again is the same. */
  const replays = new Map<number, Promise<RunOptions>>();
  const replayOf = (index: number): Promise<RunOptions> => {
    const known = replays.get(index);
    if (known !== undefined) return known;
    const built = withBuiltKernels({ ...told.run, substitutions: [`${kernel}=${builds[index] ?? ''}`] }, signal);
    replays.set(index, built);
    return built;
  };

  /** Why the good one alone does not come to its end, once it was found out. */
  let goodEnd: Promise<Outcome | undefined> | undefined;
  const endOfGood = async (): Promise<Outcome | undefined> => {
    const state = await job('run', { poison: POISON, ...(await replayOf(good)) }, () => undefined, signal);
    return state.state === 'done' ? undefined : endedBadly(state);
  };

  async function verified(run: RunOptions): Promise<Outcome> {
    const { substitutions = [], workgroupCounts = [] } = await replayOf(good);
    const original = { substitutions: [...substitutions], workgroupCounts: [...workgroupCounts] };
    const state = await job('verify', { run, original, type, tolerance, runs }, () => undefined, signal);
    if (state.state !== 'done') return endedBadly(state);
    const { agrees, unknown, dependsOnUnwritten } = state.result;
    const isKnown = unknown === undefined && dependsOnUnwritten?.whose !== 'original';
    const sentence = verificationSentence(state.result, `those of ${path.basename(builds[good] ?? '')}`);
    return { kind: agrees ? 'same' : isKnown ? 'differs' : 'unknown', sentence };
  }

  async function timed(run: RunOptions, name: string): Promise<Outcome> {
    const original = await replayOf(good);
    const { substitutions = [], workgroupCounts = [] } = run;
    const state = await job(
      'substitute',
      {
        run: original,
        candidates: [{ name, substitutions: [...substitutions], workgroupCounts: [...workgroupCounts] }],
        verify: { type, tolerance },
        ...(pairs === undefined ? {} : { pairs }),
        seconds,
      },
      () => undefined,
      signal,
    );
    if (state.state !== 'done') return endedBadly(state);
    const [candidate] = state.result.candidates;
    const [difference] = candidate?.rows ?? [];
    if (candidate === undefined || difference === undefined)
      return { kind: 'unknown', sentence: candidate?.sentence ?? 'It was not timed.' };
    return { kind: 'timed', difference, sentence: candidate.sentence };
  }

  return async (index) => {
    try {
      const run = await replayOf(index);
      if (by === 'end') {
        const state = await job('run', run, () => undefined, signal);
        return state.state === 'done' ? { kind: 'same', sentence: 'It comes to its end.' } : endedBadly(state);
      }
      const withoutGood = await (goodEnd ??= endOfGood());
      if (withoutGood !== undefined) return withoutGood;
      const compared = await verified(run);
      if (by === 'outputs') return compared;
      if (compared.kind === 'skipped') return compared;
      if (compared.kind !== 'same') return { kind: 'unknown', sentence: `It is not timed: ${compared.sentence}` };
      return await timed(run, path.basename(builds[index] ?? ''));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BuildError) return { kind: 'skipped', sentence: `It does not build: ${error.message.replace(/\.$/, '')}.` };
      throw error;
    }
  };
}
