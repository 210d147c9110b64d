/** Benchmarks that were broken down, with times that are known: what a page says of them is right or wrong. */
import { describeSamples } from '../engine/addon/measuring';
import type { BenchmarkRow, BreakdownPart } from '../protocol/measurement/benchmark';
import { DEFAULT_SETTINGS } from '../protocol/replay/replay';
import type { RunOf } from '../protocol/results/results';

/** How many times as long each takes in a run as in others. */
export interface Factors {
  readonly slow?: number;
  readonly fast?: number;
  /** In the second half of the run. */
  readonly drifting?: number;
  /** A function that other runs had not. */
  readonly added?: boolean;
}

const SAMPLES = 200;
const SCOPE = 'BM_replay/scope:execute/process_time/manual_time';

/** Numbers from -1 to 1, the same for the same seed (a linear congruential generator). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Microseconds about which the parts take, in a run that is a little longer or shorter than others; `at` counts runs. */
export async function plantedRun(
  capture: string,
  at: number,
  { slow = 1, fast = 1, drifting = 1, added = false }: Factors = {},
): Promise<RunOf<'benchmark'>> {
  const next = numbers(at + 1);
  const whole = 1 + 0.0005 * next();
  const times = (microseconds: number, inSecondHalf = 1): Float64Array =>
    Float64Array.from({ length: SAMPLES }, (_, i) =>
      Math.round(1000 * microseconds * whole * (i < SAMPLES / 2 ? 1 : inSecondHalf) * (1 + 0.002 * (next() + next() + next()))),
    );
  const parts: BreakdownPart[] = [];
  const sums = new Float64Array(SAMPLES);
  const part = async (samples: Float64Array, of: Partial<BreakdownPart> & Pick<BreakdownPart, 'kind' | 'label'>): Promise<void> => {
    const statistics = await describeSamples(samples);
    const { median, mean, interval } = statistics;
    parts.push({
      ...{ executions: 1, bytes: '4096', executable: '4', medianNs: median, meanNs: mean, interval, busyNs: mean, share: median / 1e6 },
      ...{ statistics, samples, ...of },
    });
  };
  /** A function with a launch of its own for each of its records. */
  const named = async (
    label: string,
    ordinal: number,
    records: readonly (readonly [record: number, times: Float64Array])[],
  ): Promise<void> => {
    const own = { executable: '4', ordinal, label };
    const all = Float64Array.from({ length: SAMPLES }, (_, i) => records.reduce((sum, [, list]) => sum + (list[i] ?? 0), 0));
    for (const [i, value] of all.entries()) sums[i] = (sums[i] ?? 0) + value;
    const place = parts.length;
    await part(all, { ...own, kind: 'function', executions: records.length });
    for (const [record, list] of records) {
      const launch = parts.length;
      await part(list, { ...own, kind: 'launch', parent: place, workgroupCount: [1, 1, 1], constants: [record], bindings: ['64'] });
      await part(list, { ...own, kind: 'record', parent: launch, record, via: 82 });
    }
  };
  await named('slow_matmul', 0, [
    [25, times(300 * slow)],
    [54, times(200)],
  ]);
  await named('fast_softmax', 1, [[46, times(200 * fast)]]);
  await named('same_reduction', 2, [[28, times(100)]]);
  await named('drifting_transpose', 3, [[34, times(50, drifting)]]);
  if (added) await named('added_copy', 4, [[38, times(40)]]);
  parts.push({ kind: 'function', label: 'short_fill', executable: '4', ordinal: 5, executions: 1, bytes: '64', belowResolution: true });
  const statistics = await describeSamples(sums);
  const row: BenchmarkRow = {
    ...{ name: SCOPE, kind: 'scope', label: 'execute', record: 65, repetition: 0, iterations: SAMPLES, realNs: statistics.mean },
    ...{ samples: sums, statistics },
    breakdown: {
      ...{ samples: SAMPLES, medianNs: statistics.median, restNs: 1500, leftOut: 0, parts },
      unrecorded: { medianNs: statistics.median, ratio: 1, interval: [0.999, 1.001] },
    },
  };
  const run = { capture, devices: ['local-sync'], fileRemaps: [] };
  const started = new Date(Date.UTC(2026, 0, 1 + at)).toISOString();
  return {
    ...{ job: 'benchmark', id: `planted ${String(at)}`, capture, subject: 'scope execute', started, settings: DEFAULT_SETTINGS },
    options: { run, scopes: ['execute'], breakdown: true },
    commandLine: `ireereplay benchmark --replay_scope=execute --breakdown ${capture}`,
    state: {
      state: 'done',
      result: {
        ...{ rows: [row], prepareNs: '1000000', timerNs: 20, loopNs: 0, timed: 'Execution.' },
        environment: {
          ...{
            capture: 'sha256:planted',
            date: started,
            host: 'here',
            cpu: 'a processor',
            processors: 4,
            affinity: '0-3',
            engine: 'native',
          },
          ...{ version: '0', devices: ['local-sync'], workers: 1, loadBefore: 0.1, loadAfter: 0.1, otherWork: 0.01, notes: [] },
        },
      },
    },
  };
}

/** Six runs of the same code, and one whose parts take otherwise. */
export async function plantedRuns(
  capture: string,
  factors: Factors,
): Promise<{ readonly before: readonly RunOf<'benchmark'>[]; readonly last: RunOf<'benchmark'> }> {
  const before = await Promise.all(Array.from({ length: 6 }, (_, at) => plantedRun(capture, at)));
  return { before, last: await plantedRun(capture, before.length, factors) };
}

/** What the page has to say of each in the last of them, by the name of the row. */
export const PLANTED: { readonly factors: Factors; readonly says: Readonly<Record<string, RegExp>> } = {
  factors: { slow: 1.25, fast: 0.8, drifting: 1.04, added: true },
  says: {
    slow_matmul: /^1\.15x slower$/,
    '#25': /^1\.25x slower$/,
    '#54': /^no difference above \d\.\d %$/,
    fast_softmax: /^1\.25x faster$/,
    same_reduction: /^no difference above \d\.\d %$/,
    drifting_transpose: /^not known yet$/,
    added_copy: /^$/,
    short_fill: /^$/,
  },
};
