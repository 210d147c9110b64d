/** What a line of Record Capture… knows and gives. */
import type * as vscode from 'vscode';
import type { ModuleDescription, ModuleFunction } from '../../protocol/sharing/recording';
import type { Devices } from '../devices/devices';
import type { RecordTaskDefinition } from './recordTask';

export interface Choice {
  readonly module: ModuleDescription;
  /** Where relative paths begin. */
  readonly root: string;
  /** A path as the definition has it: from the root, where it is below. */
  readonly short: (file: string) => string;
  readonly devices: Devices;
  readonly definition: RecordTaskDefinition;
}

/** What is recorded after an answer; undefined where the user gave none. */
export type Change = Promise<RecordTaskDefinition | undefined>;

/** A line: it asks, or does something with what was chosen. */
export interface ChoiceItem extends vscode.QuickPickItem {
  readonly change?: () => Change;
  readonly act?: 'record' | 'copy' | 'keep';
}

/** The function that is run, once it is known. */
export const chosen = ({ module, definition }: Choice): ModuleFunction | undefined =>
  module.functions.find(({ name }) => name === definition.function);
