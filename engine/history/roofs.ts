/**
 * Roofs of machines that this user has measured, as JSON, the latest last: a home folder may be that of several machines. What is no such
 * file is taken for none, and replaced.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as v from 'valibot';
import { roofResult, type Machine, type Roof } from '../../protocol/jobs/roofResult';
import { replaceFile } from '../programs/wholeFile';
import { cacheFolder } from './cacheFolder';

/** Grows when the core measures something else or otherwise: what was kept before is then of no use. */
const VERSION = 1;
const MOST_MACHINES = 20;

const keptRoofs = v.object({ version: v.literal(VERSION), roofs: v.array(roofResult) });

/** Where they are kept. */
export const roofsFile = (): string => path.join(cacheFolder(), 'roof.json');

/** By everything that it is known by. */
export const isSameMachine = (a: Machine, b: Machine): boolean => identityOf(a) === identityOf(b);

const identityOf = ({ cpu, processors, features, caches }: Machine): string =>
  JSON.stringify([
    cpu,
    processors,
    features,
    caches.map(({ level, bytes, totalBytes, count, sharers }) => [level, bytes, totalBytes, count, sharers]),
  ]);

async function readRoofs(file: string): Promise<readonly Roof[]> {
  try {
    const { success, output } = v.safeParse(keptRoofs, JSON.parse(await readFile(file, 'utf8')));
    return success ? output.roofs : [];
  } catch {
    return [];
  }
}

/** What was measured on such a machine last; undefined where nothing was. */
export async function keptRoof(machine: Machine, file = roofsFile()): Promise<Roof | undefined> {
  return (await readRoofs(file)).findLast((roof) => isSameMachine(roof.machine, machine));
}

/** Keeps a roof in place of the machine's last one. Rejects where the file cannot be written. */
export async function keepRoof(roof: Roof, file = roofsFile()): Promise<void> {
  const others = (await readRoofs(file)).filter(({ machine }) => !isSameMachine(machine, roof.machine));
  const roofs = [...others, roof].slice(-MOST_MACHINES);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, (beside) => writeFile(beside, `${JSON.stringify({ version: VERSION, roofs })}\n`));
}
