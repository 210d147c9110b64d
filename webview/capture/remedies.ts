/** What each kind of preflight's problems is called, and what the user can do about it at once. */
import type { CaptureCommand, Problem } from '../../protocol/capture';
import type { ReplaySettings } from '../../protocol/replay';
import type { Actions } from './actions';

export interface Remedy {
  readonly label: string;
  /** What it does and what it leaves, one sentence. */
  readonly explanation: string;
  /** A command of the host, a change of how it is replayed, or a text to copy. */
  readonly does: { readonly command: CaptureCommand } | { readonly settings: Partial<ReplaySettings> } | { readonly copy: string };
}

interface Kind {
  readonly title: string;
  /** The best first. */
  readonly remedies: readonly Remedy[];
}

const REMAP: Remedy = {
  label: 'Remap Files…',
  explanation: 'Takes the files from another folder. They must be the same as when they were captured. Kept for this workspace.',
  does: { command: 'remapFiles' },
};
const RECAPTURE: Remedy = {
  label: 'Copy Flag',
  explanation: 'Record again with the bytes that are read inside the capture: --device_replay_file_policy=capture-ranges.',
  does: { copy: '--device_replay_file_policy=capture-ranges' },
};
const ANOTHER_DEVICE: Remedy = {
  label: 'Select Device…',
  explanation: 'Replays on a device that accepts it.',
  does: { command: 'selectDevice' },
};
const ASSUME_SIGNALS: Remedy = {
  label: 'Assume Host Signals',
  explanation: 'Takes such waits as signalled, as the host had done when it was recorded. The result says how many.',
  does: { settings: { assumeHostSignals: true } },
};
const ALLOW_WRITES: Remedy = {
  label: 'Allow File Writes',
  explanation: 'Lets the replay change the files that the recorded application changed.',
  does: { settings: { allowFileWrites: true } },
};

const KINDS: Readonly<Record<string, Kind>> = {
  'unreadable-capture': { title: 'The capture cannot be read', remedies: [] },
  'damaged-record': { title: 'Damaged record', remedies: [] },
  'unsupported-version': { title: 'Unknown format version', remedies: [] },
  'unsupported-record': { title: 'The recorder could not capture this call', remedies: [] },
  'unsupported-operation': { title: 'Unsupported operation', remedies: [] },
  'undefined-object': { title: 'Object that nothing created', remedies: [] },
  'device-count': { title: 'Other count of devices', remedies: [ANOTHER_DEVICE] },
  'unknown-device': { title: 'Unknown device', remedies: [ANOTHER_DEVICE] },
  'executable-format': { title: 'Executable format not accepted', remedies: [ANOTHER_DEVICE] },
  'executable-invalid': { title: 'Executable cannot be loaded', remedies: [] },
  'executable-abi': { title: 'Executable does not match its record', remedies: [] },
  'processor-feature': { title: 'This processor lacks a feature', remedies: [ANOTHER_DEVICE] },
  'function-out-of-range': { title: 'Function that the executable does not have', remedies: [] },
  'range-out-of-bounds': { title: 'Range outside of its buffer', remedies: [] },
  'binding-count': { title: 'Other count of bindings', remedies: [] },
  'constant-count': { title: 'Other count of constants', remedies: [] },
  'impossible-size': { title: 'Impossible size', remedies: [] },
  'not-enough-memory': { title: 'Not enough memory', remedies: [] },
  'file-missing': { title: 'File missing', remedies: [REMAP, RECAPTURE] },
  'file-changed': { title: 'File changed since capture', remedies: [REMAP, RECAPTURE] },
  'file-unreadable': { title: 'File cannot be read', remedies: [REMAP, RECAPTURE] },
  'file-write': { title: 'Writes to a file', remedies: [ALLOW_WRITES] },
  'file-not-validated': { title: 'File that cannot be checked', remedies: [RECAPTURE] },
  'file-unchecked': { title: 'File that is checked when it is replayed', remedies: [REMAP] },
  'wait-never-signaled': { title: 'Wait that nothing in the stream signals', remedies: [ASSUME_SIGNALS] },
  'scope-unbalanced': { title: 'Scope without an end', remedies: [] },
  'recording-failed': { title: 'The recording ended with an error', remedies: [] },
  'profiling-ignored': { title: 'Profiling is not replayed', remedies: [] },
  'selector-unmatched': { title: 'Selector that matches nothing', remedies: [] },
};

export function problemTitle({ kind, code }: Problem): string {
  return KINDS[kind ?? '']?.title ?? (kind ?? code).toLowerCase().replaceAll(/[_-]/g, ' ');
}

export function remediesOf({ kind }: Problem): readonly Remedy[] {
  return KINDS[kind ?? '']?.remedies ?? [];
}

export function apply(actions: Actions, { does }: Remedy): void {
  if ('command' in does) actions.run(does.command);
  else if ('settings' in does) actions.changeSettings(does.settings);
  else actions.run('copyText', does.copy);
}
