import { writeFile } from 'node:fs/promises';
import { installCrashReport, prepareReplay, type ReplaySession } from '../native/replay';
import { choice } from './arguments';
import { benchmarkConsole, benchmarkJson, type BenchmarkResult } from './googleBenchmark';
import { interruptSignal } from './interrupt';
import { problemText } from './problems';
import { substitutionFlags, runFlags, runOptions } from './runFlags';
import { UsageError, type Command } from './usage';

const standardError = 2;

/** How long to measure: a number of iterations, or nanoseconds. */
type Amount = { readonly iterations: number } | { readonly ns: number };

/** "20x", "1s", "0.5": Google Benchmark's --benchmark_min_time. */
export function parseMinTime(text: string): Amount {
  const times = /^([1-9]\d*)x$/.exec(text)?.[1];
  if (times !== undefined) return { iterations: Number(times) };
  const seconds = /^(\d+(?:\.\d+)?)s?$/.exec(text)?.[1];
  if (seconds === undefined)
    throw new UsageError(`--benchmark_min_time=${text} is neither a number of iterations (20x) nor seconds (0.5s)`);
  return { ns: Number(seconds) * 1e9 };
}

/** Google Benchmark's own bounds for one step towards the wanted time. */
const maxIterations = 1e9;
const maxGrowth = 10;

interface Timed {
  readonly iterations: number;
  readonly totalNs: number;
  readonly cpuNs: number;
}

async function timed(session: ReplaySession, iterations: number, scope: string | undefined, signal: AbortSignal): Promise<Timed> {
  const { times, cpuNs } = await session.measure(iterations, scope, signal);
  return { iterations, totalNs: times.reduce((sum, time) => sum + time, 0), cpuNs };
}

/** Runs more and more iterations until they take long enough, as Google Benchmark does. */
async function measure(session: ReplaySession, amount: Amount, scope: string | undefined, signal: AbortSignal): Promise<Timed> {
  if ('iterations' in amount) return timed(session, amount.iterations, scope, signal);
  for (let iterations = 1; ;) {
    const result = await timed(session, iterations, scope, signal);
    if (result.totalNs >= amount.ns || iterations >= maxIterations) return result;
    const wanted = (1.4 * amount.ns * iterations) / Math.max(result.totalNs, 1);
    iterations = Math.min(maxIterations, Math.ceil(Math.max(iterations + 1, Math.min(wanted, iterations * maxGrowth))));
  }
}

/** Name of the benchmark in iree-benchmark-replay. */
export function benchmarkName(scope: string | undefined): string {
  return scope === undefined ? 'BM_replay/process_time/real_time' : `BM_replay/scope:${scope}/process_time/manual_time`;
}

/** ireereplay benchmark: the plan executed again and again. */
export const benchmark: Command = {
  name: 'benchmark',
  summary: 'replay it many times and print times, as iree-benchmark-replay does',
  description:
    'Prepares a capture once (executables loaded, memory laid out, commands lowered) and executes it many times: host writes\n' +
    'and file reads included. Only the execution is timed. Names, flags and JSON are those of iree-benchmark-replay.',
  flags: {
    ...runFlags,
    ...substitutionFlags,
    benchmark_min_time: { type: 'string', value: '20x|0.5s', help: 'A number of iterations, or how long to measure; 0.5s by default.' },
    benchmark_format: { type: 'string', value: 'console|json', help: 'Form of the result on stdout.' },
    benchmark_out: { type: 'string', value: 'FILE', help: 'Also writes the result as JSON into a file.' },
    replay_scope: { type: 'string', value: 'NAME', help: 'Times only what lies in scopes of this name; the whole capture still executes.' },
  },
  examples: [
    '--device=local-task --benchmark_min_time=20x model.ireereplay',
    '--replay_scope=execute --benchmark_format=json model.ireereplay',
  ],
  run: async (args) => {
    const format = choice(args, 'benchmark_format', ['console', 'json']);
    const amount = parseMinTime(args.value('benchmark_min_time') ?? '0.5s');
    const scope = args.value('replay_scope');
    const options = runOptions(args);
    const signal = interruptSignal();
    installCrashReport(standardError, 'sentence');
    const { report, session } = await prepareReplay(options, signal);
    for (const problem of report.problems) console.error(problemText(problem));
    if (session === undefined) return 1;
    const warm = await session.run(signal);
    const names = [...new Set(warm.scopes.map(({ name }) => name))];
    if (scope !== undefined && !names.includes(scope)) {
      console.error(`ireereplay: ${args.capture} has no scope ${scope} that ends; there are: ${names.join(', ') || 'none'}`);
      return 1;
    }
    const { iterations, totalNs, cpuNs } = await measure(session, amount, scope, signal);
    const result: BenchmarkResult = {
      name: benchmarkName(scope),
      iterations,
      realNs: totalNs / iterations,
      cpuNs: cpuNs / iterations,
    };
    const json = benchmarkJson([result], process.argv[1] ?? 'ireereplay');
    process.stdout.write(format === 'json' ? json : benchmarkConsole([result]));
    const out = args.value('benchmark_out');
    if (out !== undefined) await writeFile(out, json);
    return 0;
  },
};
