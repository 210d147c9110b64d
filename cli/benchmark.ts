import { writeFile } from 'node:fs/promises';
import { benchmarkByIree } from '../native/iree/replay';
import { benchmark as runBenchmark, benchmarkName, dispatchName, nameFilter } from '../native/jobs/benchmark';
import { chooseDispatches, listDispatches } from '../native/dispatches';
import type { BenchmarkOptions } from '../protocol/benchmark';
import { choice, seconds, wholeNumber } from './arguments';
import { benchmarkConsole, benchmarkJson, withAggregates, type BenchmarkResult, type TimeUnit } from './googleBenchmark';
import { historyFlag, keepRun } from './history';
import { executed } from './reported';
import { engineFlags, ireeEngine, runFlags, runOptions, substitutionFlags } from './runFlags';
import { statisticsText } from './statisticsText';
import { UsageError, type Arguments, type Command } from './usage';

/** "20x", "1s", "0.5": Google Benchmark's --benchmark_min_time. */
export function parseMinTime(text: string): { readonly iterations: number } | { readonly seconds: number } {
  const times = /^([1-9]\d*)x$/.exec(text)?.[1];
  if (times !== undefined) return { iterations: Number(times) };
  const amount = /^(\d+(?:\.\d+)?)s?$/.exec(text)?.[1];
  if (amount === undefined) throw new UsageError(`--benchmark_min_time=${text} is neither a number of iterations (20x) nor seconds (0.5s)`);
  return { seconds: Number(amount) };
}

function benchmarkOptions(args: Arguments): BenchmarkOptions {
  const repetitions = wholeNumber(args, 'benchmark_repetitions', 1, 1000);
  const warmUpSeconds = seconds(args, 'benchmark_min_warmup_time');
  const filter = args.value('benchmark_filter');
  const pin = args.value('pin');
  try {
    nameFilter(filter);
  } catch {
    throw new UsageError(`--benchmark_filter=${filter ?? ''} is no regular expression`);
  }
  return {
    run: runOptions(args),
    scopes: args.values('replay_scope'),
    dispatches: args.values('replay_dispatch'),
    minTime: parseMinTime(args.value('benchmark_min_time') ?? '0.5s'),
    cache: choice(args, 'cache', ['warm', 'cold']),
    ...(repetitions === undefined ? {} : { repetitions }),
    ...(warmUpSeconds === undefined ? {} : { warmUpSeconds }),
    ...(filter === undefined ? {} : { filter }),
    ...(pin === undefined ? {} : { pin }),
  };
}

/** The names that would be measured, for --benchmark_list_tests. */
async function names(options: BenchmarkOptions, signal: AbortSignal): Promise<readonly string[]> {
  const dispatches =
    (options.dispatches ?? []).length === 0 ? [] : chooseDispatches(await listDispatches(options.run, signal), options.dispatches ?? []);
  const scopes = (options.scopes ?? []).map(benchmarkName);
  const whole = scopes.length + dispatches.length === 0 ? [benchmarkName(undefined)] : [];
  return [...whole, ...scopes, ...dispatches.map(dispatchName)].filter(nameFilter(options.filter));
}

/** ireereplay benchmark: the plan executed again and again. */
export const benchmark: Command = {
  name: 'benchmark',
  summary: 'replay it many times and print times, as iree-benchmark-replay does',
  description:
    'Prepares a capture once (executables loaded, memory laid out, commands lowered) and executes it many times: host writes\n' +
    'and file reads included. Only the execution is timed. Names, flags and JSON are those of iree-benchmark-replay.',
  flags: {
    ...engineFlags,
    ...runFlags,
    ...substitutionFlags,
    benchmark_min_time: { type: 'string', value: '20x|0.5s', help: 'A number of iterations, or how long to measure; 0.5s by default.' },
    benchmark_min_warmup_time: { type: 'string', value: 'SECONDS', help: 'Iterates so long before it measures; at least once.' },
    benchmark_repetitions: { type: 'string', value: 'N', help: 'Measures so often, and prints mean, median, stddev and cv over all.' },
    benchmark_report_aggregates_only: { type: 'boolean', help: 'Prints only those.' },
    benchmark_display_aggregates_only: { type: 'boolean', help: 'Prints only those; a file of --benchmark_out has all.' },
    benchmark_filter: { type: 'string', value: 'REGEX', help: 'Measures only what has a name like this; -REGEX what has not.' },
    benchmark_list_tests: { type: 'boolean', help: 'Prints the names, and measures nothing.' },
    benchmark_format: { type: 'string', value: 'console|json', help: 'Form of the result on stdout.' },
    benchmark_out: { type: 'string', value: 'FILE', help: 'Also writes the result as JSON into a file.' },
    benchmark_out_format: { type: 'string', value: 'json|console', help: 'Form of that file.' },
    benchmark_time_unit: { type: 'string', value: 'ms|ns|us|s', help: 'Unit of the times.' },
    replay_scope: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'Times only what lies in scopes of this name; the whole capture still executes. Repeat it for several; * is every scope.',
    },
    replay_occurrences: { type: 'boolean', help: 'Also prints each occurrence of a scope for itself.' },
    replay_dispatch: {
      type: 'string',
      multiple: true,
      value: 'RECORD|VIA/RECORD|FUNCTION',
      help: 'Times a dispatch alone, on the inputs that it had, restored before each time. * and ? in a function are wildcards.',
    },
    cache: { type: 'string', value: 'warm|cold', help: 'cold empties caches before each iteration.' },
    pin: { type: 'string', value: '0-3,6', help: 'Binds the process to these processors.' },
    ...historyFlag,
    statistics: { type: 'boolean', help: 'Prints median, interval, spread, outliers and environment behind the table.' },
  },
  examples: [
    '--device=local-task --benchmark_min_time=20x model.ireereplay',
    '--replay_scope=execute --benchmark_format=json model.ireereplay',
    "--replay_dispatch='*matmul*' --cache=cold --statistics model.ireereplay",
  ],
  run: async (args) => {
    const format = choice(args, 'benchmark_format', ['console', 'json']);
    const outFormat = choice(args, 'benchmark_out_format', ['json', 'console']);
    const unit: TimeUnit = choice(args, 'benchmark_time_unit', ['ms', 'ns', 'us', 's']);
    const options = benchmarkOptions(args);
    return executed(async (signal) => {
      if (args.has('benchmark_list_tests')) {
        for (const name of await names(options, signal)) console.log(name);
        return 0;
      }
      const tools = await ireeEngine(args);
      const result =
        tools === undefined
          ? await runBenchmark(options, () => undefined, signal)
          : await benchmarkByIree(tools, options, () => undefined, signal);
      const all: readonly BenchmarkResult[] = withAggregates(
        args.has('replay_occurrences') ? result.rows : result.rows.filter(({ kind }) => kind !== 'occurrence'),
      );
      const aggregates = all.filter(({ aggregate }) => aggregate !== undefined);
      const only = (flag: string): boolean => args.has(flag) && aggregates.length > 0;
      const kept = only('benchmark_report_aggregates_only') ? aggregates : all;
      const shown = only('benchmark_display_aggregates_only') ? aggregates : kept;
      const program = process.argv[1] ?? 'ireereplay';
      const json = (rows: readonly BenchmarkResult[]): string => benchmarkJson(rows, program, unit, result.environment);
      process.stdout.write(format === 'json' ? json(shown) : benchmarkConsole(shown, unit));
      if (args.has('statistics')) (format === 'json' ? process.stderr : process.stdout).write(statisticsText(result));
      const out = args.value('benchmark_out');
      if (out !== undefined) await writeFile(out, outFormat === 'json' ? json(kept) : benchmarkConsole(kept, unit));
      const timed = [...(options.scopes ?? []), ...(options.dispatches ?? [])];
      const state = { state: signal.aborted ? 'cancelled' : 'done', result } as const;
      await keepRun(args, { job: 'benchmark', subject: timed.join(', ') || 'the whole capture', options, state });
      return signal.aborted ? 1 : 0;
    });
  },
};
