/** The user's choice of a device, of either engine. */
import { availableParallelism } from 'node:os';
import * as vscode from 'vscode';
import type { CaptureSummary } from '../../protocol/capture';
import { deviceLabel, threadChoices, type ReplaySettings } from '../../protocol/replay';
import type { Devices } from './devices';
import { runnable } from './runnable';

const TITLES = { native: vscode.l10n.t('Native engine'), iree: vscode.l10n.t('Installed IREE') };

/** Asks for a device, and for threads where it has several; undefined when the user wants neither. */
export async function pickDevice(
  devices: Devices,
  now: ReplaySettings,
  summary: CaptureSummary | undefined,
): Promise<Pick<ReplaySettings, 'engine' | 'device' | 'workers'> | undefined> {
  await devices.look();
  const items = (['native', 'iree'] as const).flatMap((engine) => [
    { label: TITLES[engine], kind: vscode.QuickPickItemKind.Separator, choice: undefined },
    ...devices.all
      .filter((one) => one.engine === engine)
      .map(({ device, description }) => ({
        label: deviceLabel({ engine, device }),
        description,
        detail: runnable(engine, device, summary?.executables ?? []),
        choice: { engine, device },
      })),
  ]);
  const options = { title: vscode.l10n.t('Replay on Device'), placeHolder: deviceLabel(now) };
  const choice = (await vscode.window.showQuickPick(items, options))?.choice;
  if (choice === undefined) return undefined;
  const { engine, device } = choice;
  if (!device.startsWith('local-task')) return { engine, device, workers: now.workers };
  const processors = availableParallelism();
  const threads = [undefined, ...threadChoices(processors)].map((workers) => ({
    label: workers === undefined ? vscode.l10n.t('One for Each Processor') : String(workers),
    description: workers === undefined ? String(processors) : '',
    workers,
  }));
  const picked = await vscode.window.showQuickPick(threads, { title: vscode.l10n.t('Threads of {0}', device) });
  return picked === undefined ? undefined : { engine, device, workers: picked.workers };
}
