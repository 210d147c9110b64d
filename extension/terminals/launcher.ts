/** The program `ireereplay` of terminals: the extension's own command line, in the Node that VS Code itself runs on. */
import { access, chmod, constants, mkdir, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { replaceFile } from '../../engine/programs/wholeFile';
import { shellWord } from '../../protocol/words/shellWords';

/** What the launcher starts. */
export interface Launched {
  /** Node, or a program of Electron that is one when it is asked. */
  readonly node: string;
  /** dist/cli.js */
  readonly script: string;
}

const GONE =
  'ireereplay: VS Code or its extension IREE Replay is no longer where this terminal expects it. Open a capture there, then a new terminal.';

/** The text of the launcher, for a POSIX shell. */
function text({ node, script }: Launched): string {
  return `#!/bin/sh
# Written by VS Code's extension IREE Replay whenever it starts.
node=${shellWord(node)}
script=${shellWord(script)}
if [ ! -x "$node" ] || [ ! -f "$script" ]; then
  echo ${shellWord(GONE)} >&2
  exit 127
fi
ELECTRON_RUN_AS_NODE=1 exec "$node" "$script" "$@"
`;
}

/**
 * Writes `ireereplay` into `folder`, which is made. Rejects where it cannot be written, or could not be started from there, as on a
 * file system without programs.
 */
export async function writeLauncher(folder: string, launched: Launched): Promise<void> {
  const file = path.join(folder, 'ireereplay');
  await access(launched.node, constants.X_OK);
  await access(launched.script, constants.R_OK);
  const wanted = text(launched);
  await mkdir(folder, { recursive: true });
  if ((await readFile(file, 'utf8').catch(() => undefined)) !== wanted) {
    // A terminal that starts it meanwhile, or another window, never sees half of it.
    await replaceFile(file, async (beside) => {
      await writeFile(beside, wanted);
      await chmod(beside, 0o755);
    });
  }
  await access(file, constants.X_OK);
}
