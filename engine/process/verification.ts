/** A verification in engine processes: other inputs may end one of them, by the original's own fault. */
import type { EngineState, ProcessJob, StartJob } from '../../protocol/processes/engine';
import type { VerifyOptions } from '../../protocol/replay/verification';
import { onOtherInputs } from '../../protocol/words/otherInputsWords';
import { endsTheOriginal, withoutOtherInputs } from './otherInputs';

type State = EngineState<'verify'>;

/** `start` starts a new process after a crash. */
export async function verifyInJobs(
  start: StartJob<ProcessJob>,
  options: VerifyOptions,
  report: (state: State) => void,
  signal: AbortSignal,
): Promise<State> {
  let perturbation: number | undefined;
  const progress = (state: State): void => {
    if (state.state === 'running') ({ perturbation } = state.progress);
    if (state.state === 'running' || state.state === 'idle') report(state);
  };
  const finish = (state: State): State => {
    report(state);
    return state;
  };
  const state = await start('verify', options, progress, signal);
  const seed = perturbation;
  if (seed === undefined || (state.state !== 'crashed' && state.state !== 'failed')) return finish(state);
  if (await endsTheOriginal(start, options.run, seed, signal)) {
    const again = await start('verify', { ...options, perturbations: 0 }, progress, signal);
    return finish(again.state === 'done' ? { ...again, result: withoutOtherInputs(again.result, seed) } : again);
  }
  if (signal.aborted) return finish({ state: 'cancelled' });
  if (state.state === 'crashed') return finish({ ...state, crash: { ...state.crash, perturbation: seed } });
  const message = `${state.problem.message}, ${onOtherInputs(seed)}`;
  return finish({ ...state, problem: { ...state.problem, message } });
}
