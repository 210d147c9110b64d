/** Serves VS Code on this machine only: serve.ts FOLDER FILE. Prints the address and runs until it is interrupted. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      void server.stop().then(() => process.exit(0));
    });
  }
  const query = new URLSearchParams({ folder });
  console.log(`\nOpen http://127.0.0.1:${server.port}/?${query.toString()}\nPress Ctrl+C to stop.`);

  // The address could name the file too, but a new profile would show its bytes: it opens files before it knows the extension.
  while (!server.logs('remoteexthost').includes('Eager extensions activated')) await sleep(200);
  await server.openFile(path.resolve(file));
}

const [folder, file] = process.argv.slice(2);
if (folder === undefined || file === undefined) throw new Error('serve.ts FOLDER FILE');
void main(folder, file);
