/** Serves VS Code on this machine alone: serve.ts FOLDER FILE. Prints the address and goes on until it is interrupted. */
import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment } from '../test/e2e/browser';
import { startServer } from '../test/e2e/server';

/** Asks the window behind `socketPath` to open a file, as VS Code's own `code` does in a terminal. */
function openFile(socketPath: string, fileUri: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: '/', method: 'POST', headers: { 'content-type': 'application/json' } }, (answer) => {
      answer.resume().on('end', resolve);
    });
    asking.on('error', reject);
    asking.end(JSON.stringify({ type: 'open', fileURIs: [fileUri], folderURIs: [], forceReuseWindow: true }));
  });
}

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
  console.log(`\nOpen http://127.0.0.1:${server.port}/?${query.toString()}\nCtrl+C ends it.`);

  // The address could name the file too, but a new profile would show its bytes: it opens files before it knows the extension.
  while (!server.logs('remoteexthost').includes('Eager extensions activated')) await sleep(200);
  for (const socket of server.sockets()) await openFile(socket, `vscode-remote://127.0.0.1:${server.port}${file}`);
}

const [folder, file] = process.argv.slice(2);
if (folder === undefined || file === undefined) throw new Error('serve.ts FOLDER FILE');
void main(folder, file);
