/** What keeps captures from being replayed as they would be now, and what would mend it. Each is read once, and executes nothing. */
import { openCapture } from '../../engine/addon/capture';
import { preflight } from '../../engine/addon/replay';
import { findRemedies } from '../../engine/remedies/remedies';
import { FILE_PROBLEMS, type Problem } from '../../protocol/capture/capture';
import type { ReplayAnswer, ReplayQuestion } from '../../protocol/processes/languageServer';
import type { OfferedRemedy } from '../../protocol/replay/remedy';
import { DEFAULT_SETTINGS } from '../../protocol/replay/replay';
import type { RunOptions } from '../../protocol/replay/run';
import type { CaptureIndex, KnownCapture } from './captureIndex';

export interface Checked {
  readonly problems: readonly Problem[];
  /** Empty until they have been tried. */
  readonly remedies: readonly OfferedRemedy[];
}

export interface Preflights {
  /** Of the capture as it is now; undefined where it cannot be read, or is left to IREE's tools. */
  of(capture: string): Promise<Checked | undefined>;
  /** What is known already. */
  known(capture: string): Checked | undefined;
  forget(capture: string): void;
}

export interface PreflightsOptions {
  readonly captures: CaptureIndex;
  /** How it would be replayed; rejects where nobody knows. */
  readonly replayOf: (question: ReplayQuestion) => Promise<ReplayAnswer>;
  /** Called when there are other remedies than before, or none any more. */
  readonly changed: () => void;
  readonly signal: AbortSignal;
}

interface Entry {
  /** The capture as it was, and how it was to be replayed. */
  readonly key: string;
  readonly problems: Promise<readonly Problem[]>;
  checked: Checked | undefined;
  /** Whether remedies are shown that this, or an entry before it, has found. */
  offered: boolean;
}

/** Devices of the native engine, which all take the same executables: one may have what keeps the other from it. */
const DEVICES = ['local-sync', 'local-task'] as const;

export function createPreflights({ captures, replayOf, changed, signal }: PreflightsOptions): Preflights {
  const entries = new Map<string, Entry>();

  const optionsOf = async ({ path: capture, devices }: KnownCapture): Promise<RunOptions | undefined> => {
    try {
      return (await replayOf({ capture, devices })).replay;
    } catch {
      const { device, fileRemaps } = DEFAULT_SETTINGS;
      return { capture, devices: Array.from({ length: Math.max(1, devices) }, () => device), fileRemaps, leaveFilesAlone: true };
    }
  };
  /** Tells that other remedies are to be shown, unless none were and none are. */
  const show = (capture: string, entry: Entry): void => {
    const offers = (entry.checked?.remedies.length ?? 0) > 0;
    if (entries.get(capture) !== entry || (!offers && !entry.offered)) return;
    entry.offered = offers;
    changed();
  };
  const findAll = async (entry: Entry, run: RunOptions, problems: readonly Problem[]): Promise<void> => {
    const files = problems.some(({ kind }) => FILE_PROBLEMS.has(kind)) ? await filesOf(run.capture, signal) : [];
    const devices = DEVICES.filter((device) => !run.devices.includes(device)).map((device) => ({
      ...{ engine: 'native' as const, device, deviceName: undefined, takesExecutables: true },
    }));
    const remedies = await findRemedies({ run, problems, files, devices }, signal);
    entry.checked = { problems, remedies };
    show(run.capture, entry);
  };

  return {
    async of(path) {
      const capture = await captures.know(path);
      const run = capture === undefined ? undefined : await optionsOf(capture);
      if (capture === undefined || run === undefined) {
        const offered = entries.get(path)?.offered === true;
        entries.delete(path);
        if (offered) changed();
        return undefined;
      }
      // Files beside the capture may be others every time.
      const key = run.leaveFilesAlone === true ? `${capture.identity} ${JSON.stringify(run)}` : '';
      const known = entries.get(path);
      if (known !== undefined && key !== '' && known.key === key) return known.checked ?? { problems: await known.problems, remedies: [] };
      const entry: Entry = {
        key,
        problems: preflight(run, signal).then(({ problems }) => problems),
        checked: undefined,
        offered: known?.offered === true,
      };
      entries.set(path, entry);
      try {
        const problems = await entry.problems;
        entry.checked = { problems, remedies: [] };
        if (problems.some(({ severity }) => severity === 'error')) findAll(entry, run, problems).catch(() => show(path, entry));
        else show(path, entry);
        return entry.checked;
      } catch {
        if (entries.get(path) === entry) {
          entries.delete(path);
          if (entry.offered) changed();
        }
        return undefined;
      }
    },
    known: (path) => entries.get(path)?.checked,
    forget: (path) => void entries.delete(path),
  };
}

async function filesOf(path: string, signal: AbortSignal): Promise<Parameters<typeof findRemedies>[0]['files']> {
  const capture = await openCapture(path);
  try {
    await capture.index(undefined, signal);
    return (await capture.summary()).files;
  } finally {
    capture.close();
  }
}
