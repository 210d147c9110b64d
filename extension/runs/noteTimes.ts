/** What records took in a replay: the same once more, with a profile of which nothing else is kept. */
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { readRecordTimes, type RecordTimes } from '../../engine/addon/recordTimes';
import type { JobQueue } from '../../engine/process/jobQueue';
import type { RunOptions, RunResult } from '../../protocol/replay/run';

/** Nothing that takes longer, or has more to note, is executed unasked. */
const LONGEST_NS = 2e9;
const MOST_DISPATCHES = 500_000;

const MODE = 'queue-events,host-execution';

/** The run in which they were noted: what its scopes took is of the same run. */
export interface NotedTimes {
  readonly result: RunResult;
  readonly records: RecordTimes;
}

/** Of a replay that ended so. Undefined where it is not executed again: it is long, it writes files, or the signal came. Rejects where no file can be written. */
export async function noteTimes(
  jobs: JobQueue,
  options: RunOptions,
  ended: RunResult,
  signal: AbortSignal,
): Promise<NotedTimes | undefined> {
  const isShort = Number(ended.executeNs) < LONGEST_NS && Number(ended.dispatches) <= MOST_DISPATCHES;
  if (!isShort || options.allowFileWrites === true) return undefined;
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'iree-replay-times-'));
  try {
    const output = path.join(folder, 'times.ireeprof');
    const end = await jobs.start('run', { ...options, profiling: { mode: MODE, output } }, () => undefined, signal);
    if (end.state !== 'done' || 'program' in end.result) return undefined;
    return { result: end.result, records: await readRecordTimes(output, signal) };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
