/** Devices that the native engine replays on, and the user's choice of one. */
import { availableParallelism } from 'node:os';
import * as vscode from 'vscode';
import type { DeviceChoice } from '../../protocol/capture';
import type { ReplaySettings } from '../../protocol/replay';
import { threadChoices } from '../../protocol/replay';

export const DEVICES: readonly DeviceChoice[] = [
  { uri: 'local-sync', description: 'this processor, one thread, in the order of the capture' },
  { uri: 'local-task', description: 'this processor, several threads' },
];

/** Asks for a device, and for threads where it has several; undefined when the user wants neither. */
export async function pickDevice(now: ReplaySettings): Promise<Pick<ReplaySettings, 'device' | 'workers'> | undefined> {
  const devices = DEVICES.map(({ uri, description }) => ({ label: uri, description }));
  const device = (await vscode.window.showQuickPick(devices, { title: 'Replay on Device', placeHolder: now.device }))?.label;
  if (device === undefined || device === 'local-sync') return device === undefined ? undefined : { device, workers: now.workers };
  const processors = availableParallelism();
  const threads = [undefined, ...threadChoices(processors)].map((workers) => ({
    label: workers === undefined ? 'One for Each Processor' : String(workers),
    description: workers === undefined ? String(processors) : '',
    workers,
  }));
  const picked = await vscode.window.showQuickPick(threads, { title: `Threads of ${device}` });
  return picked === undefined ? undefined : { device, workers: picked.workers };
}
