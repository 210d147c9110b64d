/** Benchmarks, verifications and substitutions: one at a time, for two would disturb each other. */
import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { EngineJobs, EngineState } from '../../protocol/engine';
import type { ReplaySettings } from '../../protocol/replay';
import type { MeasuredJob, MeasuredRun, RunOf } from '../../protocol/results';
import { createRunHistory } from '../../engine/history/runHistory';
import { installedCompilers, ireePlaces } from '../devices/installedTools';
import { measureCommandLine } from './measureCommandLine';
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
    if (!removed.has(run.id)) void history.append(run).catch((error: unknown) => log.warn(`The run is not kept: ${String(error)}`));
  };
  const say = (run: MeasuredRun): void => {
    const { state } = run;
    const reason = state.state === 'failed' ? `: ${state.problem.message}` : state.state === 'crashed' ? `: ${state.crash.signal}` : '';
    log.info(`${path.basename(run.capture)}: ${run.job} of ${run.subject}: ${state.state}${reason}`);
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
    load: () => (loading ??= load()),
    onChange: changes.event,
    byId: (id) => all.find((run) => run.id === id),
    start<Job extends MeasuredJob>(asked: Measurement<Job>) {
      // What the settings say now, also when an earlier run is repeated.
      const { run } = asked.options;
      const iree = run.iree === undefined ? {} : { iree: ireePlaces() };
      const options = { ...asked.options, run: { ...run, ...iree, compilers: installedCompilers() } };
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
        .then((state) => {
          const run = withState(state);
          running.delete(first.id);
          put(run);
          say(run);
          keep(run);
          return run;
        });
      return { run: first, ended };
    },
    repeat: ({ job, capture, subject, settings, options }) => runs.start({ job, capture, subject, settings, options }),
    cancel: (id) => running.get(id)?.abort(),
    remove(id) {
      removed.add(id);
      running.get(id)?.abort();
      const gone = runs.byId(id);
      all = all.filter((run) => run.id !== id);
      void history.remove(id).catch((error: unknown) => log.warn(`The run is kept: ${String(error)}`));
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
