/** What was found out last about a capture: by a kept run, or by a replay of this window. */
import type { MeasuredRun } from '../../protocol/results/results';
import { hasEnded } from '../../engine/history/runHistory';
import { JOB_NAMES, outcome, type Outcome } from './runOutcome';
import type { EndedReplay } from './runs';
import { timeWords } from './timeWords';

export interface LastResult extends Outcome {
  /** "Benchmark scope execute". */
  readonly what: string;
  /** ISO 8601. */
  readonly started: string;
  /** Id of a kept run; of a replay none. */
  readonly run?: string;
  /** Something has been done to the file since: the result may be of another capture. */
  readonly older: boolean;
}

/**
 * `runs` the latest last. `changed` is when something was done to the file last (its ctime, which nobody can set), in milliseconds: by it
 * alone nobody knows that the capture is another, only that it may be.
 */
export function lastResult(
  capture: string,
  changed: number,
  runs: readonly MeasuredRun[],
  replay: EndedReplay | undefined,
): LastResult | undefined {
  const run = runs.findLast((one) => one.capture === capture);
  const older = (started: string): boolean => changed > Date.parse(started);
  if (run !== undefined && (replay === undefined || !hasEnded(run) || run.started >= replay.started))
    return {
      ...outcome(run),
      what: `${JOB_NAMES[run.job]} ${run.subject}`,
      started: run.started,
      run: run.id,
      older: hasEnded(run) && older(run.started),
    };
  const state = replay?.replay.state;
  if (replay === undefined || state?.state !== 'done') return undefined;
  const time = 'program' in state.result ? '' : ` in ${timeWords(Number(state.result.executeNs))}`;
  return { icon: 'play', sentence: `replayed${time}`, what: 'Replay', started: replay.started, older: older(replay.started) };
}
