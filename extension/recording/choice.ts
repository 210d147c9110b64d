/** What a line of Record Capture… knows and gives. */
import type { ModuleDescription, ModuleFunction } from '../../protocol/sharing/recording';
import type { Devices } from '../devices/devices';
import type { FormChange, FormItem } from './form';
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

/** What is recorded after an answer. */
export type Change = FormChange<RecordTaskDefinition>;

export type ChoiceItem = FormItem<RecordTaskDefinition>;

/** The function that is run, once it is known. */
export const chosen = ({ module, definition }: Choice): ModuleFunction | undefined =>
  module.functions.find(({ name }) => name === definition.function);
