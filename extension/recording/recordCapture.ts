/** Record Capture…: one list with what will be recorded, changed line by line, and recorded with Enter. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { findIreeTools, IreeMissing } from '../../engine/iree/tools';
import { compiledModule, isSource } from '../../engine/recording/compiledModule';
import { describeModule } from '../../engine/recording/moduleFunctions';
import { commandLine } from '../../protocol/commands/commandLine';
import { record } from '../../protocol/jobs/record';
import type { ModuleDescription } from '../../protocol/sharing/recording';
import { failureLine } from '../../protocol/words/recordingWords';
import type { Devices } from '../devices/devices';
import { ireePlaces } from '../devices/installedTools';
import { onlyRunnable, runnable } from '../devices/runnable';
import { withLateProgress } from '../runs/lateProgress';
import { installTools } from '../devices/installTools';
import type { Choice } from './choice';
import { copyCommand, fillIn } from './form';
import { keepTask, recordTaskToKeep } from './keepTask';
import { recordingPlaceOf } from './recordingPlace';
import { askMissing, choices } from './recordChoices';
import { createRecordTask, defaultOutput, registerRecordTasks, TASK_TYPE, type RecordTaskDefinition } from './recordTask';

/** What can be recorded: modules, and what iree-compile makes one of. */
const EXTENSIONS = ['vmfb', 'mlir'];

export function registerRecording(context: vscode.ExtensionContext, devices: Devices, log: vscode.LogOutputChannel): void {
  registerRecordTasks(context, log);
  context.subscriptions.push(
    vscode.commands.registerCommand('ireeReplay.recordCapture', async (target: unknown) => {
      const module = target instanceof vscode.Uri ? target : (activeModule() ?? (await pickModule()));
      if (module !== undefined) await recordModule(context, module, devices, log);
    }),
  );
}

/** The module whose tab is shown. */
function activeModule(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
  return uri !== undefined && EXTENSIONS.includes(path.extname(uri.path).slice(1)) ? uri : undefined;
}

async function pickModule(): Promise<vscode.Uri | undefined> {
  const uris = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Record Capture'),
    openLabel: vscode.l10n.t('Record'),
    filters: { [vscode.l10n.t('IREE modules')]: EXTENSIONS, [vscode.l10n.t('All files')]: ['*'] },
  });
  return uris?.[0];
}

/** Asks what to record of a module, and starts it. */
async function recordModule(
  context: vscode.ExtensionContext,
  uri: vscode.Uri,
  devices: Devices,
  log: vscode.LogOutputChannel,
): Promise<void> {
  const kept = context.workspaceState.get<Partial<RecordTaskDefinition>>(keyOf(uri));
  const compileFlags =
    kept?.compileFlags ?? vscode.workspace.getConfiguration('ireeReplay', uri).get<readonly string[]>('record.compileFlags', []);
  const module = await readModule(uri, compileFlags, log);
  if (module === undefined) return;
  const { folder, root, short } = recordingPlaceOf(uri);
  const file = short(uri.fsPath);
  const compiled = isSource(uri.fsPath) && compileFlags.length > 0 ? { compileFlags } : {};
  const first: RecordTaskDefinition = {
    ...(await firstChoice(module, devices)),
    ...compiled,
    ...kept,
    type: TASK_TYPE,
    kind: 'record',
    module: file,
  };
  const choiceOf = (definition: RecordTaskDefinition): Choice => ({ module, root, short, devices, definition });
  const filled = await fillIn(first, {
    title: vscode.l10n.t('Record {0}', path.basename(file)),
    items: (definition) => choices(choiceOf(definition)),
    complete: (definition) => askMissing(choiceOf(definition)),
  });
  if (filled === undefined) return;
  const { values, act } = filled;
  await context.workspaceState.update(keyOf(uri), values);
  switch (act) {
    case 'copy':
      return copyCommand(commandLine(record, { ...values, output: values.output ?? defaultOutput(file) }));
    case 'keep':
      return keepTask(() => recordTaskToKeep(values), folder);
    case 'record':
      await vscode.tasks.executeTask(createRecordTask(values, folder ?? vscode.TaskScope.Workspace, log));
  }
}

const keyOf = (uri: vscode.Uri): string => `recording:${uri.toString()}`;

/** The one function, and a device that runs what the module has, where local-sync does not. */
async function firstChoice(module: ModuleDescription, devices: Devices): Promise<Partial<RecordTaskDefinition>> {
  const [only, ...others] = module.functions;
  const named = only === undefined || others.length > 0 ? {} : { function: only.name };
  const executables = module.formats.map((format) => ({ format }));
  const chosen = { engine: 'iree', device: 'local-sync' } as const;
  if (executables.length === 0 || !runnable('iree', chosen.device, executables).startsWith('cannot')) return named;
  await devices.look();
  const iree = devices.all.filter(({ engine }) => engine === 'iree');
  const device = onlyRunnable(chosen, iree, executables)?.device;
  return { ...named, ...(device === undefined ? {} : { devices: [device] }) };
}

/** What the module has; undefined where that cannot be read, which has been said. */
async function readModule(
  uri: vscode.Uri,
  compileFlags: readonly string[],
  log: vscode.LogOutputChannel,
): Promise<ModuleDescription | undefined> {
  const name = path.basename(uri.fsPath);
  try {
    const tools = findIreeTools(ireePlaces(), 'iree-dump-module');
    const compiler = isSource(uri.fsPath) ? findIreeTools(ireePlaces(), 'iree-compile') : undefined;
    const title = compiler === undefined ? vscode.l10n.t('Reading {0}', name) : vscode.l10n.t('Compiling {0}', name);
    const controller = new AbortController();
    const { signal } = controller;
    const module = await withLateProgress(title, controller, async () => {
      const file = compiler === undefined ? uri.fsPath : await compiledModule(compiler, uri.fsPath, compileFlags, { signal });
      return describeModule(tools, file, uri.fsPath, signal);
    }).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (module === undefined) return undefined;
    if (module.functions.length > 0) return module;
    void vscode.window.showErrorMessage(vscode.l10n.t('{0} exports no function that can be recorded.', name));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.error(`${name}: ${message}`);
    if (error instanceof IreeMissing) return (await tellOfMissing(message)) ? readModule(uri, compileFlags, log) : undefined;
    void vscode.window.showErrorMessage(vscode.l10n.t('{0} cannot be recorded: {1}', name, failureLine(message)));
  }
  return undefined;
}

/** Says so, with what helps; whether they are there then. */
async function tellOfMissing(message: string): Promise<boolean> {
  const install = vscode.l10n.t('Install…');
  const settings = vscode.l10n.t('Set Folder');
  const answer = await vscode.window.showErrorMessage(message, install, settings);
  if (answer === install) return installTools();
  if (answer === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'ireeReplay.ireeTools');
  return false;
}
