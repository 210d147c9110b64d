/** The extension in a real VS Code: its activation, and how soon a capture of a million records shows rows. */
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import * as path from 'node:path';
import { pack } from '../scripts/pack.mjs';
import { needSystem, newestVscode } from '../scripts/tools.mjs';
import { workbenchEnvironment } from '../scripts/workbench.mjs';
import { medianOf } from '../protocol/measurement/statistics';
import { repeated } from './captures';
import { milliseconds, ownLine, type Line } from './report';

/** Windows opened for one figure. */
const windows = 5;

/** What a window told of one opening, in milliseconds. */
export interface Opening {
  /** VS Code's own figure, from Developer: Show Running Extensions. */
  readonly activation: number;
  /** From opening the document to sending the rows to the webview. */
  readonly firstRows: number;
}

/** Opens a capture in its own window, in the VS Code and with the extension that the environment names. */
export async function open(capture: string): Promise<Opening> {
  // The workbench reads its environment when it is loaded.
  const { startWorkbench, until } = await import('../test/e2e/workbench');
  const { shownCapture } = await import('../test/e2e/captureEditor');
  const workbench = await startWorkbench({ files: [] });
  try {
    copyFileSync(capture, path.join(workbench.folder, 'million.ireereplay'));
    await workbench.openFile('million.ireereplay');
    await shownCapture(workbench);
    const firstRows = await until('rows', () => /first rows (\d+) ms/.exec(workbench.outputChannel())?.[1]);
    await workbench.runCommand('Developer: Show Running Extensions');
    // The list is drawn as it scrolls; ours is quick, so far down.
    const list = workbench.page.locator('.runtime-extensions-editor .monaco-list');
    const row = list.locator('.monaco-list-row', { hasText: 'IREE Replay' });
    const activation = await until('the activation time', async () => {
      if ((await row.count()) > 0) return /(\d+)ms/.exec((await row.first().textContent()) ?? '')?.[1];
      await list.hover();
      await workbench.page.mouse.wheel(0, 200);
      return undefined;
    });
    return { activation: Number(activation), firstRows: Number(firstRows) };
  } finally {
    await workbench.dispose();
  }
}

/** The lines about the editor. */
export async function openingLines(folder: string): Promise<Line[]> {
  needSystem('chromium');
  const vsix = path.join(folder, 'iree-replay.vsix');
  // As published, without source maps and minified.
  execFileSync(process.execPath, ['esbuild.mjs', '--production', '--log-level=warning'], { cwd: path.join(__dirname, '..') });
  pack(vsix);
  Object.assign(process.env, workbenchEnvironment(newestVscode, vsix, folder));
  const million = await repeated('command-buffers-1k', 490);
  const seen: Opening[] = [];
  for (let i = 0; i < windows; i++) seen.push(await open(million));
  const activation = medianOf(seen.map((opening) => opening.activation));
  const firstRows = medianOf(seen.map((opening) => opening.firstRows));
  return [
    {
      ...ownLine,
      what: `activation, as VS Code ${newestVscode} says`,
      ours: milliseconds(activation),
      target: 'at most 50 ms',
      met: activation <= 50,
    },
    {
      ...ownLine,
      what: 'a million records in the editor: from the opening of the document to its first rows',
      ours: milliseconds(firstRows),
      target: 'within 300 ms',
      met: firstRows <= 300,
    },
  ];
}
