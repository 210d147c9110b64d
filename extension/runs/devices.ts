/** Devices that the native engine replays on. */
import type { DeviceChoice } from '../../protocol/capture';

export const DEVICES: readonly DeviceChoice[] = [
  { uri: 'local-sync', description: 'this processor, one thread, in the order of the capture' },
  { uri: 'local-task', description: 'this processor, all threads' },
];
