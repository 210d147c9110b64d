/** --expect=DIR: saved outputs. */
import { readdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { ElementType } from '../../protocol/replay/element';
import type { RunOutput } from '../../protocol/replay/run';
import { readNpy } from './npy';

/** What an output must be. */
export interface ExpectedOutput {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** From an .npy file. */
  readonly type?: ElementType;
}

async function readIndexed(folder: string): Promise<readonly ExpectedOutput[]> {
  const index = JSON.parse(await readFile(path.join(folder, 'outputs.json'), 'utf8')) as readonly RunOutput[];
  return Promise.all(index.map(async ({ file }) => ({ file, bytes: await readFile(path.join(folder, file)) })));
}

/**
 * What a folder holds: the files listed in outputs.json, as --outputs writes it, or else its .npy files in order of name. Rejects when it
 * has neither.
 */
export async function readExpected(folder: string): Promise<readonly ExpectedOutput[]> {
  const names = await readdir(folder);
  if (names.includes('outputs.json')) return readIndexed(folder);
  const arrays = names.filter((name) => name.endsWith('.npy')).sort();
  if (arrays.length === 0) throw new Error(`${folder} has neither outputs.json, which --outputs writes, nor .npy files`);
  return Promise.all(
    arrays.map(async (file) => {
      try {
        const { type, data } = readNpy(await readFile(path.join(folder, file)));
        return { file, bytes: data, ...(type === undefined ? {} : { type }) };
      } catch (error) {
        throw new Error(`${path.join(folder, file)}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }),
  );
}
