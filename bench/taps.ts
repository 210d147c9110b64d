/** What it costs to have IREE's own tool write what each launch of a network leaves: taps in a copy of its capture. */
import { truncateSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { composeTaps, namedOperations, type Tap } from '../engine/addon/composing';
import { medianOf } from '../protocol/measurement/statistics';
import { model } from './captures';
import { inTurns, timeProgram } from './measure';
import { milliseconds, type Line } from './report';

const ROUNDS = 15;
/** "run --outputs with 185 taps of a network within 1.5 of IREE's plain run." */
const MOST = 1.5;

/** A tap behind each dispatch, of the last range that is bound to it, which is what it writes. */
async function tapsOf(capture: string, file: string): Promise<{ readonly taps: readonly Tap[]; readonly bytes: number }> {
  const { operations } = await namedOperations(capture);
  let bytes = 0;
  const taps = operations
    .filter(({ operation }) => operation === 'dispatch')
    .flatMap(({ record, via, ranges }): Tap[] => {
      const range = ranges.at(-1);
      if (range === undefined) return [];
      const place = via === undefined ? { record } : { record: via, command: record };
      const { buffer, offset, length } = range;
      const tap = { ...place, ...{ buffer, offset, length }, moment: 'after', path: file, fileOffset: bytes } as const;
      bytes += Number(length);
      return [tap];
    });
  return { taps, bytes };
}

async function line(name: string, iree: string, folder: string): Promise<Line> {
  const capture = model(name);
  const [copy, file, output] = ['copy.ireereplay', 'taps.bin', 'output'].map((one) => path.join(folder, one)) as [string, string, string];
  const { taps, bytes } = await tapsOf(capture, file);
  writeFileSync(file, '');
  truncateSync(file, bytes);
  const program = path.join(iree, 'iree-run-replay');
  const { ours, theirs } = await inTurns(
    ROUNDS,
    async () => {
      const begin = performance.now();
      await composeTaps(capture, copy, taps);
      const composed = performance.now() - begin;
      return composed + (await timeProgram(program, ['--device=local-task', '--device=local-sync', copy], output)).milliseconds;
    },
    async () => (await timeProgram(program, ['--device=local-task', capture], output)).milliseconds,
  );
  const [own, other] = [medianOf(ours), medianOf(theirs)];
  return {
    what: `run once on IREE's local-task, ${path.basename(name)}, with what each of ${String(taps.length)} launches leaves in a file (${(bytes / 2 ** 20).toFixed(0)} MiB), the copy included`,
    ours: milliseconds(own),
    iree: milliseconds(other),
    ratio: (own / other).toFixed(2),
    target: `at most ${String(MOST)}`,
    met: own / other <= MOST,
  };
}

/** All lines about taps. */
export const tapLines = async (iree: string, folder: string): Promise<Line[]> => [await line('resnet152/resnet152.task', iree, folder)];
