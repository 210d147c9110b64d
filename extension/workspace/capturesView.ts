/** The captures, profiles and folders of kernel recordings of the workspace in the side bar, each with its health and its last result. */
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { MeasuredRuns } from '../runs/measuredRuns';
import type { Runs } from '../runs/runs';
import { captureHealth, type CaptureHealth } from './captureHealth';
import type { FilesOfFolder } from './folders';
import { captureWords, countOf, profileWords, readingWords, recordingsWords, traceWords, type HealthWords } from './healthWords';
import { lastResult, type LastResult } from '../runs/lastResult';
import { profileHealth, type ProfileHealth } from './profileHealth';
import { createReadInTurn } from './readInTurn';
import { recordingsHealth, type RecordingsHealth } from './recordingsHealth';
import { traceHealth, type TraceHealth } from './traceHealth';
import { createWorkspaceFiles, IS_TRACE_NAME, MOST_FILES } from './workspaceFiles';

/** Folders of a longer list are closed at first: what is in them is read when they are opened. */
const MOST_OPEN = 100;

/** A folder, by its name, or a file or a folder of recordings, which is listed as one: what menus pass to commands is the same as in the explorer. */
type Row = string | vscode.Uri;

type Kind = 'capture' | 'profile' | 'trace' | 'recordings';

/** What is known of a file, and of what it was then. */
type Known = { readonly identity: string; readonly changed: number } & (
  | { readonly kind: 'capture'; readonly health: CaptureHealth }
  | { readonly kind: 'profile'; readonly health: ProfileHealth }
  | { readonly kind: 'trace'; readonly health: TraceHealth }
  | { readonly kind: 'recordings'; readonly health: RecordingsHealth }
);

/** Until the view is seen it looks at no file, and loads nothing native. */
export function createCapturesView(runs: Runs, measured: MeasuredRuns): vscode.Disposable {
  const changes = new vscode.EventEmitter<Row | undefined>();
  const files = createWorkspaceFiles();
  /** The same object for the same file, by which VS Code knows the row. */
  const uris = new Map<string, vscode.Uri>();
  let folders: readonly FilesOfFolder[] = [];
  let recordings: ReadonlySet<string> = new Set();
  const kindOf = (file: string): Kind =>
    recordings.has(file) ? 'recordings' : file.endsWith('.ireeprof') ? 'profile' : IS_TRACE_NAME.test(file) ? 'trace' : 'capture';
  let seen = false;

  const redraw = (file: string): void => {
    const uri = uris.get(file);
    if (uri !== undefined) changes.fire(uri);
  };
  const known = createReadInTurn<Known>({
    read: (file, before, signal) => read(file, kindOf(file), before, runs, signal),
    changed: redraw,
    mayRead: () => view.visible,
  });
  const redrawAll = (): void => {
    known.touch();
    for (const file of uris.keys()) redraw(file);
  };
  const list = (): void => {
    files.forget();
    changes.fire(undefined);
  };

  const provider: vscode.TreeDataProvider<Row> = {
    onDidChangeTreeData: changes.event,
    async getChildren(parent) {
      if (parent instanceof vscode.Uri) return [];
      if (parent !== undefined) return rowsOf(folders.find(({ name }) => name === parent));
      const found = await files.found();
      ({ folders, recordings } = found);
      void vscode.commands.executeCommand('setContext', 'ireeReplay.recordingFolders', [...recordings]);
      seen = true;
      const all = folders.flatMap((folder) => folder.files);
      for (const file of uris.keys()) if (!all.includes(file)) uris.delete(file);
      view.description = all.length === 0 ? '' : countsOf(all.map(kindOf));
      view.message = found.more
        ? vscode.l10n.t('There are more than {0} captures and profiles; the others are not listed.', MOST_FILES)
        : '';
      // What was found out earlier stands in the rows when it has been read.
      void measured.load().then(() => redrawResults(all));
      return [...folders.filter(({ name }) => name !== '').map(({ name }) => name), ...rowsOf(folders.find(({ name }) => name === ''))];
    },
    getTreeItem: (row) => (row instanceof vscode.Uri ? fileItem(row) : folderItem(row)),
    getParent: (row) => {
      if (!(row instanceof vscode.Uri)) return undefined;
      const name = folders.find((folder) => folder.files.includes(row.fsPath))?.name;
      return name === '' ? undefined : name;
    },
  };
  const rowsOf = (folder: FilesOfFolder | undefined): vscode.Uri[] =>
    (folder?.files ?? []).map((file) => {
      const uri = uris.get(file) ?? vscode.Uri.file(file);
      uris.set(file, uri);
      return uri;
    });

  const folderItem = (name: string): vscode.TreeItem => {
    const all = folders.find((folder) => folder.name === name)?.files ?? [];
    const few = folders.reduce((sum, folder) => sum + folder.files.length, 0) <= MOST_OPEN;
    const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(name, few ? Expanded : Collapsed);
    item.id = `folder ${name}`;
    item.description = countsOf(all.map(kindOf));
    item.iconPath = vscode.ThemeIcon.Folder;
    item.contextValue = 'folder';
    return item;
  };
  /** What stands in a row about runs, by file: a run that goes on changes many times a second, and its row does not. */
  const resultShown = new Map<string, string>();
  const resultOf = (file: string): LastResult | undefined =>
    lastResult(file, known.of(file)?.changed ?? 0, measured.all, runs.lastReplay(file));
  const redrawResults = (those: readonly string[]): void => {
    for (const file of those) if (resultShown.get(file) !== JSON.stringify(resultOf(file) ?? null)) redraw(file);
  };

  const fileItem = (uri: vscode.Uri): vscode.TreeItem => {
    const file = uri.fsPath;
    const name = path.basename(file);
    const now = known.of(file);
    const health = now === undefined ? readingWords() : wordsOf(now);
    const kind = kindOf(file);
    const result = kind === 'capture' ? resultOf(file) : undefined;
    resultShown.set(file, JSON.stringify(result ?? null));
    // The list is of captures: their names are short of what all of them end in, for what is said of each.
    const item = new vscode.TreeItem(path.basename(file, '.ireereplay'));
    item.id = file;
    item.description = [health.short, ...resultWords(result)].filter((words) => words !== '').join(', ');
    item.tooltip = [file, ...health.lines, ...resultLines(result)].join('\n');
    item.iconPath = new vscode.ThemeIcon(health.icon, health.colour === undefined ? undefined : new vscode.ThemeColor(health.colour));
    item.accessibilityInformation = { label: [name, health.lines[0], ...resultWords(result)].join(', ') };
    item.contextValue = kind;
    item.command = {
      command: OPENED_BY[kind] ?? 'vscode.open',
      title: vscode.l10n.t('Open'),
      arguments: [uri],
    };
    return item;
  };

  const view = vscode.window.createTreeView<Row>('ireeReplay.captures', { treeDataProvider: provider, showCollapseAll: true });
  const onPreflight = (): void => {
    // How captures are replayed that are not open may be otherwise now, too.
    if (seen) redrawAll();
  };
  return vscode.Disposable.from(
    ...[view, files, known, changes],
    files.onChange(list),
    files.onWrite((file) => {
      known.touch(file);
      redraw(file);
    }),
    view.onDidChangeVisibility(({ visible }) => {
      if (!visible) return;
      known.resume();
    }),
    measured.onChange(({ capture }) => redrawResults([capture])),
    runs.onReplay(({ capture }) => redrawResults([capture])),
    runs.onPreflight(onPreflight),
    vscode.workspace.onDidGrantWorkspaceTrust(onPreflight),
    vscode.commands.registerCommand('ireeReplay.refreshCaptures', () => {
      known.touch();
      list();
    }),
  );
}

/** What VS Code would not open as what it is. */
const OPENED_BY: Partial<Record<Kind, string>> = { recordings: 'ireeReplay.openKernelRecordings', trace: 'ireeReplay.openAsTorchTrace' };

const wordsOf = (known: Known): HealthWords =>
  known.kind === 'capture'
    ? captureWords(known.health, vscode.workspace.isTrusted)
    : known.kind === 'profile'
      ? profileWords(known.health)
      : known.kind === 'trace'
        ? traceWords(known.health)
        : recordingsWords(known.health);

/** Nothing has changed where the file is the same, and would be replayed in the same way. Rejects only when aborted. */
async function read(file: string, kind: Kind, before: Known | undefined, runs: Runs, signal: AbortSignal): Promise<Known> {
  const { identity, changed } = await identityOf(file);
  // A folder does not change with what is in its files.
  if (kind === 'recordings') return { kind, identity, changed, health: await recordingsHealth(file, signal) };
  const replayOf = (devices: number) => runs.preflightOf(file, devices);
  if (before?.identity === identity && isStill(before, replayOf)) return before;
  if (kind === 'trace') return { kind, identity, changed, health: await traceHealth(file, signal) };
  return kind === 'profile'
    ? { kind, identity, changed, health: await profileHealth(file, signal) }
    : { kind, identity, changed, health: await captureHealth(file, replayOf, signal) };
}

function isStill(before: Known, replayOf: (devices: number) => ReturnType<Runs['preflightOf']>): boolean {
  if (before.kind !== 'capture' || before.health.state !== 'read') return true;
  const { replay, summary } = before.health;
  // Where preflight looked at files beside the capture, those may have changed.
  if (replay !== undefined && replay.leaveFilesAlone !== true) return false;
  return JSON.stringify(replay) === JSON.stringify(replayOf(summary.devices));
}

async function identityOf(file: string): Promise<{ readonly identity: string; readonly changed: number }> {
  try {
    const { mtimeMs, ctimeMs, size, ino } = await stat(file);
    return { identity: [mtimeMs, size, ino].join(' '), changed: ctimeMs };
  } catch {
    return { identity: 'gone', changed: 0 };
  }
}

/** "3 captures, 1 profile". */
function countsOf(kinds: readonly Kind[]): string {
  const count = (wanted: Kind, one: string, several: (all: string) => string): readonly string[] => {
    const all = kinds.filter((kind) => kind === wanted).length;
    return all === 0 ? [] : [countOf(all, one, several)];
  };
  return [
    ...count('capture', vscode.l10n.t('1 capture'), (all) => vscode.l10n.t('{0} captures', all)),
    ...count('profile', vscode.l10n.t('1 profile'), (all) => vscode.l10n.t('{0} profiles', all)),
    ...count('trace', vscode.l10n.t('1 PyTorch trace'), (all) => vscode.l10n.t('{0} PyTorch traces', all)),
    ...count('recordings', vscode.l10n.t('1 folder of kernel recordings'), (all) => vscode.l10n.t('{0} folders of kernel recordings', all)),
  ].join(', ');
}

function resultWords(result: LastResult | undefined): readonly string[] {
  if (result === undefined) return [];
  return [result.older ? vscode.l10n.t('{0} (the file has been modified since)', result.sentence) : result.sentence];
}

function resultLines(result: LastResult | undefined): readonly string[] {
  if (result === undefined) return [];
  const when = new Date(result.started).toLocaleString();
  return [vscode.l10n.t('Last: {0}: {1} ({2})', result.what, resultWords(result)[0] ?? '', when)];
}
