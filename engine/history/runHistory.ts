/**
 * Finished measured runs, saved as JSON lines, oldest first. A line is a MeasuredRun of protocol/results.ts with the version of this
 * format:
 *
 *     {"version":1, "job":"benchmark"|"verify"|"substitute", "id":..., "capture":path, "subject":..., "started":ISO 8601,
 *      "settings":{"device":..., "workers":n, ...}, "options":what the job was told, "commandLine":...,
 *      "state":{"state":"done", "result":the job's result}}
 *
 * A run that begins is saved with the state "idle" and its "owner", a process; a later line with the same id replaces it when it ends.
 * If there is none and the owner has ended, the run was interrupted.
 *
 * Fields may be added. A line that is not such a run, or has a higher version, is skipped with a message, and stays in the file.
 */
import { readFileSync } from 'node:fs';
import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isRecord } from '../../protocol/base/isRecord';
import { jsonText } from '../../protocol/base/jsonText';
import type { MeasuredRun } from '../../protocol/results/results';
import { replaceFile } from '../programs/wholeFile';
import type { keptRun } from './keptRun';

const VERSION = 1;
/** Runs that are shown. */
const MOST_RUNS = 300;
/** A larger file loses the older half of its contents. */
const MOST_BYTES = 32 * 1024 * 1024;
/** How long reading may block the thread before it yields. */
const AT_ONCE_MS = 8;

export interface RunHistory {
  /** The latest runs, oldest first; `tell` hears why a line is left out. */
  load(tell?: (leftOut: string) => void): Promise<readonly MeasuredRun[]>;
  append(run: MeasuredRun): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The history in `file`, which is created with its folder when the first run is saved; without a file nothing is. */
export function createRunHistory(file: string | undefined, mostBytes = MOST_BYTES): RunHistory {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: (to: string) => Promise<void>): Promise<void> => {
    const turn = last.then(() => (file === undefined ? undefined : work(file)));
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    load: async (tell = () => undefined) => {
      if (file === undefined) return [];
      const { keptRun } = await import('./keptRun');
      const kept: Kept[] = [];
      let worked = performance.now();
      for (const [index, line] of (await readLines(file)).entries()) {
        const run = runOf(line, keptRun);
        if (typeof run === 'string') tell(`line ${String(index + 1)} of ${file}: ${run}`);
        else kept.push(run);
        if (performance.now() - worked < AT_ONCE_MS) continue;
        // There may be megabytes: let others use the thread.
        await setImmediate();
        worked = performance.now();
      }
      return ended(kept).slice(-MOST_RUNS);
    },
    append: (run) =>
      inTurn(async (to) => {
        await mkdir(path.dirname(to), { recursive: true });
        const owner = hasEnded(run) ? {} : { owner: thisProcess() };
        await appendFile(to, `${jsonText({ version: VERSION, ...owner, ...run })}\n`);
        if ((await stat(to)).size > mostBytes) await writeLines(to, latest(await readLines(to), mostBytes / 2));
      }),
    remove: (id) =>
      inTurn(async (to) =>
        writeLines(
          to,
          (await readLines(to)).filter((line) => idOf(line) !== id),
        ),
      ),
  };
}

async function readLines(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

const writeLines = (file: string, lines: readonly string[]): Promise<void> =>
  replaceFile(file, (beside) => writeFile(beside, lines.map((line) => `${line}\n`).join('')));

/** As many of the last lines as fit in `bytes`; the very last in any case. */
function latest(lines: readonly string[], bytes: number): readonly string[] {
  let first = lines.length;
  let taken = 0;
  while (first > 0) {
    taken += Buffer.byteLength(lines[first - 1] ?? '') + 1;
    if (taken > bytes && first < lines.length) break;
    first--;
  }
  return lines.slice(first);
}

interface Kept {
  readonly run: MeasuredRun;
  /** Of a run that had not ended. */
  readonly owner: string | undefined;
}

/** Whether nothing more will come of a run. */
export const hasEnded = ({ state: { state } }: Pick<MeasuredRun, 'state'>): boolean => state !== 'idle' && state !== 'running';

/** The last state of each run, in the order they began, without those that another process is still running. */
function ended(lines: readonly Kept[]): readonly MeasuredRun[] {
  const latest = new Map<string, Kept>();
  for (const line of lines) latest.set(line.run.id, line);
  return [...latest.values()].flatMap(({ run, owner }) => {
    if (hasEnded(run)) return [run];
    return owner !== undefined && lives(owner) ? [] : [{ ...run, state: { state: 'cancelled', interrupted: true } }];
  });
}

/** A process's start, where the system gives it: its id alone is reused later. */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name in parentheses may contain blanks; the start is field 22 overall.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

const thisProcess = (): string => [process.pid, startOf(process.pid) ?? ''].join(' ').trim();

function lives(owner: string): boolean {
  const [pid = '', start] = owner.split(' ');
  if (start !== undefined) return startOf(Number(pid)) === start;
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

/** The value of a line; undefined when it is not JSON. */
function valueOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function idOf(line: string): unknown {
  const value = valueOf(line);
  return isRecord(value) ? value['id'] : undefined;
}

/** The run in a line, or why there is none. */
function runOf(line: string, check: typeof keptRun): Kept | string {
  const value = valueOf(line);
  if (!isRecord(value)) return 'not a JSON object';
  const { version, owner, ...run } = value;
  if (version !== VERSION) return `version ${String(version)}, but this one reads ${String(VERSION)}`;
  const kept = check(run);
  return typeof kept === 'string' ? kept : { run: kept, owner: typeof owner === 'string' ? owner : undefined };
}

/** The key of a run's capture; undefined when it was not saved, or nothing was measured. */
export function captureKeyOf({ state }: Pick<MeasuredRun, 'state'>): string | undefined {
  const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
  return result !== undefined && 'environment' in result ? result.environment.capture : undefined;
}

/** By contents: a capture recorded again under the same name is another. False when unknown. */
export function isSameCapture(a: Pick<MeasuredRun, 'state'>, b: Pick<MeasuredRun, 'state'>): boolean {
  const key = captureKeyOf(a);
  return key !== undefined && key === captureKeyOf(b);
}
