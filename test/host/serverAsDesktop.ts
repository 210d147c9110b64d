/**
 * Takes the arguments of desktop VS Code, runs the extension tests in a VS Code server with a headless browser, shows
 * what they print, and exits with their status.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { format } from 'node:util';
import { environment, launchBrowser } from '../e2e/browser';
import { startServer } from '../e2e/server';

/** The workbench's own messages: it also logs errors about what it cannot reach, which are no concern of the tests. */
const noise = 'additional builtin extensions';

function option(name: string): string {
  const prefix = `--${name}=`;
  const found = process.argv.find((arg) => arg.startsWith(prefix));
  if (found === undefined) throw new Error(`${prefix} is missing`);
  return found.slice(prefix.length);
}

async function main(): Promise<number> {
  const folder = process.argv.slice(2).find((arg) => !arg.startsWith('-'));
  const temporary = mkdtempSync(path.join(tmpdir(), 'iree-replay-host-'));
  const empty = path.join(temporary, 'no-extensions');
  mkdirSync(empty);
  const server = await startServer({
    node: environment('IR_VSCODE_NODE'),
    main: environment('IR_VSCODE_MAIN'),
    extensionsDir: empty,
    dataDir: path.join(temporary, 'data'),
    flags: ['--disable-workspace-trust', '--enable-smoke-test-driver'],
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const ended = new Promise<number>((resolve) => {
      void page.exposeFunction('codeAutomationExit', resolve);
    });
    await page.exposeFunction('codeAutomationLog', (type: string, args: readonly unknown[]) => {
      const line = format(...args);
      if (type !== 'error' && !line.includes(noise))
        process.stdout.write(`${line}
`);
    });
    const remote = (file: string): string => `vscode-remote://127.0.0.1:${server.port}${path.resolve(file)}`;
    const payload = [
      ['extensionDevelopmentPath', remote(option('extensionDevelopmentPath'))],
      ['extensionTestsPath', remote(option('extensionTestsPath'))],
    ];
    const query = new URLSearchParams({
      payload: JSON.stringify(payload),
      ...(folder === undefined ? {} : { folder: path.resolve(folder) }),
    });
    await page.goto(`http://127.0.0.1:${server.port}/?${query.toString()}`);
    return await ended;
  } finally {
    await browser.close();
    await server.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
}

void main().then((code) => {
  process.exitCode = code;
});
