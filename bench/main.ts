/**
 * npm run bench [-- --only=SECTION --write]: measures against IREE's published tools in the same run and prints the ratios; --write also
 * puts the tables into bench/README.md. With --before=DIR it measures against another checkout instead, which must be built; with
 * --latencies how long a user waits for the editor. --megabytes=N is how large the trace of --only=torch is.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import * as path from 'node:path';
import { ireeTools, needSystem } from '../scripts/tools.mjs';
import { askingLines } from './asking';
import { beforeAfterTables } from './before/tables';
import { latencyTable } from './latencies';
import { languageServerLines } from './languageServer';
import { loopLines } from './loop';
import { modelLines } from './models';
import { openingLines } from './opening';
import { withoutPerfetto } from './perfetto';
import { profilingLines } from './profiling';
import { readingLines } from './reading';
import { replayLines } from './replaying';
import { table, type Line } from './report';
import { roofLines, standingLines } from './roof';
import { samplingFloor, samplingLines } from './sampling';
import { tapLines } from './taps';
import { timelineLines } from './timeline';
import { torchLines } from './torch';
import { verdictLines } from './verdicts';

const processor = (): string => `${String(cpus().length)} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;

/** Puts a table between the lines that give the command that makes it. */
function writeTable(flags: string, text: string): void {
  const readme = path.join(__dirname, 'README.md');
  const old = readFileSync(readme, 'utf8');
  const begin = `<!-- table: npm run bench -- ${flags} -->`;
  if (!old.includes(begin)) throw new Error(`bench/README.md has no place for the table: ${begin}`);
  const [before, behind] = [old.indexOf(begin) + begin.length, old.indexOf('<!-- end of table -->', old.indexOf(begin))];
  writeFileSync(readme, `${old.slice(0, before)}\n\n${text}\n\n${old.slice(behind)}`);
}

/** What is measured together, against IREE; `folder` is for files that nobody keeps. */
const AGAINST_IREE: Readonly<Record<string, (iree: string, folder: string) => Promise<readonly Line[]>>> = {
  reading: async (iree, folder) => [...(await readingLines(iree, path.join(folder, 'output'))), ...(await openingLines(folder))],
  replaying: (iree, folder) => replayLines(iree, path.join(folder, 'output')),
  profiles: async (iree, folder) => [...(await profilingLines(iree, folder)), ...(await askingLines(iree, folder))],
  models: (iree, folder) => modelLines(iree, path.join(folder, 'output')),
  loop: (_, folder) => loopLines(folder),
  verdicts: (_, folder) => verdictLines(folder),
  languageServer: (_, folder) => languageServerLines(folder),
  taps: (iree, folder) => tapLines(iree, folder),
};

/** Against other programs than IREE's: Perfetto's trace processor where that is to be had, and a plain benchmark of the machine. */
const AGAINST_OTHERS: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  timeline: async (folder) => {
    const lines = table(await timelineLines(folder), "Perfetto's trace processor");
    return `Medians and, in brackets, the longest, on ${processor()}.${withoutPerfetto()}\n\n${lines}`;
  },
  sampling: async (folder) => {
    const floor = await samplingFloor(folder);
    const lines = table(await samplingLines(folder), '', 'pairs');
    return `Ratios with intervals of 95 %, on ${processor()}. ${floor}\n\n${lines}`;
  },
  torch: async (folder) => {
    const lines = table(await torchLines(folder, Number(option('megabytes') ?? 200)), 'the other');
    return `Medians, both sides in turns, on ${processor()}.${withoutPerfetto()}\n\n${lines}`;
  },
  roof: async (folder) => {
    const beside = table(await roofLines(folder), 'a plain program');
    const kernels = table(await standingLines(folder), 'the roof');
    return `Medians of nine rounds, in turns, on ${processor()}.\n\n${beside}\n\n${kernels}`;
  },
};

const SECTIONS = [...Object.keys(AGAINST_IREE), ...Object.keys(AGAINST_OTHERS)];

async function measured(section: string): Promise<string> {
  needSystem('compiler', 'clang');
  const measure = AGAINST_IREE[section];
  const other = AGAINST_OTHERS[section];
  if (measure === undefined && other === undefined) throw new Error(`--only is one of ${SECTIONS.join(', ')}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-bench-'));
  try {
    if (measure !== undefined) return `Medians, both sides in turns, on ${processor()}.\n\n${table(await measure(ireeTools(), folder))}`;
    return (await other?.(folder)) ?? '';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const option = (name: string): string | undefined => process.argv.find((flag) => flag.startsWith(`--${name}=`))?.slice(`--${name}=`.length);

/** The flags that make each table that is asked for, and what measures it. */
function asked(): readonly (readonly [flags: string, text: () => Promise<string>])[] {
  const before = option('before');
  if (process.argv.includes('--latencies'))
    return [['--latencies', async () => `Medians and, in brackets, the longest, on ${processor()}.\n\n${await latencyTable()}`]];
  if (before !== undefined) {
    const tables = async (): Promise<string> => beforeAfterTables(before, path.join(__dirname, '..'));
    return [['--before=DIR', async () => `Both sides in turns, on ${processor()}.\n\n${await tables()}`]];
  }
  const only = option('only');
  return (only === undefined ? SECTIONS : [only]).map((section) => [`--only=${section}`, () => measured(section)]);
}

async function main(): Promise<void> {
  for (const [flags, made] of asked()) {
    const text = await made();
    console.log(`${text}\n`);
    if (process.argv.includes('--write')) writeTable(`${flags} --write`, text);
  }
}

void main();
