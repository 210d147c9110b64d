/** An IREE whose tool does what a test wants of it. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { IreeTools } from '../../engine/iree/tools';

/** An installation whose iree-run-replay is this script, in which `$copy` is the capture that it is given, and `$files` that one's folder. */
export function toolsThat(folder: string, name: string, script: string): IreeTools {
  const own = path.join(folder, name);
  mkdirSync(own);
  const program = path.join(own, 'iree-run-replay');
  writeFileSync(program, `#!/bin/sh\nfor copy; do :; done\nfiles=$(dirname "$copy")\n${script}\n`);
  chmodSync(program, 0o755);
  return { folder: own, foundIn: 'setting' };
}

/** Writes what is not zero into each file. */
export const WRITES = 'for file in "$files"/*.bin; do printf x | dd of="$file" conv=notrunc 2>/dev/null; done';
