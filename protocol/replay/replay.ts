/** A replay as the editor of a capture shows it: what was chosen, how much of the capture, how it went. */
import type { RunState } from './run';

/** Who replays: our own engine, or the tools of the user's IREE. */
export type EngineName = 'native' | 'iree';

/** "local-sync", "NVIDIA H200, cuda (IREE)", "local-task (IREE)". */
export function deviceLabel({ engine, device, deviceName }: Pick<ReplaySettings, 'engine' | 'device' | 'deviceName'>): string {
  return engine === 'native' ? device : `${deviceName ?? device.replace(/:\/\/$/, '')} (IREE)`;
}

/** What is said of a device that takes all executables of a capture. */
export const RUNS = 'runs its executables';

/** What the pickers and the remedies of preflight have chosen. */
export interface ReplaySettings {
  readonly engine: EngineName;
  /** URI of the device, such as "local-sync"; a capture of several devices runs on as many of this one. */
  readonly device: string;
  /** What the driver of a device of the installed IREE calls it; absent of others. */
  readonly deviceName?: string | undefined;
  /** Threads of local-task; one for each processor without. */
  readonly workers?: number | undefined;
  /** --replay_file_remap, each "from=to". */
  readonly fileRemaps: readonly string[];
  /** --assume_host_signals */
  readonly assumeHostSignals: boolean;
  /** --allow_file_writes */
  readonly allowFileWrites: boolean;
  /** --guard_buffers */
  readonly guardBuffers: boolean;
  /** --replay_stop_before: neither this record's operation nor any after it; the whole capture without. */
  readonly stopBefore?: number | undefined;
  /** --replay_executable_substitution, each "id=path" of an executable that needs no building. */
  readonly substitutions?: readonly string[];
}

export const DEFAULT_SETTINGS: ReplaySettings = {
  engine: 'native',
  device: 'local-sync',
  fileRemaps: [],
  assumeHostSignals: false,
  allowFileWrites: false,
  guardBuffers: false,
};

/** Counts of threads to choose from: powers of two up to the processors, and their number. */
export function threadChoices(processors: number): readonly number[] {
  const powers = Array.from({ length: 11 }, (_, i) => 2 ** i).filter((count) => count < processors);
  return [...powers, processors];
}

/** How much of the capture is replayed, or what of it the result is about. */
export type ReplayTarget =
  | { readonly kind: 'capture' }
  /** Ends before this record; before this command of the submission `via`, where it stands in a command buffer. */
  | { readonly kind: 'upTo'; readonly record: number; readonly via?: number }
  /** Everything executes; the result is about the scope. */
  | { readonly kind: 'scope'; readonly name: string };

/** The last replay of a document, or the one that goes on. */
export interface Replay {
  readonly target: ReplayTarget;
  readonly settings: ReplaySettings;
  readonly state: RunState;
}
