/** benchmark: execute a prepared capture repeatedly. */
import * as v from 'valibot';
import { history } from './historyOption';
import { job } from './job';
import { NARROW } from './narrowShare';
import { option, type OptionsOf, type ToldOf } from './option';
import { profilingOf, profilingProblem } from './profiling';
import { replayOptions, unknownDevice } from './replayOptions';
import { report } from './reportOption';
import { aboveZero, fromZero, notSeconds, secondsText, wholeNumber } from './texts';

type MinTime = { readonly iterations: number } | { readonly seconds: number };

/** "20x", "1s", "0.5": Google Benchmark's --benchmark_min_time. */
const minTimeText = {
  parse: (text: string): unknown => {
    const times = /^([1-9]\d*)x$/.exec(text)?.[1];
    return times === undefined ? { seconds: secondsText.parse(text) } : { iterations: Number(times) };
  },
  print: (time: MinTime): string => ('iterations' in time ? `${String(time.iterations)}x` : `${String(time.seconds)}s`),
  wrong: (text: string): string => `--benchmark_min_time=${text} is neither a number of iterations (20x) nor seconds (0.5s)`,
};

function isPattern(text: string): boolean {
  try {
    new RegExp(text.replace(/^-/, ''));
    return true;
  } catch {
    return false;
  }
}

const options = v.object({
  run: replayOptions,
  minTime: v.exactOptional(
    option(v.union([v.object({ iterations: wholeNumber(1) }), v.object({ seconds: fromZero })]), {
      flag: 'benchmark_min_time',
      placeholder: '20x|0.5s',
      description: 'A number of iterations, or how long to measure; 0.5s by default.',
      ...minTimeText,
    }),
    { seconds: 0.5 },
  ),
  warmUpSeconds: v.exactOptional(
    option(aboveZero, {
      flag: 'benchmark_min_warmup_time',
      placeholder: 'SECONDS',
      description: 'Iterates for this long before measuring; at least once.',
      ...secondsText,
      wrong: notSeconds('benchmark_min_warmup_time'),
    }),
  ),
  repetitions: v.exactOptional(
    option(wholeNumber(1, 1000), {
      flag: 'benchmark_repetitions',
      placeholder: 'N',
      description: 'Measures this many times, and prints their mean, median, stddev and cv.',
    }),
    1,
  ),
  filter: v.exactOptional(
    option(v.pipe(v.string(), v.check(isPattern)), {
      flag: 'benchmark_filter',
      placeholder: 'REGEX',
      description: 'Measures only names that match; with -REGEX, only those that do not.',
      wrong: (text) => `--benchmark_filter=${text} is not a regular expression`,
    }),
  ),
  /** Without scopes and dispatches the whole capture is timed. */
  scopes: v.exactOptional(
    option(v.array(v.string()), {
      flag: 'replay_scope',
      placeholder: 'NAME',
      description: 'Times only scopes of this name; the whole capture still executes. Repeatable; * is every scope.',
    }),
    [],
  ),
  dispatches: v.exactOptional(
    option(v.array(v.string()), {
      flag: 'replay_dispatch',
      placeholder: 'RECORD|VIA/RECORD|FUNCTION|executable:ID',
      description: 'Times a dispatch alone, on its recorded inputs, restored before each iteration. * and ? in a function are wildcards.',
    }),
    [],
  ),
  cache: v.exactOptional(
    option(v.picklist(['warm', 'cold']), {
      flag: 'cache',
      placeholder: 'warm|cold',
      description: 'cold empties caches before each iteration.',
    }),
    'warm',
  ),
  breakdown: v.exactOptional(
    option(v.boolean(), {
      flag: 'breakdown',
      description:
        'Records each dispatch in the iterations that are timed: scopes open into functions, launches and records. ' +
        'As many iterations in turn are not recorded, to say what recording costs. ' +
        'With --history, says which executables and functions changed against the run before.',
    }),
    false,
  ),
  pin: v.exactOptional(option(v.string(), { flag: 'pin', placeholder: '0-3,6', description: 'Binds the process to these processors.' })),
  profiling: v.exactOptional(
    profilingOf(
      'one more replay, after those that are measured',
      ` By default until each share is known to within ${String(100 * NARROW)} points, 10 seconds at most.`,
    ),
  ),
});

/** For a flag that takes one of a few words, the first by default. */
const oneOf = <const Words extends readonly [string, ...string[]]>(flag: string, words: Words, description: string) =>
  v.exactOptional(option(v.picklist(words), { flag, placeholder: words.join('|'), description }), words[0]);

const given = (flag: string, description: string) => v.exactOptional(option(v.boolean(), { flag, description }), false);

const output = v.object({
  reportAggregatesOnly: given('benchmark_report_aggregates_only', 'Reports only the aggregates.'),
  displayAggregatesOnly: given(
    'benchmark_display_aggregates_only',
    'Prints only the aggregates; the file of --benchmark_out has everything.',
  ),
  listTests: given('benchmark_list_tests', 'Prints the names without measuring.'),
  format: oneOf('benchmark_format', ['console', 'json'], 'Format of the result on stdout.'),
  out: v.exactOptional(
    option(v.string(), { flag: 'benchmark_out', placeholder: 'FILE', description: 'Also writes the result to a file.' }),
  ),
  outFormat: oneOf('benchmark_out_format', ['json', 'console'], 'Format of that file.'),
  timeUnit: oneOf('benchmark_time_unit', ['ms', 'ns', 'us', 's'], 'Unit of the times.'),
  occurrences: given('replay_occurrences', 'Also prints each occurrence of a scope separately.'),
  history,
  report,
  statistics: given('statistics', 'Prints median, interval, spread, outliers and environment after the table.'),
});

export const benchmark = job({
  name: 'benchmark',
  summary: 'replay it many times and print times, as iree-benchmark-replay does',
  description:
    'Prepares a capture once (executables loaded, memory laid out, commands lowered) and executes it many times: host writes\n' +
    'and file reads included. Only the execution is timed. Names, flags and JSON are those of iree-benchmark-replay.',
  examples: [
    '--device=local-task --benchmark_min_time=20x model.ireereplay',
    '--replay_scope=execute --benchmark_format=json model.ireereplay',
    "--replay_dispatch='*matmul*' --cache=cold --statistics --benchmark_min_time=20x model.ireereplay",
    '--replay_scope=execute --breakdown model.ireereplay',
  ],
  options,
  output,
  result: async () => (await import('./benchmarkRow')).benchmarkResult,
  without: ['outputs'],
  contradiction: ({ run, profiling, breakdown, scopes, dispatches }) =>
    unknownDevice(run) ??
    (breakdown && run.iree !== undefined ? "--breakdown needs the native engine: IREE's tools time no dispatches of a scope" : undefined) ??
    (breakdown && scopes.length === 0 && dispatches.length > 0
      ? '--breakdown opens scopes and the whole capture: a dispatch alone has no parts, so give a --replay_scope, too'
      : undefined) ??
    (run.iree !== undefined && profiling !== undefined ? 'benchmark records no profile with --engine=iree: run does' : undefined) ??
    profilingProblem(profiling, false),
});

export type BenchmarkOptions = OptionsOf<typeof options>;
export type BenchmarkTold = ToldOf<typeof options>;
