/** A substitution in engine processes: a candidate that kills one has that for its result, and the others still get theirs. */
import * as path from 'node:path';
import type { EngineState, ProcessJob, StartJob } from '../../protocol/processes/engine';
import type { RunCrash, RunResult } from '../../protocol/replay/run';
import type { CandidateResult, SubstituteOptions, SubstituteResult } from '../../protocol/replay/substitution';
import type { Conditions, Hint } from '../../protocol/replay/verification';
import { createCaptureKeys } from '../history/captureKey';
import { observeEnvironment } from '../measuring/environment';
import { crashHints } from '../comparing/tiling';
import { POISON } from '../comparing/poison';
import { crashSentence, TIMEOUT } from '../../protocol/words/crashSentence';
import { unwrittenSentence, withBuffersElsewhere } from '../../protocol/words/otherPlacesWords';
import { changedExecutables, followFiles } from './candidateFiles';
import { crashIn, endsTheOriginal, saidIn, withEndedOriginal, without } from './conditions';

type State = EngineState<'substitute'>;

/** The result of a candidate whose code did not finish. */
function died(name: string, crash: RunCrash, hints: readonly Hint[]): CandidateResult {
  const verdict = crash.signal === TIMEOUT ? 'timed-out' : 'crashed';
  return {
    name,
    verdict,
    sentence: `${name} ${crashSentence(crash)}. No speed is reported.`,
    crash,
    hints: hints.length > 0 ? hints : crashHints(crash),
    rows: [],
  };
}

function late(name: string, reason: string, hints: readonly Hint[]): CandidateResult {
  return { name, verdict: 'timed-out', sentence: `${name}: ${reason}. No speed is reported.`, hints, rows: [] };
}

/** The result of a candidate some of whose executables changed meanwhile. */
function changed(name: string, files: readonly string[]): CandidateResult {
  const sentence = `${files.map((file) => path.basename(file)).join(', ')} changed while it was verified and timed. Run it again.`;
  return { name, verdict: 'unknown', sentence, rows: [] };
}

/** The result of a candidate that was compared on the recorded inputs alone, since other ones end the original. */
function silenced(one: CandidateResult, conditions: Conditions): CandidateResult {
  return one.verification === undefined ? one : { ...one, verification: withEndedOriginal(one.verification, conditions) };
}

/** The result of a candidate whose original ends badly with its buffers elsewhere. */
function incomparable(name: string, seed: number): CandidateResult {
  const sentence = `${unwrittenSentence({ whose: 'original' })}: ${withBuffersElsewhere(seed)}, its replay does not come to its end.`;
  return { name, verdict: 'depends-on-unwritten-memory', sentence: `${sentence} No speed is reported.`, rows: [] };
}

/** The result of a candidate that ended badly; undefined when its code is not to blame. */
function endedBadly(name: string, state: State, hints: readonly Hint[], conditions: Conditions = {}): CandidateResult | undefined {
  if (state.state === 'crashed') return died(name, crashIn(state.crash, conditions), hints);
  if (state.state === 'failed' && state.problem.code === 'DEADLINE_EXCEEDED')
    return late(name, saidIn(state.problem.message, conditions), hints);
  return undefined;
}

const keys = createCaptureKeys();

/** One candidate after another, each a job. `start` starts a new process after a crash. */
export async function substituteEach(
  start: StartJob<ProcessJob>,
  options: SubstituteOptions,
  report: (state: State) => void,
  signal: AbortSignal,
): Promise<State> {
  const seed = options.seed ?? Date.now() >>> 0;
  const environment = observeEnvironment(options.run.iree === undefined ? 'native' : 'iree');
  const done: CandidateResult[] = [];
  let shared: Omit<SubstituteResult, 'candidates'> | undefined;
  let original: RunResult | undefined;
  let hints: readonly Hint[] = [];
  /** The latest of its progress. */
  let executed: { readonly conditions?: Conditions } = {};
  const conditionsOf = (): Conditions | undefined => executed.conditions;
  const progress = (state: State): void => {
    if (state.state === 'idle') report(state);
    if (state.state !== 'running') return;
    hints = state.progress.hints ?? hints;
    executed = state.progress;
    report({ ...state, progress: { ...state.progress, candidates: [...done, ...state.progress.candidates] } });
  };
  const finish = (state: State): State => {
    report(state);
    return state;
  };
  for (const candidate of options.candidates) {
    hints = [];
    executed = {};
    const following = await followFiles(candidate, keys, signal);
    const attempt = (verify: SubstituteOptions['verify']): Promise<State> =>
      start('substitute', { ...options, ...(verify === undefined ? {} : { verify }), candidates: [candidate], seed }, progress, signal);
    let state = await attempt(options.verify);
    const on = endedBadly(candidate.name, state, hints) === undefined ? undefined : conditionsOf();
    const useless = on !== undefined && (await endsTheOriginal(start, options.run, on, signal)) ? on : undefined;
    if (useless?.placement !== undefined) {
      done.push({ ...incomparable(candidate.name, useless.placement), files: await following.ended() });
      continue;
    }
    if (useless !== undefined) state = await attempt({ ...options.verify, ...without(useless) });
    const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
    const bad = endedBadly(candidate.name, state, hints, useless === undefined ? on : undefined);
    if (bad !== undefined && original === undefined) {
      // A capture that dies even without the candidate says nothing about it.
      const alone = await start('run', { poison: POISON, ...options.run, guardBuffers: true }, () => undefined, signal);
      if (alone.state === 'refused' || alone.state === 'failed' || alone.state === 'crashed') return finish(alone);
      if (alone.state !== 'done') break;
      if ('program' in alone.result) break;
      original = alone.result;
    }
    const files = await following.ended();
    const others = state.state === 'cancelled' ? [] : changedExecutables(files);
    if (result !== undefined) {
      const { candidates, ...rest } = result;
      // The environment of a timed one says most.
      if (shared?.noise === undefined) shared = rest;
      const told = candidates.map((one) => (useless === undefined ? one : silenced(one, useless)));
      done.push(...(others.length > 0 ? [changed(candidate.name, others)] : told).map((one) => ({ ...one, files })));
    } else if (bad !== undefined) {
      done.push({ ...bad, files });
    } else if (state.state !== 'cancelled') {
      return finish(state);
    }
    if (state.state === 'cancelled') break;
  }
  shared ??= { environment: environment(original?.devices ?? options.run.devices, original?.workers ?? 1), seed };
  const result = { candidates: done, ...shared };
  if (!signal.aborted) return finish({ state: 'done', result });
  return finish(done.length === 0 ? { state: 'cancelled' } : { state: 'cancelled', result });
}
