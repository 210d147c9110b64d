/** --history: runs of the command line, saved as the editor saves its own. */
import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { contentChangesOf } from '../engine/history/contentChanges';
import { createRunHistory } from '../engine/history/runHistory';
import { commandLineOfRun } from '../protocol/commands/measured';
import type { ContentChanges } from '../protocol/contentChanges';
import type { ReplaySettings } from '../protocol/replay';
import { replayOf, withReplay, type MeasuredJob, type MeasuredRun, type RunOf } from '../protocol/results';
import type { RunOptions } from '../protocol/run';

const settingsOf = ({
  iree,
  devices,
  workers,
  fileRemaps,
  assumeHostSignals = false,
  allowFileWrites = false,
  guardBuffers = false,
}: RunOptions): ReplaySettings => ({
  engine: iree === undefined ? 'native' : 'iree',
  device: devices[0] ?? 'local-sync',
  ...(workers === undefined ? {} : { workers }),
  fileRemaps,
  assumeHostSignals,
  allowFileWrites,
  guardBuffers,
});

/** A run that has ended, as it is saved. */
export function finishedRun<Job extends MeasuredJob>({
  job,
  subject,
  options,
  state,
}: Pick<RunOf<Job>, 'job' | 'subject' | 'options' | 'state'>): MeasuredRun {
  const replay = replayOf(options);
  const capture = path.resolve(replay.capture);
  return {
    job,
    id: randomUUID(),
    capture,
    subject,
    started: new Date(performance.timeOrigin).toISOString(),
    settings: settingsOf(replay),
    options,
    commandLine: commandLineOfRun(job, withReplay(options, { ...replay, capture })),
    state,
  } as MeasuredRun;
}

/** Appends a finished run to the file of --history, if there is one. */
export async function keepRun<Job extends MeasuredJob>(
  file: string | undefined,
  run: Pick<RunOf<Job>, 'job' | 'subject' | 'options' | 'state'>,
): Promise<void> {
  if (file !== undefined) await createRunHistory(path.resolve(file)).append(finishedRun(run));
}

/** What a run that was broken down executed of which a run before in the file of --history did not. */
export async function changesSince(file: string | undefined, run: MeasuredRun): Promise<ContentChanges | undefined> {
  return file === undefined ? undefined : contentChangesOf(run, await createRunHistory(path.resolve(file)).load());
}
