/** --history: runs of the command line, in the form in which the editor keeps its own. */
import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { createRunHistory } from '../native/jobs/runHistory';
import type { ReplaySettings } from '../protocol/replay';
import type { MeasuredJob, MeasuredRun, RunOf } from '../protocol/results';
import type { RunOptions } from '../protocol/run';
import type { Arguments, Flags } from './usage';

export const historyFlag: Flags = {
  history: { type: 'string', value: 'FILE', help: 'Appends the run as a line of JSON; the README says what is in it.' },
};

const settingsOf = (
  args: Arguments,
  { devices, workers, fileRemaps, assumeHostSignals, allowFileWrites, guardBuffers }: RunOptions,
): ReplaySettings => ({
  engine: args.value('engine') === 'iree' ? 'iree' : 'native',
  device: devices[0] ?? 'local-sync',
  ...(workers === undefined ? {} : { workers }),
  fileRemaps,
  assumeHostSignals: assumeHostSignals === true,
  allowFileWrites: allowFileWrites === true,
  guardBuffers: guardBuffers === true,
});

/** Appends a run that has ended to the file of --history, if it was given. */
export async function keepRun<Job extends MeasuredJob>(
  args: Arguments,
  { job, subject, options, state }: Pick<RunOf<Job>, 'job' | 'subject' | 'options' | 'state'>,
): Promise<void> {
  const file = args.value('history');
  if (file === undefined) return;
  const run = {
    job,
    id: randomUUID(),
    capture: path.resolve(args.capture),
    subject,
    started: new Date(performance.timeOrigin).toISOString(),
    settings: settingsOf(args, options.run),
    options,
    commandLine: ['ireereplay', ...process.argv.slice(2)].join(' '),
    state,
  };
  await createRunHistory(path.resolve(file)).append(run as MeasuredRun);
}
