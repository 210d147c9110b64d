/** Settings: what the tests set, else what the manifest says. */
import type * as vscode from 'vscode';
import { EventEmitter } from './events';
import { settingDefaults, type Manifest } from './manifest';

export interface Settings {
  readonly onDidChange: vscode.Event<vscode.ConfigurationChangeEvent>;
  configuration(section?: string): Pick<vscode.WorkspaceConfiguration, 'get' | 'has' | 'update'>;
  /** As one who writes into settings.json. */
  set(name: string, value: unknown): void;
}

export function createSettings(manifest: Manifest, first: Readonly<Record<string, unknown>>): Settings {
  const defaults = settingDefaults(manifest);
  const values = new Map(Object.entries(first));
  const changes = new EventEmitter<vscode.ConfigurationChangeEvent>();
  const valueOf = (name: string): unknown => values.get(name) ?? defaults.get(name);
  const set = (name: string, value: unknown): void => {
    if (value === undefined) values.delete(name);
    else values.set(name, value);
    changes.fire({ affectsConfiguration: (asked) => name === asked || name.startsWith(`${asked}.`) || asked.startsWith(`${name}.`) });
  };
  return {
    onDidChange: changes.event,
    set,
    configuration(section) {
      const full = (name: string): string => (section === undefined ? name : `${section}.${name}`);
      return {
        get: <T>(name: string, otherwise?: T): T | undefined => (valueOf(full(name)) as T | undefined) ?? otherwise,
        has: (name) => valueOf(full(name)) !== undefined,
        update: (name, value: unknown) => {
          set(full(name), value);
          return Promise.resolve();
        },
      };
    },
  };
}
