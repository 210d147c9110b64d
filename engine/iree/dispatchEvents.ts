/** What each dispatch of a replay took, by its device's clock: of a profile that IREE's tools recorded. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import { isRecord } from '../../protocol/base/isRecord';
import { reportProfile, UNFILTERED } from '../addon/profile';

/** One dispatch. */
export interface DispatchEvent {
  /** The device, among those of the replay. */
  readonly device: number;
  /** A number that the profile gives the executable. */
  readonly executable: number;
  /** Of the device's clock. */
  readonly ticks: number;
  readonly startTick: number;
  /** NaN where the device measured nothing. */
  readonly ns: number;
}

function eventOf(line: string): readonly DispatchEvent[] {
  const row: unknown = line === '' ? undefined : JSON.parse(line);
  if (!isRecord(row) || row['type'] !== 'dispatch_event') return [];
  const number = (name: string): number => (typeof row[name] === 'number' ? row[name] : NaN);
  return [
    {
      device: number('physical_device_ordinal'),
      executable: number('executable_id'),
      ticks: number('duration_ticks'),
      startTick: number('start_tick'),
      ns: row['valid'] === true ? number('duration_ns') : NaN,
    },
  ];
}

/** All of them, in the order of the profile, which is that of each device. Rejects where the profile is damaged. */
export async function readDispatchEvents(profile: string, folder: string, signal: AbortSignal): Promise<readonly DispatchEvent[]> {
  const text = path.join(folder, 'dispatches.jsonl');
  const file = await fs.open(text, 'w');
  try {
    await reportProfile(profile, 'dispatch', { ...UNFILTERED, jsonl: true, dispatchEvents: true }, file.fd, signal);
  } finally {
    await file.close();
  }
  return (await fs.readFile(text, 'utf8')).split('\n').flatMap(eventOf);
}
