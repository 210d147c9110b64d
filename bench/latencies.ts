/** How long a user waits for the editor, in both versions of VS Code, and how much of that is VS Code's own. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { pack } from '../scripts/pack.mjs';
import { needSystem, vscodes } from '../scripts/tools.mjs';
import { workbenchEnvironment } from '../scripts/workbench.mjs';
import { isRecord } from '../protocol/base/isRecord';
import { medianOf } from '../protocol/measurement/statistics';
import { model, repeated } from './captures';
import { milliseconds } from './report';

/** Of each version, in turns. */
const WINDOWS = 3;

/** What a user waits for, and what VS Code takes for something of the same kind in which nothing is done. */
const LINES = [
  {
    what: 'a network of 548 records, from its opening to its first rows, with the activation of the extension',
    of: 'first small',
    own: 'empty',
  },
  { what: 'the same, each later one', of: 'small', own: 'empty' },
  { what: 'a million records, from their opening to their first rows', of: 'large', own: 'empty' },
  { what: 'a row selected, to its details', of: 'small details', own: 'small nothing' },
  { what: 'the same, in a million records', of: 'large details', own: 'large nothing' },
  { what: 'a query typed, to its answer', of: 'small answer', own: 'small nothing' },
  { what: 'a query typed, to its first count, in a million records', of: 'large count', own: 'large nothing' },
  { what: 'the same, to its answer', of: 'large answer', own: 'large nothing' },
  { what: 'Replay, to the sentence', of: 'replay', own: 'small nothing' },
  { what: 'Cancel of a benchmark, until it is seen', of: 'cancel', own: 'small nothing' },
  { what: 'a tab that was hidden, until it shows its rows again', of: 'small back', own: 'empty back' },
  { what: 'the same, of a million records', of: 'large back', own: 'empty back' },
  { what: 'the same, of a result, its figures', of: 'result back', own: 'empty back' },
  { what: 'the same, from the start of its page', of: 'result start', own: 'empty start' },
  { what: "for comparison: a text file of one line, in VS Code's own editor", of: 'text', own: undefined },
] as const;

type Samples = Readonly<Record<string, readonly number[]>>;

function samplesOf(text: string): Samples {
  const parsed: unknown = JSON.parse(text);
  if (!isRecord(parsed)) throw new Error(`no samples: ${text}`);
  return Object.fromEntries(
    Object.entries(parsed).map(([what, values]) => [what, Array.isArray(values) ? values.map((value) => Number(value)) : []]),
  );
}

/** "64 ms (92)": the median and the longest. */
function waited(windows: readonly Samples[], what: string): string {
  const samples = windows.flatMap((samples) => samples[what] ?? []);
  return `${milliseconds(medianOf(samples))} (${Math.max(...samples).toFixed(0)})`;
}

/** Puts the extension whose editor shows nothing beside this one. */
function addEmptyEditor(extensions: string): void {
  const id = 'iree-replay.empty';
  const list = path.join(extensions, 'extensions.json');
  const installed: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(installed)) throw new Error(`${list} is no list`);
  const target = path.join(extensions, id);
  cpSync(path.join(__dirname, 'window', 'empty'), target, { recursive: true });
  const entry = { identifier: { id }, version: '1.0.0', location: { $mid: 1, path: target, scheme: 'file' }, relativeLocation: id };
  writeFileSync(list, JSON.stringify([...(installed as readonly unknown[]), entry]));
}

/** The table in Markdown. */
export async function latencyTable(): Promise<string> {
  needSystem('chromium');
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-latencies-'));
  try {
    // As published, without source maps and minified.
    execFileSync(process.execPath, ['esbuild.mjs', '--production', '--log-level=warning'], { cwd: path.join(__dirname, '..') });
    const vsix = path.join(folder, 'iree-replay.vsix');
    pack(vsix);
    const captures = [model('resnet152/resnet152.task'), await repeated('command-buffers-1k', 490)];
    const sides = vscodes.map((version) => {
      const environment = workbenchEnvironment(version, vsix, folder);
      addEmptyEditor(environment['IR_EXTENSIONS_DIR'] ?? '');
      return { version, environment, windows: [] as Samples[] };
    });
    const window = path.join(__dirname, 'window', 'latencies.ts');
    for (let i = 0; i < WINDOWS; i++) {
      for (const { version, environment, windows } of sides) {
        console.error(`Window ${i + 1} of ${WINDOWS}, VS Code ${version}`);
        // What is measured is said as it comes: a window takes minutes.
        const output = execFileSync(process.execPath, ['--import', 'tsx', window, ...captures], {
          env: { ...process.env, ...environment },
          stdio: ['ignore', 'pipe', 'inherit'],
          encoding: 'utf8',
        });
        windows.push(samplesOf(output));
      }
    }
    const heads = sides.flatMap(({ version }) => [`VS Code ${version}`, "VS Code's own part"]);
    const rows = LINES.map(({ what, of, own }) =>
      [what, ...sides.flatMap(({ windows }) => [waited(windows, of), own === undefined ? '' : waited(windows, own)])].join(' | '),
    );
    return [`| what | ${heads.join(' | ')} |`, `| --- |${heads.map(() => ' --- |').join('')}`, ...rows.map((row) => `| ${row} |`)].join(
      '\n',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
