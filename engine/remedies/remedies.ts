/** Remedies for what keeps a capture from being replayed: each is tried by a preflight, which executes nothing. */
import * as path from 'node:path';
import { FILE_PROBLEMS, type FileSummary, type Problem } from '../../protocol/capture/capture';
import { lackedFile } from '../../protocol/replay/lackedFile';
import { firstBlocked } from '../../protocol/replay/reach';
import type { OfferedRemedy } from '../../protocol/replay/remedy';
import { deviceLabel, type ReplaySettings } from '../../protocol/replay/replay';
import type { RunOptions } from '../../protocol/replay/run';
import { ALLOW_FILE_WRITES, ASSUME_HOST_SIGNALS } from '../../protocol/words/remedyWords';
import { preflight } from '../addon/replay';
import { sameFiles } from './sameFiles';

/** Bytes of files whose contents are compared with what was recorded, at most: a digest takes as long as reading a file. */
const MOST_BYTES = 16n * 2n ** 30n;

/** A device that replays run on, and whether it takes the capture's executables, as far as their formats tell. */
export interface OtherDevice extends Pick<ReplaySettings, 'engine' | 'device' | 'deviceName'> {
  readonly takesExecutables: boolean;
}

/** What preflight found, and on what it may be tried again. */
export interface Blocked {
  readonly run: RunOptions;
  readonly problems: readonly Problem[];
  readonly files: readonly FileSummary[];
  /** Devices other than the one it is replayed on. */
  readonly devices: readonly OtherDevice[];
}

type Attempt = Omit<OfferedRemedy, 'leaves'>;

const DEVICE_KINDS: readonly string[] = ['executable-format', 'unknown-device', 'processor-feature', 'device-count', 'not-enough-memory'];

const errorsOf = (problems: readonly Problem[]): readonly Problem[] => problems.filter(({ severity }) => severity === 'error');

/** The options with the change, as far as preflight knows them. */
function changed(run: RunOptions, { device, fileRemaps, assumeHostSignals, allowFileWrites, stopBefore }: Attempt['change']): RunOptions {
  return {
    ...run,
    ...(device === undefined ? {} : { devices: run.devices.map(() => device) }),
    ...(fileRemaps === undefined ? {} : { fileRemaps }),
    ...(assumeHostSignals === undefined ? {} : { assumeHostSignals }),
    ...(allowFileWrites === undefined ? {} : { allowFileWrites }),
    ...(stopBefore === undefined ? {} : { stopBeforeRecord: stopBefore }),
  };
}

async function tried(run: RunOptions, attempt: Attempt, signal: AbortSignal): Promise<OfferedRemedy & { readonly leaves: number }> {
  const { problems } = await preflight(changed(run, attempt.change), signal);
  signal.throwIfAborted();
  return { ...attempt, leaves: errorsOf(problems).length };
}

/** Each file that is lacking with one near the capture that has its contents, by IREE's own rules. */
async function filesThere({ run, problems, files }: Blocked, signal: AbortSignal): Promise<readonly string[]> {
  const lacking = errorsOf(problems).filter(({ kind }) => FILE_PROBLEMS.has(kind));
  let bytes = 0n;
  const remaps: string[] = [];
  for (const problem of lacking) {
    const file = lackedFile(problem, files);
    if (file === undefined || file.path.includes('=')) continue;
    for (const candidate of await sameFiles(run.capture, file, signal)) {
      bytes += BigInt(file.bytes);
      if (bytes > MOST_BYTES) return remaps;
      const remap = `${file.path}=${candidate}`;
      const { problems: left } = await preflight({ ...run, fileRemaps: [...others(run.fileRemaps, file.path), remap] }, signal);
      signal.throwIfAborted();
      if (left.some(({ record, kind }) => record === problem.record && FILE_PROBLEMS.has(kind))) continue;
      remaps.push(remap);
      break;
    }
  }
  return remaps;
}

/** Remaps but the one of this very path. */
const others = (remaps: readonly string[], captured: string): readonly string[] =>
  remaps.filter((remap) => !remap.startsWith(`${captured}=`));

function fileAttempt({ run }: Blocked, remaps: readonly string[]): Attempt | undefined {
  const [first] = remaps;
  if (first === undefined) return undefined;
  const places = remaps.map((remap) => remap.slice(remap.indexOf('=') + 1));
  const kept = remaps.reduce((left, remap) => others(left, remap.slice(0, remap.indexOf('='))), run.fileRemaps);
  const [place = ''] = places;
  const where = path.relative(path.dirname(run.capture), place);
  return {
    change: { fileRemaps: [...kept, ...remaps] },
    label: places.length === 1 ? `Use ${path.basename(place)}` : `Use ${String(places.length)} Files Found`,
    explanation:
      places.length === 1
        ? `Takes ${where}, found near the capture: it is what was recorded. Kept for this workspace.`
        : `Takes ${places.map((one) => path.relative(path.dirname(run.capture), one)).join(', ')}, found near the capture: they are what was recorded. Kept for this workspace.`,
    kinds: [...FILE_PROBLEMS].filter((kind) => kind !== undefined),
  };
}

/**
 * Every change of the settings that takes problems away, the best for each kind first, then one that makes all of them, and what could
 * be replayed as it is. Files are looked for only where the options let preflight look at files. Rejects with the signal's reason.
 */
export async function findRemedies(blocked: Blocked, signal: AbortSignal): Promise<readonly OfferedRemedy[]> {
  const { run, problems, devices } = blocked;
  const errors = errorsOf(problems);
  const kinds = new Set(errors.map(({ kind }) => kind));
  if (errors.length === 0) return [];
  const files = run.leaveFilesAlone === true ? undefined : fileAttempt(blocked, await filesThere(blocked, signal));
  const settings: readonly Attempt[] = [
    ...(files === undefined ? [] : [files]),
    ...(kinds.has('wait-never-signaled') ? [ASSUME] : []),
    ...(kinds.has('file-write') ? [WRITES] : []),
  ];
  const offers: OfferedRemedy[] = [];
  for (const attempt of settings) offers.push(await tried(run, attempt, signal));
  if (DEVICE_KINDS.some((kind) => kinds.has(kind))) {
    for (const device of devices) {
      const offer = await onDevice(run, device, signal);
      if (offer.leaves === undefined || offer.leaves < errors.length) offers.push(offer);
    }
  }
  const helping = offers.filter(({ leaves }) => leaves !== undefined && leaves < errors.length);
  const least = Math.min(...helping.map(({ leaves = 0 }) => leaves));
  if (settings.length > 1 && least > 0) {
    const all = await tried(run, together(settings), signal);
    if (all.leaves < least) helping.unshift(all);
  }
  const untold = offers.filter(({ leaves }) => leaves === undefined);
  const first = firstBlocked(problems);
  const before = first === undefined || first === 0 ? undefined : await tried(run, stopBefore(first), signal);
  return [...helping, ...untold, ...(before === undefined || before.leaves >= errors.length ? [] : [before])];
}

const ASSUME: Attempt = {
  change: { assumeHostSignals: true },
  ...ASSUME_HOST_SIGNALS,
  kinds: ['wait-never-signaled'],
};

const WRITES: Attempt = {
  change: { allowFileWrites: true },
  ...ALLOW_FILE_WRITES,
  kinds: ['file-write'],
};

function together(attempts: readonly Attempt[]): Attempt {
  return {
    change: attempts.reduce<Attempt['change']>((all, { change }) => ({ ...all, ...change }), {}),
    label: 'Apply All of These',
    explanation: `${attempts.map(({ label }) => label).join(', ')}: all at once. Each can be taken back by itself.`,
    kinds: [],
  };
}

function stopBefore(record: number): Attempt {
  return {
    change: { stopBefore: record },
    label: `Stop Before #${record.toLocaleString('en')}`,
    explanation: `Replays what comes before record ${record.toLocaleString('en')}, and neither it nor anything after it.`,
    kinds: [],
  };
}

async function onDevice(
  run: RunOptions,
  { engine, device, deviceName, takesExecutables }: OtherDevice,
  signal: AbortSignal,
): Promise<OfferedRemedy> {
  const attempt: Attempt = {
    change: { engine, device, deviceName },
    label: `Use ${deviceLabel({ engine, device, deviceName })}`,
    explanation:
      engine === 'native'
        ? `Replays on ${device}.`
        : "Replays by the installed IREE's tools, which say when they run what stands against it.",
    kinds: DEVICE_KINDS,
  };
  if (engine === 'native') return tried(run, attempt, signal);
  return { ...attempt, leaves: takesExecutables ? undefined : Number.POSITIVE_INFINITY };
}
