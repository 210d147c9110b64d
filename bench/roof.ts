/** The roof of this machine beside a plain stream and multiply-add benchmark, in turns, and where kernels stand against it. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import * as path from 'node:path';
import { describeMachine, measureRates } from '../engine/addon/roof';
import { profileAgainstRoof } from '../engine/jobs/profileRoof';
import type { Threads } from '../protocol/measurement/againstRoof';
import type { ProfileRoofRow } from '../protocol/jobs/profileRoof';
import type { MeasuredRates, Roof } from '../protocol/measurement/roof';
import { medianOf } from '../protocol/measurement/statistics';
import { levelWords, rateWords } from '../protocol/words/roofWords';
import { model } from './captures';
import { measuredRatio } from './ratio';
import { ownLine, type Line } from './report';

const ROUNDS = 9;
const KNOWN_MS = 1000;
/** How far the roof may be from what is known. */
const NEAR = 0.1;

type Rates = Readonly<Record<string, number>>;

/** What to compare, by what the plain program calls it. */
const COMPARED: readonly (readonly [known: string, words: string, ours: (rates: MeasuredRates, threads: Threads) => number])[] = [
  ['f32', 'multiply and add of f32', (rates, threads) => peak(rates, 'f32', threads)],
  ['f64', 'multiply and add of f64', (rates, threads) => peak(rates, 'f64', threads)],
  ['scale', 'scaled copy of memory', (rates, threads) => moved(rates, 'copy', threads)],
  ['triad', 'triad of memory', (rates, threads) => moved(rates, 'triad', threads)],
  ['stream', 'copy of memory past the caches', (rates, threads) => moved(rates, 'streaming copy', threads)],
];

const most = (rates: readonly (number | undefined)[]): number => Math.max(0, ...rates.map((rate) => rate ?? 0));

const peak = ({ peaks }: MeasuredRates, type: string, threads: Threads): number =>
  most(peaks.filter((one) => one.type === type).map((one) => one[threads]));

const moved = ({ bandwidths }: MeasuredRates, wanted: string, threads: Threads): number =>
  most(bandwidths.filter(({ level, kind }) => level === 0 && kind === wanted).map((one) => one[threads]));

/** Ours and the plain program's, in each round. */
interface Rounds {
  readonly ours: number[];
  readonly plain: number[];
}

/** Medians of several rounds, in turns: each round is the best that either saw in some seconds, for other work only makes it slower. */
export async function roofLines(folder: string): Promise<Line[]> {
  const { processors, caches } = describeMachine();
  const last = caches.at(-1);
  if (last === undefined) throw new Error('the system does not say what caches there are');
  const program = path.join(folder, 'known');
  const flags = ['-O3', '-march=native', '-ffp-contract=fast', '-mprefer-vector-width=512', '-pthread'];
  execFileSync('clang', [...flags, '-o', program, path.join(__dirname, 'knownRates.c')]);
  const sides: readonly (readonly [Threads, number, number])[] = [
    ['oneThread', 1, 2 * last.bytes],
    ...(processors > 1 ? [['allThreads', processors, Math.ceil((2 * last.totalBytes) / processors)] as const] : []),
  ];
  const found = sides.map(() => COMPARED.map((): Rounds => ({ ours: [], plain: [] })));
  for (let round = 0; round < ROUNDS; round++) {
    const rates = await measureRates();
    for (const [side, [threads, count, bytes]] of sides.entries()) {
      const known = JSON.parse(execFileSync(program, [count, bytes, KNOWN_MS].map(String), { encoding: 'utf8' })) as Rates;
      for (const [index, [name, , rateOf]] of COMPARED.entries()) {
        found[side]?.[index]?.ours.push(rateOf(rates, threads));
        found[side]?.[index]?.plain.push(known[name] ?? NaN);
      }
    }
  }
  return sides.flatMap(([, count], side) =>
    COMPARED.map(([name, words], index) => {
      const { ours, plain } = found[side]?.[index] ?? { ours: [], plain: [] };
      const { median, low, high } = measuredRatio(ours.map((rate, round) => rate / (plain[round] ?? NaN)));
      const unit = name.startsWith('f') ? 'op' : 'B';
      return {
        what: `${words}, ${count === 1 ? 'one thread' : `${String(count)} threads`}`,
        ours: rateWords(medianOf(ours), unit),
        iree: rateWords(medianOf(plain), unit),
        ratio: `${median.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`,
        target: 'within 10 %',
        met: Math.abs(median - 1) <= NEAR,
      };
    }),
  );
}

const MATMUL = 'matmul_dispatch_0_matmul_1024x1024x1024_f32';

/** The row of a dispatch of mm1024, whose memory was touched before: a benchmark records a profile of one more replay. */
async function standing(folder: string, roof: Roof, flags: readonly string[]): Promise<ProfileRoofRow> {
  const profile = path.join(folder, 'standing.ireeprof');
  rmSync(profile, { force: true });
  const profiling = ['--device_profiling_mode=queue-events,host-execution', `--device_profiling_output=${profile}`];
  const cli = path.join(__dirname, '..', 'bin', 'ireereplay');
  execFileSync(
    process.execPath,
    [cli, 'benchmark', '--device=local-sync', '--benchmark_min_time=20x', ...profiling, ...flags, model('mm1024/mm1024.task')],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const said = { operations: [`${MATMUL}=${String(2 * 1024 ** 3)}`], type: 'f32' as const };
  const [row] = (await profileAgainstRoof(profile, roof, said)).rows;
  if (row === undefined) throw new Error('the profile has no dispatch');
  return row;
}

/** A kernel that moves what is bound to it and does nothing else, and one that computes for long: the best of several replays. */
export async function standingLines(folder: string): Promise<Line[]> {
  const roof: Roof = { machine: describeMachine(), measured: new Date().toISOString(), ...(await measureRates()), notes: [] };
  const compiled = ['--clang_flag=-O3', '--clang_flag=-march=native'];
  const triad = [...compiled, `--replay_executable_substitution=4=${path.join(__dirname, 'triadKernel.c')}`];
  let moving: ProfileRoofRow | undefined;
  let computing: ProfileRoofRow | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const [a, b] = [await standing(folder, roof, triad), await standing(folder, roof, [])];
    if ((a.bytesASecond ?? 0) > (moving?.bytesASecond ?? 0)) moving = a;
    if ((b.operationsASecond ?? 0) > (computing?.operationsASecond ?? 0)) computing = b;
  }
  if (moving?.copying === undefined || computing?.arithmetic === undefined) throw new Error('the roof of this machine is not known');
  const { copying, cache, bytesASecond = NaN } = moving;
  const { arithmetic, operationsASecond = NaN } = computing;
  return [
    {
      ...ownLine,
      what: 'a triad as a kernel, 12 MiB bound to it, against copying from memory',
      ours: rateWords(bytesASecond, 'B'),
      iree: rateWords(copying.roof, 'B'),
      ratio: copying.share.toFixed(2),
      target:
        cache === undefined
          ? 'within 10 %'
          : `at least 0.9, at most ${levelWords(cache.level)}'s ${rateWords(cache.roof, 'B')}, which holds as much`,
      met: copying.share >= 1 - NEAR && (cache?.share ?? copying.share) <= 1 + NEAR,
    },
    {
      ...ownLine,
      what: 'a matrix product of 1024 x 1024 x 1024 as a kernel of IREE, against f32',
      ours: rateWords(operationsASecond, 'op'),
      iree: rateWords(arithmetic.roof, 'op'),
      ratio: arithmetic.share.toFixed(3),
      target: 'at most 1',
      met: arithmetic.share <= 1,
    },
  ];
}
