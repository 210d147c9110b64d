/** Has the installed LLVM launch a recorded OpenMP kernel again and again, and says how long that takes. */
import * as path from 'node:path';
import { isDisturbed } from '../../protocol/results/separateRuns';
import type { LlvmBenchmarkTold, LlvmMeasurement, LlvmProgress } from '../../protocol/neighbour/llvm';
import { describeSamples } from '../addon/measuring';
import { recordingKey } from '../history/recordingKey';
import { observeEnvironment } from '../measuring/environment';
import { measureAlone, type Tell } from '../measuring/measuringTurn';
import { canRepeat, placeOf, replayable, replayByLlvm, replayedWords, type LlvmReplayed } from '../llvm/replay';
import { verdictOf, type Found } from '../llvm/verdict';

type Verdict = ReturnType<typeof verdictOf>;

/** Of launches or processes, the first of which is a warm-up: nanoseconds of each, and what memory was then. */
interface Timed {
  readonly times: readonly number[];
  readonly verdict: Verdict;
}

const finished = ({ found, failure }: LlvmReplayed): Found => {
  if (found === undefined) throw new Error(`The kernel was not replayed: ${failure ?? ''}`);
  return found;
};

/** All launches in one process. */
async function repeated(replay: (launches: number) => Promise<LlvmReplayed>, launches: number): Promise<Timed> {
  const replayed = await replay(launches);
  const verdict = verdictOf(finished(replayed));
  const times = replayed.words.times.map(Number);
  if (times.length !== launches) throw new Error(`The tool has told ${String(times.length)} times of ${String(launches)} launches`);
  return { times, verdict };
}

/** A process for each launch: none is better than the worst. */
async function oneByOne(replay: () => Promise<LlvmReplayed>, launches: number, report: (progress: LlvmProgress) => void): Promise<Timed> {
  const times: number[] = [];
  let worst: Verdict | undefined;
  while (times.length < launches) {
    const replayed = await replay();
    const verdict = verdictOf(finished(replayed));
    if (worst === undefined || (worst.verdict === 'agrees' && verdict.verdict !== 'agrees')) worst = verdict;
    times.push(replayed.milliseconds * 1e6);
    report({ starts: times.length, atMost: launches });
  }
  if (worst === undefined) throw new Error('There was no launch');
  return { times, verdict: worst };
}

/** Rejects where there is no such recording or no tool, where the recording cannot be replayed, and where the tool fails. */
export async function llvmBenchmark(
  asked: LlvmBenchmarkTold,
  report: (progress: LlvmProgress) => void,
  signal: AbortSignal,
  waits: Tell,
): Promise<LlvmMeasurement> {
  const { capture, repetitions } = asked;
  const what = await replayable(asked, 'measured', signal);
  const replay = (launches?: number): Promise<LlvmReplayed> =>
    replayByLlvm(what, asked, launches === undefined ? {} : { repetitions: launches }, signal);
  const isRepeated = canRepeat(what.tool);
  const key = await recordingKey(capture, what.recording, signal);
  const { times, verdict, environment } = await measureAlone(path.basename(capture), waits, signal, async () => {
    const observed = observeEnvironment('iree');
    const timed = isRepeated ? await repeated(replay, repetitions + 1) : await oneByOne(replay, repetitions + 1, report);
    return { ...timed, environment: observed([], 1) };
  });
  const isStill = key !== undefined && key === (await recordingKey(capture, what.recording, signal));
  const [warmUp = 0, ...samples] = times;
  return {
    ...verdict,
    ...replayedWords(what),
    ...placeOf(what.recording),
    measured: isRepeated ? 'launch' : 'process',
    ...{ warmUp, samples, statistics: await describeSamples(Float64Array.from(samples)) },
    ...(isStill ? { recording: key } : {}),
    ...{ began: environment.date, disturbed: isDisturbed(environment), notes: environment.notes },
  };
}
