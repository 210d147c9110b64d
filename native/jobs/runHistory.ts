/**
 * Measured runs that ended, kept over time: JSON lines, the oldest first. A line is a MeasuredRun of protocol/results.ts and
 * the version of this form:
 *
 *     {"version":1, "job":"benchmark"|"verify"|"substitute", "id":..., "capture":path, "subject":..., "started":ISO 8601,
 *      "settings":{"device":..., "workers":n, ...}, "options":what the job was told, "commandLine":...,
 *      "state":{"state":"done", "result":what the job gave}}
 *
 * Fields may be added. What cannot be read, or is of a higher version, is left out, and kept as it is.
 */
import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { HistoryPoint, MeasuredRun } from '../../protocol/results';

const VERSION = 1;
/** Runs that are shown. */
const MOST_RUNS = 300;
/** A file that has grown beyond this loses the older half of it. */
const MOST_BYTES = 32 * 1024 * 1024;

export interface RunHistory {
  /** The latest runs, the oldest first. */
  load(): Promise<readonly MeasuredRun[]>;
  append(run: MeasuredRun): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The history in `file`, which is made with its folder when the first run is kept; without a file nothing is kept. */
export function createRunHistory(file: string | undefined, mostBytes = MOST_BYTES): RunHistory {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: (to: string) => Promise<void>): Promise<void> => {
    const turn = last.then(() => (file === undefined ? undefined : work(file)));
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    load: async () => (file === undefined ? [] : (await readLines(file)).flatMap(runOf).slice(-MOST_RUNS)),
    append: (run) =>
      inTurn(async (to) => {
        await mkdir(path.dirname(to), { recursive: true });
        await appendFile(to, `${JSON.stringify({ version: VERSION, ...run })}\n`);
        if ((await stat(to)).size > mostBytes) await writeLines(to, latest(await readLines(to), mostBytes / 2));
      }),
    remove: (id) =>
      inTurn(async (to) =>
        writeLines(
          to,
          (await readLines(to)).filter((line) => runOf(line)[0]?.id !== id),
        ),
      ),
  };
}

async function readLines(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** All at once: a reader sees the old file or the new one. */
async function writeLines(file: string, lines: readonly string[]): Promise<void> {
  const next = `${file}.next`;
  await writeFile(next, lines.map((line) => `${line}\n`).join(''));
  await rename(next, file);
}

/** The last of the lines that together take no more bytes; the very last in any case. */
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

/** The run of a line, or nothing. */
function runOf(line: string): readonly MeasuredRun[] {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('job' in value && 'state' in value && 'version' in value)) return [];
    const { version, ...run } = value;
    return version === VERSION ? [run as unknown as MeasuredRun] : [];
  } catch {
    return [];
  }
}

/** Rows of the benchmarks before `run` that measured the same capture on the same device with as many threads. */
export function historyOf(run: MeasuredRun, all: readonly MeasuredRun[]): readonly HistoryPoint[] {
  if (run.job !== 'benchmark') return [];
  return all.flatMap((other) => {
    if (other.job !== 'benchmark' || other.started >= run.started || !isSameMeasurement(run, other)) return [];
    const result = other.state.state === 'done' ? other.state.result : undefined;
    const rows = result?.rows.filter(({ repetition }) => repetition === 0) ?? [];
    return rows.map(({ name, statistics: { median, interval } }) => ({ run: other.id, date: other.started, name, median, interval }));
  });
}

function isSameMeasurement(a: MeasuredRun, b: MeasuredRun): boolean {
  return a.capture === b.capture && a.settings.device === b.settings.device && a.settings.workers === b.settings.workers;
}
