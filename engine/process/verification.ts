/** A verification in engine processes: other inputs or places may end one of them, by the original's own fault. */
import type { EngineState, ProcessJob, StartJob } from '../../protocol/processes/engine';
import type { Conditions, VerifyOptions } from '../../protocol/replay/verification';
import { crashIn, endsTheOriginal, saidIn, withEndedOriginal, without } from './conditions';

type State = EngineState<'verify'>;

/** `start` starts a new process after a crash. */
export async function verifyInJobs(
  start: StartJob<ProcessJob>,
  options: VerifyOptions,
  report: (state: State) => void,
  signal: AbortSignal,
): Promise<State> {
  let executed: Conditions | undefined;
  const progress = (state: State): void => {
    if (state.state === 'running') executed = state.progress.conditions;
    if (state.state === 'running' || state.state === 'idle') report(state);
  };
  const finish = (state: State): State => {
    report(state);
    return state;
  };
  const state = await start('verify', options, progress, signal);
  const conditions = executed;
  if (conditions === undefined || (state.state !== 'crashed' && state.state !== 'failed')) return finish(state);
  const original = { ...options.run, substitutions: [], workgroupCounts: [], ...options.original };
  if (await endsTheOriginal(start, original, conditions, signal)) {
    const again = await start('verify', { ...options, ...without(conditions) }, progress, signal);
    return finish(again.state === 'done' ? { ...again, result: withEndedOriginal(again.result, conditions) } : again);
  }
  if (signal.aborted) return finish({ state: 'cancelled' });
  if (state.state === 'crashed') return finish({ ...state, crash: crashIn(state.crash, conditions) });
  return finish({ ...state, problem: { ...state.problem, message: saidIn(state.problem.message, conditions) } });
}
