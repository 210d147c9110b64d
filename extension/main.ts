/** What VS Code activates. Nothing native is loaded here: opening a capture does that. */
import * as vscode from 'vscode';
import { registerCaptureEditor } from './capture/captureEditorProvider';
import { registerCommands } from './capture/commands';
import { registerMeasuring } from './runs/measureCommands';
import { createDevices } from './devices/devices';
import { createRuns } from './runs/runs';

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('IREE Replay', { log: true });
  const devices = createDevices(log);
  const runs = createRuns(context, log);
  const editors = registerCaptureEditor(context, runs, devices, log);
  registerCommands(context, editors, devices, log);
  registerMeasuring(context, editors, log);
  context.subscriptions.push(log, devices, runs);
}
