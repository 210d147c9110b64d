/** What each kind of preflight's problems is called, and what the user can do about it at once. */
import type { CaptureCommand, Problem } from '../../protocol/capture/capture';
import type { OfferedRemedy } from '../../protocol/replay/remedy';
import type { ReplaySettings } from '../../protocol/replay/replay';
import { ALLOW_FILE_WRITES, ASSUME_HOST_SIGNALS, leavesWords, type RemedyWords } from '../../protocol/words/remedyWords';
import type { Actions } from './actions';

/** The buttons of all remedies, in the list and beside a record. */
export const REMEDY_BUTTONS = '.pr .acts :is(vscode-button, button), .fix vscode-button';

export interface Remedy extends RemedyWords {
  /** What it was found to leave, in a few words; absent where it was not tried. */
  readonly leaves?: string;
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
const CHECK: Remedy = {
  label: 'Check Files Now',
  explanation: 'Looks at the files as a replay does. One with a digest is read from beginning to end.',
  does: { command: 'checkFiles' },
};
const RECAPTURE: Remedy = {
  label: 'Copy Flag',
  explanation:
    'Record again with what is read of files inside the capture: iree-run-module or iree-benchmark-module with --device_replay_file_policy=capture-ranges. With capture-all whole files are in it.',
  does: { copy: '--device_replay_file_policy=capture-ranges' },
};
const RECAPTURE_DIGEST: Remedy = {
  label: 'Copy Flag for Digests',
  explanation:
    'Record again with the digests of files: --device_replay_file_validation=digest. A copy with the same contents is then taken for the file; an identity (device, inode, time) holds for no copy.',
  does: { copy: '--device_replay_file_validation=digest' },
};
const SUBSTITUTE: Remedy = {
  label: 'Substitute…',
  explanation: 'Replays another executable of the same functions in its place, one that was compiled for this processor.',
  does: { command: 'replaceExecutable' },
};
const ANOTHER_DEVICE: Remedy = {
  label: 'Select Device…',
  explanation: 'Replays on a device that accepts it.',
  does: { command: 'selectDevice' },
};
const ASSUME_SIGNALS: Remedy = { ...ASSUME_HOST_SIGNALS, does: { settings: { assumeHostSignals: true } } };
const ALLOW_WRITES: Remedy = { ...ALLOW_FILE_WRITES, does: { settings: { allowFileWrites: true } } };

const KINDS: Readonly<Record<string, Kind>> = {
  'unreadable-capture': { title: 'The capture cannot be read', remedies: [] },
  'damaged-record': { title: 'Damaged record', remedies: [] },
  'unsupported-version': { title: 'Unknown format version', remedies: [] },
  'unsupported-record': { title: 'The recorder could not capture this call', remedies: [] },
  'unsupported-operation': { title: 'Unsupported operation', remedies: [] },
  'undefined-object': { title: 'Object that nothing created', remedies: [] },
  'device-count': { title: 'Other count of devices', remedies: [ANOTHER_DEVICE] },
  'unknown-device': { title: 'Unknown device', remedies: [ANOTHER_DEVICE] },
  'executable-format': { title: 'Executable format not accepted', remedies: [ANOTHER_DEVICE, SUBSTITUTE] },
  'executable-invalid': { title: 'Executable cannot be loaded', remedies: [SUBSTITUTE] },
  'executable-abi': { title: 'Executable does not match its record', remedies: [SUBSTITUTE] },
  'processor-feature': { title: 'This processor lacks a feature', remedies: [SUBSTITUTE, ANOTHER_DEVICE] },
  'function-out-of-range': { title: 'Function that the executable does not have', remedies: [] },
  'range-out-of-bounds': { title: 'Range outside of its buffer', remedies: [] },
  'binding-count': { title: 'Other count of bindings', remedies: [] },
  'constant-count': { title: 'Other count of constants', remedies: [] },
  'impossible-size': { title: 'Impossible size', remedies: [] },
  'not-enough-memory': { title: 'Not enough memory', remedies: [] },
  'file-missing': { title: 'File missing', remedies: [REMAP, RECAPTURE] },
  'file-changed': { title: 'File changed since capture', remedies: [REMAP, RECAPTURE, RECAPTURE_DIGEST] },
  'file-unreadable': { title: 'File cannot be read', remedies: [REMAP, RECAPTURE] },
  'file-write': { title: 'Writes to a file', remedies: [ALLOW_WRITES] },
  'file-not-validated': { title: 'File that cannot be checked', remedies: [RECAPTURE_DIGEST] },
  'file-unchecked': { title: 'File that is checked when it is replayed', remedies: [CHECK, REMAP] },
  'wait-never-signaled': { title: 'Wait that nothing in the stream signals', remedies: [ASSUME_SIGNALS] },
  'scope-unbalanced': { title: 'Scope without an end', remedies: [] },
  'recording-failed': { title: 'The recording ended with an error', remedies: [] },
  'profiling-ignored': { title: 'Profiling is not replayed', remedies: [] },
  'selector-unmatched': { title: 'Selector that matches nothing', remedies: [] },
};

export function problemTitle({ kind, code }: Problem): string {
  return KINDS[kind ?? '']?.title ?? (kind ?? code).toLowerCase().replaceAll(/[_-]/g, ' ');
}

/** What was tried for this kind of problem, the best first, then what nobody can try beforehand, and last an end before it. */
export function remediesOf({ kind, record }: Problem, offers: readonly OfferedRemedy[] = [], errors = 0): readonly Remedy[] {
  const offered = offers.filter(({ kinds }) => kinds.includes(kind ?? '')).map((offer) => asRemedy(offer, errors));
  const others = (KINDS[kind ?? '']?.remedies ?? []).filter(({ label }) => offered.every((one) => one.label !== label));
  const before = offers.filter(({ change }) => record !== undefined && change.stopBefore === record);
  return [...offered, ...others, ...before.map((offer) => asRemedy(offer, errors))];
}

/** What was tried for all that blocks at once. */
export function remediesOfAll(offers: readonly OfferedRemedy[] = [], errors = 0): readonly Remedy[] {
  return offers
    .filter(({ kinds, change }) => kinds.length === 0 && change.stopBefore === undefined)
    .map((offer) => asRemedy(offer, errors));
}

function asRemedy({ label, explanation, change, leaves }: OfferedRemedy, errors: number): Remedy {
  return { label, explanation, leaves: leavesWords({ leaves }, errors), does: { settings: change } };
}

/** How to record again so that the problem does not come back, where nothing that can be chosen here takes it away. */
export function howToRecordAgain({ kind }: Problem): string | undefined {
  return RECORD_AGAIN[kind ?? ''];
}

const UNRECORDED =
  'The recorder has no bytes for this call. Record a function, or a part of the model, that does not make it, or let the replay end before it.';
const CUT_OFF =
  'Record again, and let the application end by itself: the file is complete once the recorder is closed, which iree-run-module does at its end. In a program of your own call iree_hal_replay_recorder_close, and look at its status.';

const RECORD_AGAIN: Readonly<Record<string, string>> = {
  'unsupported-record': UNRECORDED,
  'unsupported-operation': UNRECORDED,
  'unsupported-version': 'Record again with an IREE whose recorder writes format 1.0 or 2.0, or bring IREE Replay up to date.',
  'damaged-record': CUT_OFF,
  'unreadable-capture': CUT_OFF,
  'recording-failed': CUT_OFF,
  'executable-format':
    'To replay on this processor, compile for it and record again: iree-compile with --iree-hal-target-device=local and --iree-hal-local-target-device-backends=llvm-cpu, then iree-run-module with --device=local-task.',
  'processor-feature':
    'To have it run here, compile for this processor, or for an older one, with --iree-llvmcpu-target-cpu, and record again.',
};

/** Does it, about a problem's record where it stands for one. */
export function apply(actions: Actions, { does }: Remedy, record?: number): void {
  if ('command' in does) actions.run(does.command, undefined, record === undefined ? undefined : String(record));
  else if ('settings' in does) actions.changeSettings(does.settings);
  else actions.run('copyText', does.copy);
}
