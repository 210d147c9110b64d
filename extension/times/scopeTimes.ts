/** What a scope took when its capture was last replayed, profiled or measured. */
import type { ReplaySettings } from '../../protocol/replay/replay';
import type { MeasuredRun } from '../../protocol/results/results';
import type { RunResult } from '../../protocol/replay/run';
import { describe } from '../captures/executionTimes';
import type { EndedReplay } from '../runs/runs';

/** Of one run. */
export interface ScopeTime {
  /** Of a benchmark of its iterations, of others of its occurrences. Nanoseconds. */
  readonly medianNs: number;
  /** How many of those. */
  readonly count: number;
  readonly kind: 'benchmark' | 'profile' | 'replay';
  /** ISO 8601. */
  readonly started: string;
  readonly settings: ReplaySettings;
  /** The id of a run that is kept; a replay is not. */
  readonly run?: string;
}

/** A scope of a capture, and when that was written: milliseconds since 1970. */
export interface WantedScope {
  readonly name: string;
  readonly capture: string;
  readonly modified: number;
}

/** Of the newest run that timed the scope. One that is older than the capture is of other content, and says nothing. */
export function scopeTime(
  { name, capture, modified }: WantedScope,
  runs: readonly MeasuredRun[],
  replay: EndedReplay | undefined,
): ScopeTime | undefined {
  const measured = runs
    .filter((run) => run.capture === capture)
    .toReversed()
    .map((run) => ofRun(run, name));
  return [replay === undefined ? undefined : ofReplay(replay, name), ...measured]
    .filter((time) => time !== undefined)
    .filter(({ started }) => Date.parse(started) >= modified)
    .reduce<ScopeTime | undefined>((newest, time) => (newest === undefined || time.started > newest.started ? time : newest), undefined);
}

function ofRun(run: MeasuredRun, name: string): ScopeTime | undefined {
  const { id, started, settings, state } = run;
  if (state.state !== 'done') return undefined;
  const about = { started, settings, run: id };
  if (run.job === 'run') {
    // A profile of less than all is none of another time: scopes are timed as a whole.
    const times = 'scopes' in state.result ? ofScopes(state.result, name) : undefined;
    return times === undefined ? undefined : { ...times, ...about, kind: 'profile' };
  }
  if (run.job !== 'benchmark' || !('rows' in state.result)) return undefined;
  const rows = state.result.rows;
  const row = rows.find(({ kind, label }) => kind === 'scope' && label === name);
  if (row === undefined || row.belowResolution === true) return undefined;
  return { medianNs: row.statistics.median, count: row.iterations, ...about, kind: 'benchmark' };
}

function ofReplay({ replay: { state, target, settings }, started }: EndedReplay, name: string): ScopeTime | undefined {
  if (state.state !== 'done' || target.kind === 'upTo' || 'program' in state.result) return undefined;
  const times = ofScopes(state.result, name);
  return times === undefined ? undefined : { ...times, started, settings, kind: 'replay' };
}

function ofScopes({ scopes }: Pick<RunResult, 'scopes'>, name: string): Pick<ScopeTime, 'medianNs' | 'count'> | undefined {
  const named = scopes.filter((scope) => scope.name === name);
  if (named.length === 0) return undefined;
  const { medianNs } = describe(Float64Array.from(named, ({ ns }) => Number(ns)));
  return { medianNs, count: named.length };
}
