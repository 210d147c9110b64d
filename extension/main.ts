/** What VS Code activates. Nothing native is loaded here: opening a capture does that. */
import * as vscode from 'vscode';
import { registerCaptureEditor } from './capture/captureEditorProvider';
import { registerCommands } from './capture/commands';
import { registerMeasuring } from './runs/measureCommands';
import { createRuns } from './runs/runs';

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('IREE Replay', { log: true });
  const runs = createRuns(context, log);
  const editors = registerCaptureEditor(context, runs, log);
  registerCommands(context, editors, log);
  registerMeasuring(context, editors, log);
  context.subscriptions.push(log, runs);
}
