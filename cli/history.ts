/** --history: runs of the command line, saved as the editor saves its own. */
import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { createRunHistory } from '../engine/history/runHistory';
import { commandLineOfRun } from '../protocol/commands/measured';
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

/** Appends a finished run to the file of --history, if there is one. */
export async function keepRun<Job extends MeasuredJob>(
  file: string | undefined,
  { job, subject, options, state }: Pick<RunOf<Job>, 'job' | 'subject' | 'options' | 'state'>,
): Promise<void> {
  if (file === undefined) return;
  const replay = replayOf(options);
  const capture = path.resolve(replay.capture);
  const run = {
    job,
    id: randomUUID(),
    capture,
    subject,
    started: new Date(performance.timeOrigin).toISOString(),
    settings: settingsOf(replay),
    options,
    commandLine: commandLineOfRun(job, withReplay(options, { ...replay, capture })),
    state,
  };
  await createRunHistory(path.resolve(file)).append(run as MeasuredRun);
}
