/** The replay engine as TypeScript sees it: preflight anywhere, sessions only in a process that may die. */
import { mkdirSync } from 'node:fs';
import type { ProfileRequest } from '../../protocol/profile/profiling';
import type { PreflightReport, RunOptions, RunResult } from '../../protocol/replay/run';
import { shareWithin } from '../../protocol/profile/profiling';
import type { MachineRequest, Tolerance } from '../../protocol/replay/verification';
import type { RawSession, RightOutput, SessionProgress } from './addon';
import { breakdownRun, type BreakdownRun } from './breakdown';
import { cancellable } from './cancellable';
import { loadAddon } from './load';
import { withPerf } from './perf';
import type { Checked } from './measurement';
import { measuring } from './measuring';
import { samplingOf } from './samplingOf';

/** A capture ready to be replayed any number of times. */
export interface ReplaySession extends Checked {
  /** Executes every recorded operation once, and writes what the application read back where the options say. */
  run(signal?: AbortSignal): Promise<RunResult>;
  /** The same, keeping what the application read back in memory: one range for each of the result's outputs. */
  collect(signal?: AbortSignal): Promise<Collected>;
  /** From here on runs get other inputs, which follow from the seed. */
  perturb(seed: number): void;
  /** What substitutes ask the machine for. */
  requests(): Promise<readonly MachineRequest[]>;
  /** Measures iterations of the whole with where the time of these scopes goes, or of everything without any. Keeps the session's memory. */
  breakDown(scopes: readonly string[], signal?: AbortSignal): Promise<BreakdownRun>;
  /**
   * From here on runs among those of measure() are compared with these outputs. What is chosen by chance follows from `seed`.
   */
  expect(outputs: readonly RightOutput[], tolerance: Tolerance, seed: number): void;
  /** Nanoseconds of a bare loop of kernel calls on one thread: the floor of every run. Spoils the buffers. */
  measureKernels(): Promise<number>;
  /** Of the run in progress. */
  progress(): SessionProgress;
  close(): void;
}

/** A run and its outputs. */
export interface Collected {
  readonly result: Omit<RunResult, 'warnings'>;
  readonly outputs: readonly Uint8Array[];
}

/** Says from reading alone whether the capture can be replayed. Executes nothing, and keeps none of its contents. */
export async function preflight(options: RunOptions, signal?: AbortSignal): Promise<PreflightReport> {
  const addon = loadAddon();
  return cancellable(
    addon,
    signal,
    async (cancel) => JSON.parse(await addon.preflight(options.capture, options, cancel)) as PreflightReport,
  );
}

type Recorded = NonNullable<RunResult['profile']>;

/** As the addon says it. */
type Ran = Omit<RunResult, 'warnings' | 'profile'> & {
  readonly profile?: Omit<Recorded, 'samples'> & { readonly sampling?: { readonly taken: number } };
};

function withSamples({ profile, ...result }: Ran): Omit<RunResult, 'warnings'> {
  if (profile === undefined) return result;
  const { sampling, ...recorded } = profile;
  if (sampling === undefined) return { ...result, profile: recorded };
  const { taken } = sampling;
  return { ...result, profile: { ...recorded, samples: { ...samplingOf(sampling), taken, shareWithin: shareWithin(taken) } } };
}

async function runOnce(
  session: RawSession,
  { outputs, timeoutMs }: RunOptions,
  warnings: RunResult['warnings'],
  signal: AbortSignal | undefined,
): Promise<RunResult> {
  if (outputs !== undefined) mkdirSync(outputs, { recursive: true });
  const result = withSamples(
    JSON.parse(await cancellable(loadAddon(), signal, (cancel) => session.run(outputs, timeoutMs, cancel))) as Ran,
  );
  if (outputs === undefined) return { ...result, warnings };
  const { finishOutputs } = await import('./outputs');
  return { ...result, warnings, outputs: await finishOutputs(outputs, result.outputs) };
}

/** What a session is made for. */
export interface SessionKind {
  /** Runs say what each function took: two readings of the clock more for each dispatch. */
  readonly timeFunctions?: boolean;
  /** Each run writes its profile. */
  readonly profile?: ProfileRequest;
}

/**
 * Loads the capture's executables and lays out its memory; there is no session when the report has errors. Only in a process that may die:
 * what is loaded is machine code from a file.
 */
export async function prepareReplay(
  options: RunOptions & SessionKind,
  signal?: AbortSignal,
): Promise<{ readonly report: PreflightReport; readonly session?: ReplaySession }> {
  const addon = loadAddon();
  const { report: json, session } = await cancellable(addon, signal, (cancel) =>
    addon.prepareReplay(options.capture, withPerf(options), cancel),
  );
  const report = JSON.parse(json) as PreflightReport;
  if (session === undefined) return { report };
  return {
    report,
    session: {
      run: (stop) => runOnce(session, options, report.problems, stop),
      collect: async (stop) => {
        const { result, outputs } = await cancellable(addon, stop, (cancel) => session.collect(options.timeoutMs, cancel));
        return { result: JSON.parse(result) as Collected['result'], outputs };
      },
      measure: (limits, stop) => measuring(stop, (cancel) => session.measure(limits, cancel)),
      breakDown: async (scopes, stop) =>
        breakdownRun(await cancellable(addon, stop, (cancel) => session.breakDown(scopes, options.timeoutMs, cancel))),
      requests: () => session.requests(),
      perturb: (seed) => {
        session.perturb(seed);
      },
      measureKernels: () => session.measureKernels(),
      expect: (outputs, tolerance, seed) => {
        session.expect(outputs, tolerance, seed);
      },
      check: (stop) => cancellable(addon, stop, (cancel) => session.check(cancel)),
      compared: () => session.compared(),
      keptState: () => session.keptState(),
      progress: () => session.progress(),
      close: () => {
        session.close();
      },
    },
  };
}

/**
 * From now on a fatal signal is reported on a file descriptor before the process dies of it; or the process becomes the program with these
 * arguments, the last being the path of a file with the report. lastWords.ts reads reports.
 */
export function installCrashReport(to: number | readonly string[]): void {
  loadAddon().installCrashReport(to);
}
