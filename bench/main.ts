/**
 * npm run bench [-- --write]: measures against IREE's published tools in the same run and prints the ratios; --write
 * also puts the table into bench/README.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import * as path from 'node:path';
import { ireeTools } from '../scripts/tools.mjs';
import { loopLines } from './loop';
import { modelLines } from './models';
import { openingLines } from './opening';
import { readingLines } from './reading';
import { replayLines } from './replaying';
import { table } from './report';

const begin = '<!-- table: npm run bench -- --write -->';
const end = '<!-- end of table -->';

function writeTable(text: string): void {
  const readme = path.join(__dirname, 'README.md');
  const old = readFileSync(readme, 'utf8');
  const before = old.slice(0, old.indexOf(begin) + begin.length);
  writeFileSync(readme, `${before}\n\n${text}\n\n${old.slice(old.indexOf(end))}`);
}

async function main(): Promise<void> {
  const iree = ireeTools();
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-bench-'));
  try {
    const output = path.join(folder, 'output');
    const lines = [
      ...(await readingLines(iree, output)),
      ...(await openingLines(folder)),
      ...(await replayLines(iree, output)),
      ...(await modelLines(iree, output)),
      ...(await loopLines(output)),
    ];
    const processor = cpus()[0]?.model ?? 'unknown processor';
    const text = `Medians, both sides in turns, on ${String(cpus().length)} x ${processor}, Node ${process.version}.\n\n${table(lines)}`;
    console.log(text);
    if (process.argv.includes('--write')) writeTable(text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
