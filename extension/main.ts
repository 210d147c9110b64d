/** What VS Code activates. Nothing native is loaded here: opening a capture does that. */
import * as vscode from 'vscode';
import { registerCaptureEditor } from './editors/capture/captureEditorProvider';
import { registerCommands } from './commands/captureCommands';
import { registerProfileComparison } from './commands/compareProfiles';
import { registerMeasuring } from './commands/measureCommands';
import { registerProfiles } from './commands/profileEditorCommands';
import { createDevices } from './devices/devices';
import { createPages } from './editors/page';
import { createPageFocus } from './editors/pageFocus';
import { createRuns } from './runs/runs';
import { putOnTerminalPath } from './terminals/terminalPath';

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('IREE Replay', { log: true });
  const devices = createDevices(log);
  const runs = createRuns(context, log);
  const focus = createPageFocus();
  const pages = createPages(context, focus, log);
  const editors = registerCaptureEditor(context, pages, runs, devices, log);
  registerCommands(context, editors, devices, log);
  registerMeasuring(context, editors, pages, log);
  registerProfileComparison(context, pages);
  registerProfiles(context, editors, pages, log);
  context.subscriptions.push(log, devices, runs, focus);
  void putOnTerminalPath(context, log);
}
