/** Installed versions of IREE, each held against the good one by what its own tools tell: how a replay ends, what it leaves, what it takes. */
import * as path from 'node:path';
import * as v from 'valibot';
import { benchmark } from '../../protocol/jobs/benchmark';
import { byOf, type BisectTold } from '../../protocol/jobs/bisect';
import type { Difference } from '../../protocol/measurement/difference';
import { differenceText, missingSentence } from '../../protocol/words/differenceWords';
import { LEAST_PREPARATIONS } from '../comparing/preparations';
import { differenceOf, type Times } from '../comparing/verdict';
import { verifyingAgainst, type Version } from '../jobs/verifiedInstallation';
import { benchmarkByIree, IreeFailure, runByIree } from '../iree/replay';
import { findIreeTools, type IreeTools } from '../iree/tools';
import { measureAlone, untilNobodyMeasures } from '../measuring/measuringTurn';
import type { Surroundings, TestOf } from './builds';
import type { Outcome } from './outcome';
import { namesOf } from './seriesNames';

/** A sample is the mean of so many seconds. */
const SAMPLE_SECONDS = 0.05;
/** Of each process, which has prepared everything anew: so many that the least preparations have more than the ten samples that tell something. */
const SAMPLES = 4;
/** A difference of so many widths of its interval is known well enough. */
const FAR = 5;

const isFar = ({ verdict, ratio, interval: [low, high] }: Difference): boolean =>
  verdict !== 'not-known-yet' && Math.abs(Math.log(ratio)) > FAR * Math.log(high / low);

/** The tests of installations that are asked for, against the `good` one, by its number. */
export function testsOfInstallations(told: BisectTold, good: number, { waits, begins, signal }: Omit<Surroundings, 'start'>): TestOf {
  const { run, installations, pairs, seconds } = told;
  const by = byOf(told);
  /** Found in its own folder alone: another that is on PATH is not what is asked about. */
  const toolsOf = (index: number): IreeTools =>
    findIreeTools({ setting: installations[index] ?? '', path: '' }, by === 'time' ? 'iree-benchmark-replay' : 'iree-run-replay');

  async function ended(tools: IreeTools): Promise<Outcome> {
    await untilNobodyMeasures(waits, signal);
    begins();
    await runByIree(tools, run, signal);
    return { kind: 'same', sentence: 'It comes to its end.' };
  }

  const names = namesOf(installations);
  const versionOf = (index: number): Version => {
    const folder = installations[index] ?? '';
    return { name: names[index] ?? folder, iree: { setting: folder, path: '' } };
  };
  const verify = verifyingAgainst(versionOf(good), told, signal);

  async function compared(index: number): Promise<Outcome> {
    await untilNobodyMeasures(waits, signal);
    begins();
    try {
      const { agrees, unknown, sentence } = await verify(versionOf(index));
      return { kind: agrees ? 'same' : unknown === undefined ? 'differs' : 'unknown', sentence };
    } catch (error) {
      if (!(error instanceof IreeFailure)) throw error;
      // It may be the copy alone that it cannot replay, which writes what is read back.
      await runByIree(toolsOf(index), run, signal);
      return {
        kind: 'skipped',
        sentence: `It replays the capture, but not a copy that writes its results: ${error.message.trim().replace(/\.$/, '')}.`,
      };
    }
  }

  async function samples(tools: IreeTools): Promise<readonly number[]> {
    const options = v.parse(benchmark.options, { run, minTime: { seconds: SAMPLE_SECONDS }, repetitions: SAMPLES });
    const { rows } = await benchmarkByIree(tools, options, () => undefined, signal);
    signal.throwIfAborted();
    if (rows.length !== SAMPLES) throw new Error(`iree-benchmark-replay gave ${String(rows.length)} times instead of ${String(SAMPLES)}`);
    return rows.map(({ realNs }) => realNs);
  }

  /** The good one, the other and the good one once more in turn, each time begun with another of them. */
  async function timed(tools: IreeTools): Promise<Outcome> {
    begins();
    const sides = [toolsOf(good), tools, toolsOf(good)];
    const series: number[][] = [[], [], []];
    // The first of each is cold.
    for (const side of sides) await samples(side);
    const begin = performance.now();
    for (let round = 0; ; round++) {
      for (let place = 0; place < sides.length; place++) {
        const side = (place + round) % sides.length;
        const one = sides[side];
        if (one !== undefined) series[side]?.push(...(await samples(one)));
      }
      if (round + 1 < LEAST_PREPARATIONS) continue;
      const [a = [], b = [], c = []] = series;
      const times: Times = [Float64Array.from(a), Float64Array.from(b), Float64Array.from(c)];
      const preparations = Array.from({ length: round + 1 }, () => SAMPLES);
      const difference = await differenceOf(times, preparations, { ns: 0, measurable: true });
      const isOver = performance.now() - begin > 1000 * seconds || (pairs === undefined ? isFar(difference) : a.length >= pairs);
      if (!isOver) continue;
      const missing = missingSentence(difference);
      const sentence = `${differenceText(difference)}, ${String(a.length)} pairs.${missing === undefined ? '' : ` ${missing}`}`;
      return { kind: 'timed', difference, sentence };
    }
  }

  return async (index) => {
    try {
      const tools = toolsOf(index);
      if (by === 'outputs') return await compared(index);
      if (by === 'end') return await ended(tools);
      return await measureAlone(`bisection of ${path.basename(run.capture)}`, waits, signal, () => timed(tools));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Error)) throw error;
      const sentence = `${error.message.trim().replace(/\.$/, '')}.`;
      if (!(error instanceof IreeFailure)) return { kind: 'skipped', sentence };
      if (by === 'time') return { kind: 'unknown', sentence: `It is not timed: ${sentence}` };
      // Lines of its sources, which its messages begin with, change from version to version.
      return { kind: 'fails', how: error.code === 'UNKNOWN' ? sentence.replaceAll(installations[index] ?? '', '') : error.code, sentence };
    }
  };
}
