/**
 * A program that is called as LLVM's tool is and told what it is told, and computes what the kernel of the recorded saxpy does, on the
 * processor: LLVM's own replays on GPUs alone.
 */
import { chmodSync, writeFileSync } from 'node:fs';

export interface SaxpyTool {
  /** In place of the number at byte 400; what it should be where absent. */
  readonly wrong?: number;
  /** Whether it is wrong with other teams than the recorded ones alone. */
  readonly wrongWithOthers?: boolean;
  /** From which of its starts on it is wrong; from the first where absent. */
  readonly wrongFrom?: number;
  /** How many threads of a team are too many: some of its work is not done then. */
  readonly tooManyThreads?: number;
  /** Whether it repeats launches, says their times, and ends with 1 where memory differs, as the tool of LLVM after 22. */
  readonly repeats?: boolean;
}

/** Writes the program into the file. */
export function writeSaxpyTool(
  file: string,
  { wrong, wrongWithOthers = false, wrongFrom = 1, tooManyThreads = Infinity, repeats = false }: SaxpyTool = {},
): void {
  const text = `#!${process.execPath}
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const flag = (name) => process.argv.find((one) => one.startsWith('--' + name + '='))?.split('=')[1];
if (process.argv.includes('--help')) console.log('  --verify  compares\\n  --save-output  saves${repeats ? '\\n  --repetitions=<uint>  repeats' : ''}');
else if (process.argv.includes('--version')) console.log('LLVM version ${repeats ? '23' : '21'}.0.0');
else {
  appendFileSync(__filename + '.starts', '.');
  const stem = process.argv.at(-1).replace(/\\.json$/, '');
  const memory = readFileSync(stem + '.memory');
  for (let i = 1; i < 1000; i++) memory.writeFloatLE(2 * memory.readFloatLE(4000 + 4 * i) + memory.readFloatLE(4 * i), 4 * i);
  const [teams, threads] = [Number(flag('num-teams') ?? 4), Number(flag('num-threads') ?? 8)];
  if (threads >= ${String(tooManyThreads)}) memory.writeFloatLE(-1, 3000);
  const wrong = ${JSON.stringify(wrong ?? null)};
  const isMeant = !${String(wrongWithOthers)} || flag('num-teams') !== undefined;
  if (wrong !== null && isMeant && readFileSync(__filename + '.starts').length >= ${String(wrongFrom)}) memory.writeFloatLE(wrong, 400);
  writeFileSync(stem + '.replay.output', memory);
  for (let r = 1; r <= Number(flag('repetitions') ?? 0); r++) console.log('[llvm-omp-kernel-replay] Replay time (' + r + '): ' + (r === 1 ? 900000 : Math.round(1280000 / (teams * threads)) + r) + ' ns');
  const same = memory.equals(readFileSync(stem + '.original.output'));
  if (!${String(repeats)}) console.log('[llvm-omp-kernel-replay] Replay device memory ' + (same ? 'verified!' : 'failed to verify!'));
  else if (same) console.log('[llvm-omp-kernel-replay] Replay done, device memory verified');
  else {
    console.error('[llvm-omp-kernel-replay] Error: replay device memory failed to verify');
    process.exitCode = 1;
  }
}
`;
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}
