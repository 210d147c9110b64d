/** Which teams and threads are best for a recorded OpenMP kernel: a race of configurations, each of which has to leave the recorded memory. */
import { randomInt } from 'node:crypto';
import * as path from 'node:path';
import { decide, reachOf, type Difference, type Estimate } from '../../protocol/measurement/difference';
import type { LlvmProgress, LlvmSweep, LlvmSweepTold } from '../../protocol/neighbour/llvm';
import { differenceText, differenceWords, intervalWords, missingSentence } from '../../protocol/words/differenceWords';
import { compareMedians } from '../addon/measuring';
import { canRepeat, placeOf, replayable, replayByLlvm, replayedWords } from '../llvm/replay';
import { sweepGrid, type Configuration } from '../llvm/sweepGrid';
import { hopelessOf, leader, medianOf, MOST_ROUNDS } from '../llvm/sweepRace';
import { verdictOf } from '../llvm/verdict';
import { measureAlone, type Tell } from '../measuring/measuringTurn';

/** Rounds in which the best one is measured anew, with the recorded one twice: that says how far the same is from itself. */
const ROUNDS_ANEW = 12;

type Outcome = LlvmSweep['configurations'][number]['outcome'];

/** One configuration in the race; the recorded one has no numbers of its own. */
interface Racing {
  readonly configuration: Configuration | undefined;
  readonly times: number[];
  outcome: Outcome;
  sentence: string | undefined;
  hopeless: boolean;
  readonly right: boolean;
}

function racing(configuration: Configuration | undefined): Racing {
  return {
    ...{ configuration, times: [], outcome: 'right', sentence: undefined, hopeless: false },
    get right() {
      return this.outcome === 'right';
    },
  };
}

/** What one start of the tool gives: nanoseconds, if memory is as recorded. */
type Measured = { readonly ns: number } | { readonly outcome: Exclude<Outcome, 'right'>; readonly sentence: string };
type Measure = (configuration: Configuration | undefined) => Promise<Measured>;

const compare = (first: readonly number[], second: readonly number[]): Promise<Estimate> =>
  compareMedians(Float64Array.from(first), Float64Array.from(second), 0);

function shuffled<One>(all: readonly One[]): readonly One[] {
  const left = [...all];
  return all.map(() => left.splice(randomInt(left.length), 1)).flat();
}

async function measureInto(one: Racing, measure: Measure): Promise<void> {
  const measured = await measure(one.configuration);
  if ('ns' in measured) one.times.push(measured.ns);
  else ({ outcome: one.outcome, sentence: one.sentence } = measured);
}

/** Rejects where the recorded configuration itself does not leave what was recorded: then nothing can be said of others. */
function checkRecorded({ outcome, sentence }: Racing): void {
  if (outcome !== 'right') throw new Error(`With the recorded teams and threads: ${sentence ?? outcome}`);
}

/** Whether all rounds were run. */
async function race(all: readonly Racing[], recorded: Racing, measure: Measure, endsAt: number): Promise<boolean> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const one of shuffled(all.filter(({ right, hopeless }) => right && !hopeless))) {
      // One that has fewer rounds than others is compared with nothing.
      if (performance.now() >= endsAt && round > 0) return false;
      await measureInto(one, measure);
      checkRecorded(recorded);
    }
    for (const one of await hopelessOf(all, recorded, compare)) one.hopeless = true;
  }
  return true;
}

/** The recorded configuration against the best; undefined where the best was found to be wrong meanwhile. */
async function anew(best: Racing, recorded: Racing, measure: Measure): Promise<Difference | undefined> {
  const [again, challenger, itself] = [racing(recorded.configuration), racing(best.configuration), racing(recorded.configuration)];
  for (let round = 0; round < ROUNDS_ANEW; round++) {
    for (const one of shuffled([again, challenger, itself])) await measureInto(one, measure);
    checkRecorded(again);
    checkRecorded(itself);
    if (!challenger.right) {
      ({ outcome: best.outcome, sentence: best.sentence } = challenger);
      return undefined;
    }
  }
  const noise = reachOf(await compare(again.times, itself.times));
  return decide({ ...(await compare(again.times, challenger.times)), samples: ROUNDS_ANEW, noise });
}

/** The race, and its best measured anew. One that is found to be wrong then gives its place to the next. */
async function raced(
  all: readonly Racing[],
  recorded: Racing,
  measure: Measure,
  seconds: number,
): Promise<{ readonly complete: boolean; readonly best: Racing | undefined; readonly difference: Difference | undefined }> {
  const complete = await race(all, recorded, measure, performance.now() + seconds * 1000);
  for (;;) {
    const best = leader(all);
    if (best === undefined || best === recorded) return { complete, best, difference: undefined };
    const difference = await anew(best, recorded, measure);
    if (difference !== undefined) return { complete, best, difference };
  }
}

const configurationWords = ({ teams, threads }: Configuration): string => `${String(teams)} teams of ${String(threads)} threads`;

function sentenceOf(best: Configuration | undefined, difference: Difference | undefined): string {
  if (best === undefined || difference === undefined) return 'No other configuration was faster than the recorded one, and right.';
  const words = configurationWords(best);
  if (difference.verdict === 'faster')
    return `${words}: ${differenceWords(difference)} than recorded ${intervalWords(difference)}, and memory is as recorded.`;
  const why = missingSentence(difference);
  return `No configuration is known to be faster than the recorded one. The best, ${words}: ${differenceText(difference)}.${why === undefined ? '' : ` ${why}`}`;
}

/** Rejects where there is no such recording or no tool, and where the recorded configuration cannot be replayed, or does not leave what was recorded. */
export async function llvmSweep(
  asked: LlvmSweepTold,
  report: (progress: LlvmProgress) => void,
  signal: AbortSignal,
  waits: Tell,
): Promise<LlvmSweep> {
  const { capture, repetitions } = asked;
  const what = await replayable(asked, 'replayed', signal);
  const grid = sweepGrid(what.recording.launch, asked.teams, asked.threads);
  const isRepeated = canRepeat(what.tool);
  const atMost = (grid.length + 1) * MOST_ROUNDS + 3 * ROUNDS_ANEW;
  let starts = 0;
  const measure: Measure = async (configuration) => {
    report({ starts: starts++, atMost });
    const launch = { configuration, ...(isRepeated ? { repetitions: repetitions + 1 } : {}) };
    const { words, milliseconds, failure, found } = await replayByLlvm(what, asked, launch, signal);
    if (found === undefined) return { outcome: 'failed', sentence: `The kernel was not replayed: ${failure ?? ''}.` };
    const { verdict, sentence } = verdictOf(found);
    if (verdict !== 'agrees') return { outcome: verdict, sentence };
    if (!isRepeated) return { ns: milliseconds * 1e6 };
    const times = words.times.slice(1).map(Number);
    return times.length === repetitions
      ? { ns: medianOf(times) }
      : { outcome: 'failed', sentence: `The tool has told ${String(words.times.length)} times of ${String(repetitions + 1)} launches.` };
  };

  const recorded = racing(undefined);
  const all = [recorded, ...grid.map(racing)];
  const { complete, best, difference } = await measureAlone(path.basename(capture), waits, signal, () =>
    raced(all, recorded, measure, asked.seconds),
  );
  const chosen = best?.configuration;
  const recordedMedian = medianOf(recorded.times);
  return {
    ...replayedWords(what),
    ...placeOf(what.recording),
    measured: isRepeated ? 'launch' : 'process',
    configurations: all.map(({ configuration, times, outcome, sentence, hopeless }) => ({
      ...configuration,
      outcome,
      ...(sentence === undefined ? {} : { sentence }),
      rounds: times.length,
      ...(outcome === 'right' && times.length > 0 ? { median: medianOf(times), ratio: recordedMedian / medianOf(times) } : {}),
      ...(hopeless ? { hopeless: true as const } : {}),
    })),
    ...(chosen === undefined ? {} : { best: chosen }),
    ...(difference === undefined ? {} : { difference: told(difference) }),
    sentence: sentenceOf(chosen, difference),
    complete,
  };
}

const told = ({ verdict, ratio, interval, noise, missing }: Difference): NonNullable<LlvmSweep['difference']> => ({
  ...{ verdict, ratio, interval },
  ...(noise === undefined ? {} : { noise }),
  ...(missing === undefined ? {} : { missing }),
});
