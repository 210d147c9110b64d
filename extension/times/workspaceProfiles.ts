/** Profiles that lie in the workspace and are of no run of this editor, from the command line or from who has shared them: they say what runs say. */
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { profiledReplay } from '../../engine/jobs/profiledReplay';
import { problemOf } from '../../protocol/base/problemOf';
import { DEFAULT_SETTINGS } from '../../protocol/replay/replay';
import type { MeasuredRun, RunOf } from '../../protocol/results/results';
import type { MeasuredRuns } from '../runs/measuredRuns';
import { profileFileOf } from '../runs/profiling';

const PROFILES = '**/*.ireeprof';

/** The newest are read: a folder of nightly profiles has hundreds. */
const MOST_READ = 32;

export interface WorkspaceProfiles {
  /** As runs whose id is the path of their file, the oldest first. Each file is read once. */
  all(): Promise<readonly RunOf<'run'>[]>;
  readonly onChange: vscode.Event<void>;
  dispose(): void;
}

/** Whether it is a profile of the workspace, which no run of this editor has recorded. */
export const isOfWorkspace = ({ id }: Pick<RunOf<'run'>, 'id'>): boolean => id.endsWith('.ireeprof');

/** The command that shows it. */
export const commandOfRun = (run: Pick<MeasuredRun, 'id'>): { readonly command: string; readonly arguments: readonly unknown[] } =>
  isOfWorkspace(run)
    ? { command: 'vscode.open', arguments: [vscode.Uri.file(run.id)] }
    : { command: 'ireeReplay.openRun', arguments: [run.id] };

/** Looks at no file before somebody asks. */
export function createWorkspaceProfiles(runs: MeasuredRuns, log: vscode.LogOutputChannel): WorkspaceProfiles {
  const changes = new vscode.EventEmitter<void>();
  const read = new Map<string, Promise<RunOf<'run'> | undefined>>();
  let watcher: vscode.Disposable | undefined;
  let found: Promise<readonly RunOf<'run'>[]> | undefined;
  const end = new AbortController();

  const watch = (): void => {
    const files = vscode.workspace.createFileSystemWatcher(PROFILES);
    const look = (): void => {
      found = undefined;
      changes.fire();
    };
    // The profile of a run that is removed stays where it lies beside its capture.
    const removed = runs.onChange(({ id }) => runs.byId(id) === undefined && look());
    watcher = vscode.Disposable.from(files, removed, files.onDidCreate(look), files.onDidChange(look), files.onDidDelete(look));
  };
  const readOnce = (file: string, started: Date, key: string): Promise<RunOf<'run'> | undefined> => {
    const known = read.get(key);
    if (known !== undefined) return known;
    const run = runOf(file, started, end.signal).catch((error: unknown) => {
      if (!end.signal.aborted) log.warn(`${file}: no times are taken from it: ${problemOf(error).message}`);
      return undefined;
    });
    read.set(key, run);
    return run;
  };
  const find = async (): Promise<readonly RunOf<'run'>[]> => {
    await runs.load();
    const ofRuns = new Set(runs.all.map(profileFileOf));
    const uris = await vscode.workspace.findFiles(PROFILES, '**/{node_modules,.git}/**');
    const files = await Promise.all(
      uris
        .filter(({ fsPath }) => !ofRuns.has(fsPath))
        .map(({ fsPath: file }) =>
          stat(file).then(
            ({ mtimeMs, size }) => ({ file, mtimeMs, key: `${file} ${String(mtimeMs)} ${String(size)}` }),
            () => undefined,
          ),
        ),
    );
    const newest = files
      .flatMap((one) => one ?? [])
      .toSorted((a, b) => a.mtimeMs - b.mtimeMs)
      .slice(-MOST_READ);
    const profiles: RunOf<'run'>[] = [];
    // One after the other: each takes a thread.
    for (const { file, mtimeMs, key } of newest) {
      const run = await readOnce(file, new Date(mtimeMs), key);
      if (run !== undefined) profiles.push(run);
    }
    const keys = new Set(newest.map(({ key }) => key));
    for (const key of read.keys()) if (!keys.has(key)) read.delete(key);
    return profiles;
  };
  return {
    all() {
      if (watcher === undefined) watch();
      return (found ??= find());
    },
    onChange: changes.event,
    dispose() {
      end.abort();
      watcher?.dispose();
      changes.dispose();
    },
  };
}

/** The run that has recorded the file, as far as that says. */
async function runOf(file: string, started: Date, signal: AbortSignal): Promise<RunOf<'run'> | undefined> {
  const replay = await profiledReplay(file, signal);
  if (replay === undefined || replay.functions.length === 0) return undefined;
  const { capture, device, workers, functions } = replay;
  const nothing = {
    operations: 0,
    dispatches: '0',
    workgroups: '0',
    bytesTransferred: '0',
    addedEdges: '0',
    assumedSignals: '0',
    skipped: 0,
  };
  const times = { prepareNs: '0', executeNs: '0', fileReadNs: '0', peakBytes: '0' };
  return {
    ...{ job: 'run', id: file, capture, subject: vscode.workspace.asRelativePath(file), started: started.toISOString(), commandLine: '' },
    settings: { ...DEFAULT_SETTINGS, device },
    options: { capture, devices: [device], fileRemaps: [], profiling: { output: file } },
    state: {
      state: 'done',
      result: { ...nothing, ...times, devices: [device], workers, functions: [...functions], scopes: [], outputs: [], warnings: [] },
    },
  };
}
