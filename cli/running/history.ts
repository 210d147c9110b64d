/** --history and --report: runs of the command line, saved as the editor saves its own, and as pages that show what it would. */
import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { contentChangesOf } from '../../engine/history/contentChanges';
import { historyOf } from '../../engine/history/rowHistory';
import { createRunHistory } from '../../engine/history/runHistory';
import { writeReport } from '../../engine/report/reportFile';
import { runReport } from '../../engine/report/runReport';
import { version } from '../../package.json';
import { commandLineOfRun } from '../../protocol/commands/measured';
import type { ContentChanges } from '../../protocol/results/contentChanges';
import type { ReplaySettings } from '../../protocol/replay/replay';
import { replayOf, withReplay, type MeasuredJob, type MeasuredRun, type RunOf } from '../../protocol/results/results';
import type { RunOptions } from '../../protocol/replay/run';

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

/** Where a run goes. */
interface Kept {
  readonly history?: string;
  readonly report?: string;
}

/** Writes a finished run to the file of --report, beside those before it in that of --history, and appends it there; each if there is one. */
export async function keepRun<Job extends MeasuredJob>(
  { history: file, report }: Kept,
  ended: Pick<RunOf<Job>, 'job' | 'subject' | 'options' | 'state'>,
): Promise<void> {
  if (file === undefined && report === undefined) return;
  const run = finishedRun(ended);
  const history = file === undefined ? undefined : createRunHistory(path.resolve(file));
  if (report !== undefined) {
    const before = (await history?.load()) ?? [];
    const changes = contentChangesOf(run, before);
    const shown = { run, history: historyOf(run, before), onSave: false, ...(changes === undefined ? {} : { changes }) };
    await writeReport(path.resolve(report), await runReport(path.join(__dirname, 'webview'), shown, version));
  }
  await history?.append(run);
}

/** What a run that was broken down executed of which a run before in the file of --history did not. */
export async function changesSince(file: string | undefined, run: MeasuredRun): Promise<ContentChanges | undefined> {
  return file === undefined ? undefined : contentChangesOf(run, await createRunHistory(path.resolve(file)).load());
}
