/** The replay engine as TypeScript sees it: preflight anywhere, sessions only in a process that may die. */
import type { PreflightReport, RunOptions, RunResult } from '../protocol/run';
import { cancellable, type RawAddon, type RawCancel } from './index';
import { loadAddon } from './load';

/** Result of a run as the engine gives it: outputs lie in files and are not hashed, warnings stand in the report. */
export type SessionResult = Omit<RunResult, 'outputs' | 'warnings'> & {
  readonly outputs: readonly {
    readonly record: number;
    readonly buffer: string;
    readonly offset: string;
    readonly length: string;
    /** Name in the outputs folder. */
    readonly file: string;
  }[];
};

/** Where a run is now. */
export interface SessionProgress {
  readonly record: number;
  readonly records: number;
  readonly scope?: string;
  readonly function?: string;
}

/** A capture ready to be replayed, as often as one likes. */
export interface ReplaySession {
  /** Executes every recorded operation once; `outputs` is the folder for what the application read back. */
  run(outputs: string | undefined, signal?: AbortSignal): Promise<SessionResult>;
  progress(): SessionProgress;
  close(): void;
}

interface RawSession {
  run(outputs: string | undefined, cancel: RawCancel): Promise<string>;
  progress(): SessionProgress;
  close(): void;
}

interface RawReplayAddon extends RawAddon {
  preflight(path: string, options: RunOptions, cancel: RawCancel): Promise<string>;
  prepareReplay(path: string, options: RunOptions, cancel: RawCancel): Promise<{ readonly report: string; readonly session?: RawSession }>;
  installCrashReport(fd: number): void;
}

function addonForReplay(): RawReplayAddon {
  return loadAddon() as RawReplayAddon;
}

/** Says by reading alone whether the capture can be replayed. Executes nothing of it. */
export async function preflightCapture(options: RunOptions, signal?: AbortSignal): Promise<PreflightReport> {
  const addon = addonForReplay();
  return cancellable(addon, signal, async (cancel) => JSON.parse(await addon.preflight(options.capture, options, cancel)) as PreflightReport);
}

/**
 * Loads the capture's executables and lays out its memory; there is no session when the report has errors. Only in a
 * process that may die: what is loaded is machine code from a file.
 */
export async function prepareReplay(options: RunOptions, signal?: AbortSignal): Promise<{ readonly report: PreflightReport; readonly session?: ReplaySession }> {
  const addon = addonForReplay();
  const { report, session } = await cancellable(addon, signal, (cancel) => addon.prepareReplay(options.capture, options, cancel));
  const parsed = JSON.parse(report) as PreflightReport;
  if (session === undefined) return { report: parsed };
  return {
    report: parsed,
    session: {
      run: (outputs, stop) => cancellable(addon, stop, async (cancel) => JSON.parse(await session.run(outputs, cancel)) as SessionResult),
      progress: () => session.progress(),
      close: () => {
        session.close();
      },
    },
  };
}

/** Has a fatal signal write one line of JSON (protocol's CrashReport) to the file descriptor before the process ends. */
export function installCrashReport(fd: number): void {
  addonForReplay().installCrashReport(fd);
}
