/** The extensions of two checkouts in a real VS Code: how soon a capture of a million records shows rows. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { pack } from '../../scripts/pack.mjs';
import { needSystem, newestVscode } from '../../scripts/tools.mjs';
import { workbenchEnvironment } from '../../scripts/workbench.mjs';
import { repeated } from '../captures';
import { timeProgram } from '../measure';
import type { Opening } from '../opening';
import { milliseconds } from '../report';
import { beforeAfterLine } from './line';

/** Pairs of windows. */
const rounds = 6;

/** Installs a checkout's extension as published, without source maps and minified; returns the environment of its windows. */
function installed(checkout: string, folder: string): NodeJS.ProcessEnv {
  execFileSync(process.execPath, ['esbuild.mjs', '--production', '--log-level=warning'], { cwd: checkout });
  const vsix = `${folder}.vsix`;
  pack(vsix, { folder: checkout });
  return workbenchEnvironment(newestVscode, vsix, folder);
}

/** The line about the editor. Each window is driven by its own process, which reads its environment when it starts. */
export async function openingLine(before: string, after: string, folder: string): Promise<string> {
  needSystem('chromium');
  const environments = new Map([before, after].map((checkout, side) => [checkout, installed(checkout, path.join(folder, String(side)))]));
  const million = await repeated('command-buffers-1k', 490);
  const output = path.join(folder, 'window.json');
  const driver = [path.join(after, 'node_modules', '.bin', 'tsx'), path.join(__dirname, 'window.ts'), million];
  return beforeAfterLine(
    'a million records in the editor: from the opening of the document to its first rows',
    before,
    after,
    rounds,
    async (checkout) => {
      await timeProgram(process.execPath, driver, output, environments.get(checkout));
      return (JSON.parse(readFileSync(output, 'utf8')) as Opening).firstRows;
    },
    milliseconds,
  );
}
