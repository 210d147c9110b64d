/** Which part of the work each function has: of the time of the last run, before there is one of the workgroups. */
import type { CaptureOverview, FunctionUse } from '../../protocol/capture/overview';
import type { TimesSource } from '../../protocol/capture/recordTimes';
import type { Replay } from '../../protocol/replay/replay';
import type { RunResult } from '../../protocol/replay/run';

/** What the kernels took in the last run that executed the whole capture. */
export interface FunctionTimes {
  readonly device: string;
  readonly workers: number;
  readonly functions: RunResult['functions'];
}

export interface FunctionShare {
  readonly use: FunctionUse;
  /** Nanoseconds of all threads, or workgroups. */
  readonly amount: number;
}

export interface FunctionShares {
  readonly by: 'time' | 'workgroups';
  readonly whole: number;
  /** Those with the largest share first. */
  readonly list: readonly FunctionShare[];
  readonly times?: FunctionTimes;
}

/** Times of a replay that has ended well and executed everything; undefined of any other. */
export function timesOf({ target, state }: Replay): FunctionTimes | undefined {
  if (state.state !== 'done' || target.kind === 'upTo' || 'program' in state.result) return undefined;
  const { devices, workers, functions } = state.result;
  return functions.length === 0 ? undefined : { device: devices.join(', '), workers, functions };
}

/** Those of the run that times of rows are from, where it says them. */
export function functionTimesOf(source: TimesSource | undefined): FunctionTimes | undefined {
  return source?.functions === undefined ? undefined : { device: source.device, workers: source.workers, functions: source.functions };
}

export function sharesOf({ functions, workgroups }: CaptureOverview, times: FunctionTimes | undefined): FunctionShares {
  if (times === undefined)
    return { by: 'workgroups', whole: Number(workgroups), list: functions.map((use) => ({ use, amount: Number(use.workgroups) })) };
  const taken = new Map(times.functions.map(({ executable, ordinal, ns }) => [`${executable} ${String(ordinal)}`, Number(ns)]));
  const list = functions.map((use) => ({ use, amount: taken.get(`${use.executable} ${String(use.ordinal)}`) ?? 0 }));
  const whole = times.functions.reduce((sum, { ns }) => sum + Number(ns), 0);
  return { by: 'time', whole, list: list.sort((a, b) => b.amount - a.amount), times };
}
