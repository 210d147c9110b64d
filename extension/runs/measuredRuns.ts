/** Benchmarks, verifications, substitutions and profiles: one at a time, for two would disturb each other. */
import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { EngineJobs, EngineState } from '../../protocol/processes/engine';
import type { ReplaySettings } from '../../protocol/replay/replay';
import { replayOf, withReplay, type MeasuredJob, type MeasuredRun, type RunOf } from '../../protocol/results/results';
import { createRunHistory } from '../../engine/history/runHistory';
import { isVersion } from '../captures/versionFile';
import { installedCompilers, ireePlaces } from '../devices/installedTools';
import { measureCommandLine } from './measureCommandLine';
import { createProfileFiles, type ProfileFiles } from './profileFiles';
import { profileFileOf } from './profiling';
import { createTrustedJobs } from './trustedJobs';

/** What a run is started with. */
export interface Measurement<Job extends MeasuredJob> {
  readonly job: Job;
  readonly capture: string;
  readonly subject: string;
  readonly settings: ReplaySettings;
  readonly options: EngineJobs[Job]['options'];
}

export interface MeasuredRuns {
  /** The latest last. Those of earlier sessions are among them once `load` has resolved. */
  readonly all: readonly MeasuredRun[];
  /** Reads the runs of earlier sessions, once. */
  load(): Promise<void>;
  /** How many of them could not be read; the log says why. */
  readonly leftOut: number;
  /** Files of profiles. One in the storage is removed with its run. */
  readonly profiles: ProfileFiles;
  /** A run has come, changed or gone. */
  readonly onChange: vscode.Event<MeasuredRun>;
  byId(id: string): MeasuredRun | undefined;
  /** Starts a run when those before it have ended; `ended` resolves with how it did. */
  start<Job extends MeasuredJob>(measurement: Measurement<Job>): { readonly run: RunOf<Job>; readonly ended: Promise<MeasuredRun> };
  /** The same once more, as a new run. */
  repeat(run: MeasuredRun): ReturnType<MeasuredRuns['start']>;
  cancel(id: string): void;
  remove(id: string): void;
  dispose(): void;
}

export function createMeasuredRuns(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): MeasuredRuns {
  const changes = new vscode.EventEmitter<MeasuredRun>();
  // Of the workspace; without one, of the user.
  const folder = (context.storageUri ?? context.globalStorageUri).fsPath;
  const history = createRunHistory(path.join(folder, 'runs.jsonl'));
  const state = context.storageUri === undefined ? context.globalState : context.workspaceState;
  const profiles = createProfileFiles(path.join(folder, 'profiles'), state, isProfiledBeside);
  const jobs = createTrustedJobs(context, (line) => log.info(`engine: ${line}`));
  const running = new Map<string, AbortController>();
  const removed = new Set<string>();
  let all: readonly MeasuredRun[] = [];
  let leftOut = 0;
  let loading: Promise<void> | undefined;

  const put = (run: MeasuredRun): void => {
    if (removed.has(run.id)) return;
    all = all.some(({ id }) => id === run.id) ? all.map((other) => (other.id === run.id ? run : other)) : [...all, run];
    changes.fire(run);
  };
  const keep = (run: MeasuredRun): void => {
    if (!removed.has(run.id))
      void history.append(withoutOutputs(run)).catch((error: unknown) => log.warn(`The run is not kept: ${String(error)}`));
  };
  const say = (run: MeasuredRun): void => {
    const { state } = run;
    const reason = state.state === 'failed' ? `: ${state.problem.message}` : state.state === 'crashed' ? `: ${state.crash.signal}` : '';
    const profile = state.state === 'done' ? profileFileOf(run) : undefined;
    const file = profile === undefined ? '' : `, profile in ${profile}`;
    log.info(`${path.basename(run.capture)}: ${run.job} of ${run.subject}: ${state.state}${reason}${file}`);
  };
  const load = async (): Promise<void> => {
    const kept = await history.load((why) => {
      leftOut++;
      log.warn(`A kept run is not shown: ${why}`);
    });
    // What has ended meanwhile may be in the file already.
    all = [...kept.filter(({ id }) => all.every((run) => run.id !== id)), ...all];
  };

  const runs: MeasuredRuns = {
    get all() {
      return all;
    },
    get leftOut() {
      return leftOut;
    },
    profiles,
    load: () => (loading ??= load()),
    onChange: changes.event,
    byId: (id) => all.find((run) => run.id === id),
    start<Job extends MeasuredJob>(asked: Measurement<Job>) {
      // What the settings say now, also when an earlier run is repeated.
      const replay = replayOf(asked.options);
      const iree = replay.iree === undefined ? {} : { iree: ireePlaces() };
      const options = withReplay(asked.options, { ...replay, ...iree, compilers: installedCompilers() });
      const measurement: Measurement<Job> = { ...asked, options };
      const controller = new AbortController();
      const first: RunOf<Job> = {
        ...measurement,
        id: randomUUID(),
        started: new Date().toISOString(),
        state: { state: 'idle' },
        commandLine: measureCommandLine(measurement.job, measurement.options),
      };
      running.set(first.id, controller);
      // TypeScript does not see that a run of some job is one of the runs of all jobs.
      const withState = (state: EngineState<Job>): MeasuredRun => ({ ...first, state }) as MeasuredRun;
      put(withState(first.state));
      keep(withState(first.state));
      // Its view shows what was measured before.
      void runs.load().then(() => {
        const now = runs.byId(first.id);
        if (now !== undefined) changes.fire(now);
      });
      const ended = jobs
        .start(measurement.job, measurement.options, (state) => put(withState(state)), controller.signal)
        .then(async (state) => {
          const run = withState(state);
          running.delete(first.id);
          put(run);
          say(run);
          keep(run);
          const profile = profileFileOf(run);
          if (profile !== undefined)
            await profiles.ended(profile).catch((error: unknown) => log.warn(`The profile is not known as recorded: ${String(error)}`));
          return run;
        });
      return { run: first, ended };
    },
    repeat(run) {
      const { capture, subject, settings } = run;
      if (run.job !== 'run') return runs.start({ job: run.job, capture, subject, settings, options: run.options });
      // The earlier one's profile stays as it is.
      const options = { ...run.options, profiling: { ...run.options.profiling, output: profiles.next(capture) } };
      return runs.start({ job: run.job, capture, subject, settings, options });
    },
    cancel: (id) => running.get(id)?.abort(),
    remove(id) {
      removed.add(id);
      running.get(id)?.abort();
      const gone = runs.byId(id);
      all = all.filter((run) => run.id !== id);
      void history.remove(id).catch((error: unknown) => log.warn(`The run is kept: ${String(error)}`));
      const profile = gone === undefined ? undefined : profileFileOf(gone);
      if (profile !== undefined) void profiles.remove(profile).catch((error: unknown) => log.warn(`The profile is kept: ${String(error)}`));
      if (gone !== undefined) changes.fire(gone);
    },
    dispose() {
      for (const controller of running.values()) controller.abort();
      jobs.dispose();
      changes.dispose();
    },
  };
  return runs;
}

/** Whether the user wants profiles of a capture beside it. Of a version that version control shows there is no more than a copy, for a while. */
const isProfiledBeside = (capture: string): boolean =>
  !isVersion(capture) && vscode.workspace.getConfiguration('ireeReplay.profiles', vscode.Uri.file(capture)).get('folder') !== 'storage';

/** What the application reads back is not what a profile is about, and may be much. */
function withoutOutputs(run: MeasuredRun): MeasuredRun {
  if (run.job !== 'run' || run.state.state !== 'done' || 'program' in run.state.result) return run;
  return { ...run, state: { ...run.state, result: { ...run.state.result, outputs: [] } } };
}
