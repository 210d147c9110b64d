/**
 * npm run bench [-- --write]: measures against IREE's published tools in the same run and prints the ratios; --write also puts the table
 * into bench/README.md. With --before=DIR it measures against another checkout instead, which must be built; with --latencies how long a
 * user waits for the editor.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import * as path from 'node:path';
import { ireeTools, needSystem } from '../scripts/tools.mjs';
import { beforeAfterTables } from './before/tables';
import { latencyTable } from './latencies';
import { loopLines } from './loop';
import { modelLines } from './models';
import { openingLines } from './opening';
import { profilingLines } from './profiling';
import { readingLines } from './reading';
import { replayLines } from './replaying';
import { table } from './report';

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

async function againstIree(): Promise<string> {
  needSystem('compiler', 'clang');
  const iree = ireeTools();
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-bench-'));
  try {
    const output = path.join(folder, 'output');
    const lines = [
      ...(await readingLines(iree, output)),
      ...(await openingLines(folder)),
      ...(await replayLines(iree, output)),
      ...(await profilingLines(iree, folder)),
      ...(await modelLines(iree, output)),
      ...(await loopLines(output)),
    ];
    return `Medians, both sides in turns, on ${processor()}.\n\n${table(lines)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const write = process.argv.includes('--write');
  const before = process.argv.find((flag) => flag.startsWith('--before='))?.slice('--before='.length);
  const [flags, text] = process.argv.includes('--latencies')
    ? ['--latencies --write', `Medians and, in brackets, the longest, on ${processor()}.\n\n${await latencyTable()}`]
    : before === undefined
      ? ['--write', await againstIree()]
      : [
          '--before=DIR --write',
          `Both sides in turns, on ${processor()}.\n\n${await beforeAfterTables(before, path.join(__dirname, '..'))}`,
        ];
  console.log(text);
  if (write) writeTable(flags, text);
}

void main();
