/** Results as Google Benchmark prints them, so that scripts written for iree-benchmark-replay read ours. */
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type { BenchmarkEnvironment, Breakdown } from '../../protocol/measurement/benchmark';
import { medianOf } from '../../protocol/measurement/statistics';

export type TimeUnit = 'ms' | 'ns' | 'us' | 's';
const NS: Readonly<Record<TimeUnit, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };

/** One benchmark, or what its repetitions have in common. Times in nanoseconds, per iteration. */
export interface BenchmarkResult {
  readonly name: string;
  readonly iterations: number;
  readonly realNs: number;
  readonly cpuNs?: number;
  /** In place of it, of a scope: IREE's tool gives that of the whole iteration. */
  readonly iterationCpuNs?: number;
  readonly fileReadNs?: number;
  /** From 0. */
  readonly repetition?: number;
  readonly repetitions?: number;
  /** Of repetitions: then iterations are their number. cv is a part, not a time. */
  readonly aggregate?: 'mean' | 'median' | 'stddev' | 'cv';
  /** Google Benchmark's user counters: those of the row, or their aggregates. */
  readonly counters?: Counters;
  /** What a name does not say; not the label of a row, which its name has. */
  readonly googleLabel?: string;
  /** Why it has no times. */
  readonly unmeasurable?: string;
  /** Of a function, what it is to that of the run before. */
  readonly change?: string;
  /** Of a scope whose parts were recorded. */
  readonly breakdown?: Breakdown;
}

type Counters = Readonly<Record<string, number>>;

/** IREE's counter, and our own: where files are read, and what an iteration that was recorded is to one that was not. */
function countersOf({ realNs, fileReadNs, counters, breakdown }: BenchmarkResult): Counters {
  if (counters !== undefined) return counters;
  const recording =
    breakdown === undefined
      ? {}
      : {
          recorded_ratio: breakdown.unrecorded.ratio,
          unrecorded_ns: breakdown.unrecorded.medianNs,
          ...(breakdown.restNs === undefined ? {} : { rest_ns: breakdown.restNs }),
        };
  return { items_per_second: 1e9 / realNs, ...(fileReadNs === undefined ? {} : { file_read_ns: fileReadNs }), ...recording };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: readonly number[]): number {
  const center = mean(values);
  return values.length < 2 ? 0 : Math.sqrt(values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1));
}

const AGGREGATES = {
  mean,
  median: medianOf,
  stddev: deviation,
  cv: (values: readonly number[]): number => deviation(values) / mean(values),
} as const;

/** The results, those of one name together, with Google Benchmark's four aggregates behind names that were repeated. */
export function withAggregates(results: readonly BenchmarkResult[]): readonly BenchmarkResult[] {
  const names = [...new Set(results.map(({ name }) => name))];
  return names.flatMap((name) => {
    const repeated = results.filter((result) => result.name === name);
    const repetitions = repeated.length;
    const all: readonly BenchmarkResult[] = repeated.map((result, repetition) => ({ ...result, repetition, repetitions }));
    if (repetitions < 2) return all;
    const real = repeated.map(({ realNs }) => realNs);
    const cpu = repeated.map(({ iterationCpuNs = 0, cpuNs = iterationCpuNs }) => cpuNs);
    const counters = repeated.map(countersOf);
    const counterNames = Object.keys(counters[0] ?? {});
    const keys = ['mean', 'median', 'stddev', 'cv'] as const;
    return [
      ...all,
      ...keys.map((aggregate) => ({
        name,
        iterations: repetitions,
        realNs: AGGREGATES[aggregate](real),
        cpuNs: AGGREGATES[aggregate](cpu),
        repetitions,
        aggregate,
        counters: Object.fromEntries(counterNames.map((one) => [one, AGGREGATES[aggregate](counters.map((each) => each[one] ?? 0))])),
      })),
    ];
  });
}

/** Google Benchmark's JSON numbers have 17 significant digits. */
function scientific(value: number): string {
  return (Number.isFinite(value) ? value : 0).toExponential(16).replace(/e([+-])(\d)$/, 'e$10$2');
}

function addressesAreRandom(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/randomize_va_space', 'utf8').trim() !== '0';
  } catch {
    return true;
  }
}

function context(executable: string, environment: BenchmarkEnvironment): Record<string, unknown> {
  return {
    date: environment.date.replace(/\.\d+Z$/, '+00:00'),
    host_name: environment.host,
    executable,
    num_cpus: environment.processors,
    mhz_per_cpu: cpus()[0]?.speed ?? 0,
    cpu_scaling_enabled: environment.governor !== undefined && environment.governor !== 'performance',
    aslr_enabled: addressesAreRandom(),
    caches: [],
    load_avg: loadavg(),
    library_version: `ireereplay ${environment.version}`,
    library_build_type: 'release',
    json_schema_version: 1,
  };
}

const shownName = ({ name, aggregate }: BenchmarkResult): string => (aggregate === undefined ? name : `${name}_${aggregate}`);

function entry(result: BenchmarkResult, family: number, unit: TimeUnit): string {
  const { name, iterations, realNs, iterationCpuNs = 0, cpuNs = iterationCpuNs, repetition = 0, repetitions = 1, aggregate } = result;
  const { googleLabel, unmeasurable, change } = result;
  const scale = aggregate === 'cv' ? 1 : NS[unit];
  const lines = [
    `"name": ${JSON.stringify(shownName(result))}`,
    `"family_index": ${String(family)}`,
    '"per_family_instance_index": 0',
    `"run_name": ${JSON.stringify(name)}`,
    `"run_type": "${aggregate === undefined ? 'iteration' : 'aggregate'}"`,
    `"repetitions": ${String(repetitions)}`,
    ...(aggregate === undefined ? [`"repetition_index": ${String(repetition)}`] : []),
    '"threads": 1',
    ...(aggregate === undefined
      ? []
      : [`"aggregate_name": "${aggregate}"`, `"aggregate_unit": "${aggregate === 'cv' ? 'percentage' : 'time'}"`]),
    ...(googleLabel === undefined ? [] : [`"label": ${JSON.stringify(googleLabel)}`]),
    ...(change === undefined ? [] : [`"content": ${JSON.stringify(change)}`]),
    ...(unmeasurable === undefined ? [] : ['"error_occurred": true', `"error_message": ${JSON.stringify(unmeasurable)}`]),
    `"iterations": ${String(iterations)}`,
    `"real_time": ${scientific(realNs / scale)}`,
    `"cpu_time": ${scientific(cpuNs / scale)}`,
    `"time_unit": "${unit}"`,
    ...Object.entries(countersOf(result)).map(([counter, value]) => `"${counter}": ${scientific(value)}`),
  ];
  return `    {\n      ${lines.join(',\n      ')}\n    }`;
}

/**
 * The JSON document, with the fields and names of Google Benchmark. Times in milliseconds by default, as IREE's tool has them. `more` stands
 * in the context, too.
 */
export function benchmarkJson(
  results: readonly BenchmarkResult[],
  executable: string,
  unit: TimeUnit,
  environment: BenchmarkEnvironment,
  more: Readonly<Record<string, unknown>> = {},
): string {
  const families = [...new Set(results.map(({ name }) => name))];
  const benchmarks = results.map((result) => entry(result, families.indexOf(result.name), unit));
  const head = JSON.stringify({ ...context(executable, environment), ...more }, null, 2).replaceAll('\n', '\n  ');
  return `{\n  "context": ${head},\n  "benchmarks": [\n${benchmarks.join(',\n')}\n  ]\n}\n`;
}

/** "15.9022k": a number with the prefix that leaves one to three digits before the point. */
function humanCount(value: number): string {
  const prefixes = ['', 'k', 'M', 'G', 'T'];
  let scaled = value;
  let prefix = 0;
  while (scaled >= 1000 && prefix < prefixes.length - 1) {
    scaled /= 1000;
    prefix++;
  }
  return `${String(Number(scaled.toPrecision(6)))}${prefixes[prefix] ?? ''}`;
}

function shownCounter(counter: string, value: number, aggregate: BenchmarkResult['aggregate']): string {
  if (aggregate === 'cv') return `${(100 * value).toFixed(2)}%`;
  return `${humanCount(value)}${counter.endsWith('_per_second') ? '/s' : ''}`;
}

/** With three digits, or more where three would say nothing. */
function shownTime(ns: number, unit: TimeUnit): string {
  const value = ns / NS[unit];
  return `${value.toFixed(unit === 'ns' ? 1 : value < 0.01 ? 6 : 3).padStart(12)} ${unit}`;
}

/** The table that Google Benchmark prints on a console. */
export function benchmarkConsole(results: readonly BenchmarkResult[], unit: TimeUnit): string {
  const width = Math.max(10, ...results.map((result) => shownName(result).length));
  const head = `${'Benchmark'.padEnd(width)} ${'Time'.padStart(15)} ${'CPU'.padStart(15)} ${'Iterations'.padStart(12)} UserCounters...`;
  const rule = '-'.repeat(head.length);
  const rows = results.map((result) => {
    const { iterations, realNs, iterationCpuNs = 0, cpuNs = iterationCpuNs, aggregate } = result;
    const times =
      aggregate === 'cv'
        ? `${`${(100 * realNs).toFixed(2)} %`.padStart(15)} ${`${(100 * cpuNs).toFixed(2)} %`.padStart(15)}`
        : `${shownTime(realNs, unit)} ${shownTime(cpuNs, unit)}`;
    const counters = Object.entries(countersOf(result)).map(([counter, value]) => ` ${counter}=${shownCounter(counter, value, aggregate)}`);
    return `${shownName(result).padEnd(width)} ${times} ${String(iterations).padStart(12)}${counters.join('')}`;
  });
  return [rule, head, rule, ...rows, ''].join('\n');
}
