/** The devices of both engines. */
import * as vscode from 'vscode';
import { listDevices, type IreeDevice } from '../../engine/iree/devices';
import { findIreeTools } from '../../engine/iree/tools';
import type { DeviceChoice } from '../../protocol/capture/capture';
import { ireePlaces } from './installedTools';

export type Device = Omit<DeviceChoice, 'runs'>;

export interface Devices {
  /** IREE's are among them once its tools have answered. */
  readonly all: readonly Device[];
  readonly onChange: vscode.Event<void>;
  /** Asks the installed IREE, once. It runs a program of the user's: only in a trusted workspace. */
  look(): Promise<void>;
  dispose(): void;
}

const NATIVE: readonly Device[] = [
  { engine: 'native', device: 'local-sync', description: vscode.l10n.t("this processor, one thread, in the capture's order") },
  { engine: 'native', device: 'local-task', description: vscode.l10n.t('this processor, several threads') },
];

export function createDevices(log: vscode.LogOutputChannel): Devices {
  const changes = new vscode.EventEmitter<void>();
  let iree: readonly Device[] = [];
  let asked: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    try {
      const tools = findIreeTools(ireePlaces());
      iree = distinctNames(await listDevices(tools)).map(({ uri, name }) => ({
        engine: 'iree',
        device: uri,
        ...(name === undefined ? {} : { deviceName: name }),
        description: vscode.l10n.t('{0}, listed by the tools in {1}', uri, tools.folder),
      }));
      log.info(
        `IREE's tools in ${tools.folder} list ${iree.map(({ device, deviceName }) => (deviceName === undefined ? device : `${device} (${deviceName})`)).join(', ')}`,
      );
    } catch (error) {
      iree = [];
      log.info(error instanceof Error ? error.message : String(error));
    }
    changes.fire();
  };
  const settings = vscode.workspace.onDidChangeConfiguration((event) => {
    if (asked !== undefined && event.affectsConfiguration('ireeReplay.ireeTools')) asked = ask();
  });
  return {
    get all() {
      return [...NATIVE, ...iree];
    },
    onChange: changes.event,
    look() {
      if (vscode.workspace.isTrusted) asked ??= ask();
      return asked ?? Promise.resolve();
    },
    dispose() {
      settings.dispose();
      changes.dispose();
    },
  };
}

/** Each with the driver, and two of the same name with a number: what is chosen is chosen by its name. */
export function distinctNames(devices: readonly IreeDevice[]): readonly IreeDevice[] {
  const full = devices.map(({ uri, name }) => (name === undefined ? undefined : `${name}, ${/^[\w-]+/.exec(uri)?.[0] ?? uri}`));
  return devices.map(({ uri }, i) => {
    const name = full[i];
    if (name === undefined) return { uri };
    const same = full.filter((other) => other === name).length;
    const place = full.slice(0, i + 1).filter((other) => other === name).length;
    return { uri, name: same === 1 ? name : `${name} ${String(place)}` };
  });
}
