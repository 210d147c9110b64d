/** Serves VS Code on this machine alone: serve.ts FOLDER FILE. Prints the address and goes on until it is interrupted. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { environment } from '../test/e2e/browser';
import { startServer } from '../test/e2e/server';

async function main(folder: string, file: string): Promise<void> {
  const server = await startServer({
    node: environment('IR_VSCODE_NODE'),
    main: environment('IR_VSCODE_MAIN'),
    extensionsDir: environment('IR_EXTENSIONS_DIR'),
    dataDir: mkdtempSync(path.join(tmpdir(), 'iree-replay-vscode-')),
    flags: ['--disable-workspace-trust'],
  });
  const payload = JSON.stringify([['openFile', `vscode-remote://127.0.0.1:${server.port}${file}`]]);
  const query = new URLSearchParams({ folder, payload });
  console.log(`\nOpen http://127.0.0.1:${server.port}/?${query.toString()}\nCtrl+C ends it.`);
  const end = (): void => {
    void server.stop().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

const [folder, file] = process.argv.slice(2);
if (folder === undefined || file === undefined) throw new Error('serve.ts FOLDER FILE');
void main(folder, file);
