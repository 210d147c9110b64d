/** The user's choice of a device, of either engine. */
import { availableParallelism } from 'node:os';
import * as vscode from 'vscode';
import type { CaptureSummary } from '../../protocol/capture/capture';
import { deviceLabel, threadChoices, type ReplaySettings } from '../../protocol/replay/replay';
import type { Devices } from '../devices/devices';
import { onlyRunnable, runnable } from '../devices/runnable';
import { installTools } from '../devices/installTools';
import { pickOne } from './questions';

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
  // What is not there can be had.
  const install = devices.all.some(({ engine }) => engine === 'iree')
    ? []
    : [
        {
          label: vscode.l10n.t("Install IREE's Tools…"),
          description: vscode.l10n.t('for Vulkan and similar devices'),
          choice: 'install' as const,
        },
      ];
  const active = items.find(({ choice }) => choice?.engine === only.engine && choice.device === only.device);
  const choice = (
    await pickOne([...items, ...install], { title: vscode.l10n.t('Replay on Device'), placeHolder: deviceLabel(now), active })
  )?.choice;
  if (choice === undefined) return undefined;
  if (choice === 'install') return (await installTools()) ? pickDevice(devices, now, summary) : undefined;
  const { engine, device, deviceName } = choice;
  if (!device.startsWith('local-task')) return { engine, device, deviceName, workers: now.workers };
  const processors = availableParallelism();
  const threads = [undefined, ...threadChoices(processors)].map((workers) => ({
    label: workers === undefined ? vscode.l10n.t('One Thread for Each Processor') : String(workers),
    description: workers === undefined ? String(processors) : '',
    workers,
  }));
  const picked = await pickOne(threads, { title: vscode.l10n.t('Threads of {0}', device) });
  return picked === undefined ? undefined : { engine, device, deviceName, workers: picked.workers };
}
