/** What VS Code activates. Nothing native is loaded here: opening a capture does that. */
import * as vscode from 'vscode';
import { registerCaptureEditor } from './editors/capture/captureEditorProvider';
import { showCaptureInStatusBar } from './editors/capture/captureStatus';
import { registerCommands } from './commands/captureCommands';
import { registerCaptureComparison } from './commands/compareCaptures';
import { registerExample } from './commands/example';
import { registerProfileComparison } from './commands/compareProfiles';
import { registerLlvm } from './commands/llvmCommands';
import { registerMeasuring } from './commands/measureCommands';
import { registerProfiles } from './commands/profileEditorCommands';
import { createRoofs } from './commands/roofs';
import { registerSources } from './commands/sourceCommands';
import { registerTorch } from './commands/torchCommands';
import { createDevices } from './devices/devices';
import { createPages } from './editors/page';
import { createPageFocus } from './editors/pageFocus';
import { createLastTimes } from './runs/lastTimes';
import { createMachineRoof } from './runs/machineRoof';
import { createMeasuredRuns } from './runs/measuredRuns';
import { createRuns } from './runs/runs';
import { registerRecording } from './recording/recordCapture';
import { registerKernelRecording } from './recording/recordKernels';
import { createLanguageFeatures } from './source/languageFeatures';
import { createCapturesView } from './workspace/capturesView';
import { offerRecordings } from './workspace/recordingsOffer';
import { putOnTerminalPath } from './terminals/terminalPath';

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('IREE Replay', { log: true });
  const devices = createDevices(log);
  const runs = createRuns(context, log);
  const focus = createPageFocus();
  const pages = createPages(context, focus, log);
  const measured = createMeasuredRuns(context, log);
  const machine = createMachineRoof(context, log, () => runs.stopNoting());
  const roofs = createRoofs(context, machine);
  measured.onChange(({ state }) => {
    if (state.state === 'idle') runs.stopNoting();
  });
  const times = createLastTimes(measured, runs.onTimes, log);
  const features = createLanguageFeatures(context, runs, log);
  const editors = registerCaptureEditor(context, pages, runs, devices, times, features, log);
  registerCommands(context, editors, devices, log);
  const profiles = registerProfiles(context, editors, pages, roofs, features, log);
  const onSave = registerMeasuring(context, editors, profiles, pages, roofs, measured, devices, log);
  registerCaptureComparison(context, editors, pages);
  registerProfileComparison(context, editors, profiles, pages);
  registerLlvm(context, pages, log);
  registerTorch(context, pages, profiles.budget, log);
  registerSources(context, { editors, profiles, runs: measured, features, onSave, log });
  registerRecording(context, devices, log);
  registerKernelRecording(context, log);
  context.subscriptions.push(log, devices, runs, measured, machine, times, focus, createCapturesView(runs, measured));
  context.subscriptions.push(showCaptureInStatusBar(editors, measured));
  registerExample(context, editors);
  void putOnTerminalPath(context, log);
  void offerRecordings(context);
}
