/**
 * Runs that ended, kept in the workspace's storage: `runs.jsonl`, one MeasuredRun of protocol/results.ts a line, the oldest
 * first. A line that cannot be read is left out.
 */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { HistoryPoint, MeasuredRun } from '../../protocol/results';

/** Runs that are kept. */
const MAX_RUNS = 300;

export interface RunHistory {
  load(): Promise<readonly MeasuredRun[]>;
  append(run: MeasuredRun): Promise<void>;
  /** Writes exactly these. */
  replace(runs: readonly MeasuredRun[]): Promise<void>;
}

/** History in `folder`, which is made when the first run is kept; without one nothing is kept. */
export function createRunHistory(folder: string | undefined): RunHistory {
  const file = folder === undefined ? undefined : path.join(folder, 'runs.jsonl');
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: (to: string) => Promise<void>): Promise<void> => {
    const turn = last.then(async () => {
      if (file === undefined) return;
      await mkdir(path.dirname(file), { recursive: true });
      await work(file);
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    async load() {
      if (file === undefined) return [];
      const text = await readFile(file, 'utf8').catch(() => '');
      return text
        .split('\n')
        .flatMap((line) => parseRun(line))
        .slice(-MAX_RUNS);
    },
    append: (run) => inTurn((to) => appendFile(to, `${JSON.stringify(run)}\n`)),
    replace: (runs) => inTurn((to) => writeFile(to, runs.map((run) => `${JSON.stringify(run)}\n`).join(''))),
  };
}

function parseRun(line: string): readonly MeasuredRun[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'job' in value && 'state' in value ? [value as MeasuredRun] : [];
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
