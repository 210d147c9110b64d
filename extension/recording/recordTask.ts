/** Recordings as tasks of VS Code's: run in a terminal of their own, ended with it, and kept in tasks.json. */
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { RecordingFailed, work } from '../../engine/jobs/record';
import { commandLine } from '../../protocol/commands/commandLine';
import { isCancelled } from '../../protocol/base/problemOf';
import { record } from '../../protocol/jobs/record';
import type { RecordOptions, RecordTold } from '../../protocol/sharing/recording';
import { crashWarning, failureLine, recordedSentence } from '../../protocol/words/recordingWords';
import { ireePlaces } from '../devices/installedTools';
import { CAPTURE_VIEW } from '../editors/capture/captureEditorProvider';
import { withLateProgress } from '../runs/lateProgress';

export const TASK_TYPE = 'ireereplay';
export const PROBLEM_MATCHER = '$ireereplay';

/** What ends with an error sooner VS Code takes for a program that could not be started, and says so. */
const LAUNCHING_MS = 600;

/** What tasks.json has of a recording: the options of `ireereplay record`, by their names. */
export type RecordTaskDefinition = Omit<RecordOptions, 'iree' | 'folder' | 'output'> & {
  readonly type: typeof TASK_TYPE;
  readonly kind: 'record';
  readonly output?: string;
};

/** Where a module's capture goes if nobody says. */
export function defaultOutput(module: string): string {
  const { dir, name } = path.parse(module);
  return path.join(dir, `${name}.ireereplay`);
}

/** What the job is told of a definition, run in `folder`. Throws a sentence for what tasks.json has wrong. */
function told(definition: RecordTaskDefinition, folder: string): RecordTold {
  const output = definition.output ?? defaultOutput(definition.module);
  // What else a task has is left out by the check.
  const checked = v.safeParse(record.options, { ...definition, output, folder, iree: ireePlaces() });
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  throw new Error(`${v.getDotPath(issue) ?? TASK_TYPE}: ${issue.message}`);
}

const isRecordTask = (definition: vscode.TaskDefinition): definition is RecordTaskDefinition & vscode.TaskDefinition =>
  definition.type === TASK_TYPE && definition['kind'] === 'record' && typeof definition['module'] === 'string';

/** The folder that a task runs in: its own workspace folder's. */
function folderOf(scope: vscode.Task['scope']): string {
  const folder = typeof scope === 'object' ? scope : vscode.workspace.workspaceFolders?.[0];
  return folder?.uri.fsPath ?? path.parse(process.cwd()).root;
}

export function createRecordTask(
  definition: RecordTaskDefinition,
  scope: vscode.WorkspaceFolder | vscode.TaskScope.Workspace,
  log: vscode.LogOutputChannel,
): vscode.Task {
  const name = vscode.l10n.t('record {0}', path.basename(definition.module));
  const execution = new vscode.CustomExecution(() => Promise.resolve(createTerminal(definition, folderOf(scope), log)));
  // VS Code recognizes a task of tasks.json by the definition itself.
  const task = new vscode.Task(definition, scope, name, TASK_TYPE, execution, PROBLEM_MATCHER);
  task.detail = definition.function ?? definition.module;
  // A terminal that has nothing to say but that it is done stays where it is.
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Silent, echo: false, focus: false, clear: true, showReuseMessage: false };
  return task;
}

/** What the terminal of such a task shows, and does: closing it ends the recording. */
function createTerminal(definition: RecordTaskDefinition, folder: string, log: vscode.LogOutputChannel): vscode.Pseudoterminal {
  const written = new vscode.EventEmitter<string>();
  const closed = new vscode.EventEmitter<number>();
  const controller = new AbortController();
  const print = (text: string): void => written.fire(text.replaceAll(/\r?\n/g, '\r\n'));
  return {
    onDidWrite: written.event,
    onDidClose: closed.event,
    open() {
      const launched = sleep(LAUNCHING_MS);
      void recordInTerminal(definition, folder, controller, print, log).then(async (status) => {
        if (status !== 0) await launched;
        closed.fire(status);
      });
    },
    close() {
      controller.abort();
    },
  };
}

/** Records, and opens what was recorded; the task's exit status. */
async function recordInTerminal(
  definition: RecordTaskDefinition,
  folder: string,
  controller: AbortController,
  print: (text: string) => void,
  log: vscode.LogOutputChannel,
): Promise<number> {
  const name = path.basename(definition.module);
  try {
    const options = told(definition, folder);
    print(`${commandLine(record, options)}\n`);
    const title = vscode.l10n.t('Recording {0}', name);
    const words = {
      compiling: vscode.l10n.t('compiling it'),
      reading: vscode.l10n.t('reading the module'),
      inputs: vscode.l10n.t('making inputs'),
      recording: '',
    };
    const recorded = await withLateProgress(title, controller, (report) =>
      work(options, ({ phase }) => report(words[phase], 0), controller.signal, print),
    );
    const said = recordedSentence(recorded, options.output);
    print(`${said}\n`);
    log.info(`${name}: ${said}`);
    const warning = crashWarning(recorded);
    if (warning !== undefined) {
      print(`${warning}\n`);
      log.warn(`${name}: ${warning}`);
      void vscode.window.showWarningMessage(vscode.l10n.t('{0} is recorded, but {1}', name, warning));
    }
    await openCapture(vscode.Uri.file(path.resolve(folder, options.output)));
    return 0;
  } catch (error) {
    if (controller.signal.aborted || isCancelled(error)) {
      print(`${vscode.l10n.t('cancelled')}\n`);
      return 130;
    }
    const message = error instanceof Error ? error.message : String(error);
    const kept = error instanceof RecordingFailed ? error.kept : undefined;
    // What IREE's program said stands there already.
    if (!(error instanceof RecordingFailed)) print(`${message}\n`);
    if (kept !== undefined) print(`${vscode.l10n.t('What was recorded up to that point is in {0}', kept)}\n`);
    log.error(`${name}: ${message}`);
    void tellOfFailure(name, message, kept);
    return 1;
  }
}

/** Shows the capture as it is now, also where it is open as it was. */
async function openCapture(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const isOpen = tabs.some(({ input }) => input instanceof vscode.TabInputCustom && input.uri.toString() === uri.toString());
  await vscode.commands.executeCommand('vscode.openWith', uri, CAPTURE_VIEW);
  if (isOpen) await vscode.commands.executeCommand('ireeReplay.reload', uri);
}

async function tellOfFailure(name: string, message: string, kept: string | undefined): Promise<void> {
  const open = vscode.l10n.t('Open the Recording');
  const sentence = vscode.l10n.t('{0} could not be recorded: {1}', name, failureLine(message));
  const answer = await vscode.window.showErrorMessage(sentence, ...(kept === undefined ? [] : [open]));
  if (answer === open && kept !== undefined) await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(kept), CAPTURE_VIEW);
}

/** How many modules of a workspace are offered as tasks. */
const MOST_MODULES = 50;

/** Makes tasks of tasks.json run, and offers one for each module of the workspace. */
export function registerRecordTasks(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): void {
  context.subscriptions.push(
    vscode.tasks.registerTaskProvider(TASK_TYPE, {
      async provideTasks() {
        const modules = await vscode.workspace.findFiles('**/*.vmfb', '**/node_modules/**', MOST_MODULES);
        return modules.flatMap((uri) => {
          const folder = vscode.workspace.getWorkspaceFolder(uri);
          if (folder === undefined) return [];
          const module = path.relative(folder.uri.fsPath, uri.fsPath);
          return [createRecordTask({ type: TASK_TYPE, kind: 'record', module }, folder, log)];
        });
      },
      resolveTask({ definition, scope }) {
        if (!isRecordTask(definition)) return undefined;
        return createRecordTask(definition, typeof scope === 'object' ? scope : vscode.TaskScope.Workspace, log);
      },
    }),
  );
}
