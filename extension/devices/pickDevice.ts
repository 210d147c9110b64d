/** The user's choice of a device, of either engine. */
import { availableParallelism } from 'node:os';
import * as vscode from 'vscode';
import type { CaptureSummary } from '../../protocol/capture';
import { deviceLabel, threadChoices, type ReplaySettings } from '../../protocol/replay';
import type { Devices } from './devices';
import { onlyRunnable, runnable } from './runnable';

const TITLES = { native: vscode.l10n.t('Native engine'), iree: vscode.l10n.t('Installed IREE') };

/** Asks for a device, and for threads where it has several; undefined when the user wants neither. */
export async function pickDevice(
  devices: Devices,
  now: ReplaySettings,
  summary: CaptureSummary | undefined,
): Promise<Pick<ReplaySettings, 'engine' | 'device' | 'deviceName' | 'workers'> | undefined> {
  await devices.look();
  const items = (['native', 'iree'] as const).flatMap((engine) => [
    { label: TITLES[engine], kind: vscode.QuickPickItemKind.Separator, choice: undefined },
    ...devices.all
      .filter((one) => one.engine === engine)
      .map(({ device, deviceName, description }) => ({
        label: deviceLabel({ engine, device, deviceName }),
        description,
        detail: runnable(engine, device, summary?.executables ?? []),
        choice: { engine, device, deviceName },
      })),
  ]);
  const only = onlyRunnable(now, devices.all, summary?.executables ?? []) ?? now;
  const first = items.find(({ choice }) => choice?.engine === only.engine && choice.device === only.device);
  const choice = (await pick(items, vscode.l10n.t('Replay on Device'), deviceLabel(now), first))?.choice;
  if (choice === undefined) return undefined;
  const { engine, device, deviceName } = choice;
  if (!device.startsWith('local-task')) return { engine, device, deviceName, workers: now.workers };
  const processors = availableParallelism();
  const threads = [undefined, ...threadChoices(processors)].map((workers) => ({
    label: workers === undefined ? vscode.l10n.t('One for Each Processor') : String(workers),
    description: workers === undefined ? String(processors) : '',
    workers,
  }));
  const picked = await vscode.window.showQuickPick(threads, { title: vscode.l10n.t('Threads of {0}', device) });
  return picked === undefined ? undefined : { engine, device, deviceName, workers: picked.workers };
}

/** As showQuickPick, with one of the items under the keyboard when it opens. */
function pick<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  title: string,
  placeholder: string,
  first: Item | undefined,
): Promise<Item | undefined> {
  const list = vscode.window.createQuickPick<Item>();
  list.items = items;
  list.title = title;
  list.placeholder = placeholder;
  if (first !== undefined) list.activeItems = [first];
  return new Promise((resolve) => {
    list.onDidAccept(() => {
      resolve(list.selectedItems[0]);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}
