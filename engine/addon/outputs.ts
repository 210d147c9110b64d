/** The folder of --outputs: the engine writes the ranges, this adds their hashes and the index. */
import { createHash } from 'node:crypto';
import { createReadStream, promises as fs } from 'node:fs';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RunOutput } from '../../protocol/replay/run';

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Hashes the files of `outputs` in `folder` and writes outputs.json, their index in record order. */
export async function finishOutputs(folder: string, outputs: readonly RunOutput[]): Promise<readonly RunOutput[]> {
  const hashed: RunOutput[] = [];
  for (const output of outputs) hashed.push({ ...output, sha256: await sha256(path.join(folder, output.file)) });
  // Numbers are written digit by digit: a 64-bit id would not survive a double.
  const entries = hashed.map(
    ({ record, buffer, offset, length, file, sha256: digest }) =>
      `  { "record": ${String(record)}, "buffer": ${buffer}, "offset": ${offset}, "length": ${length}, "file": ${JSON.stringify(file)}, "sha256": "${digest ?? ''}" }`,
  );
  await fs.writeFile(path.join(folder, 'outputs.json'), `[\n${entries.join(',\n')}\n]\n`);
  return hashed;
}
