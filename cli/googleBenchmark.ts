/** Results as Google Benchmark prints them, so that scripts written for iree-benchmark-replay read ours. */
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, hostname, loadavg } from 'node:os';

/** One benchmark. Times in nanoseconds, per iteration. */
export interface BenchmarkResult {
  readonly name: string;
  readonly iterations: number;
  readonly realNs: number;
  readonly cpuNs: number;
}

/** Google Benchmark's JSON numbers have 17 significant digits. */
function scientific(value: number): string {
  return value.toExponential(16).replace(/e([+-])(\d)$/, 'e$10$2');
}

function context(executable: string): Record<string, unknown> {
  return {
    date: new Date().toISOString().replace(/\.\d+Z$/, '+00:00'),
    host_name: hostname(),
    executable,
    num_cpus: availableParallelism(),
    mhz_per_cpu: cpus()[0]?.speed ?? 0,
    cpu_scaling_enabled: governor() === undefined ? false : governor() !== 'performance',
    caches: [],
    load_avg: loadavg(),
    library_version: 'ireereplay',
    library_build_type: 'release',
    json_schema_version: 1,
  };
}

/** Frequency governor of the first processor; undefined where there is none. */
function governor(): string | undefined {
  try {
    return readFileSync('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor', 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** The JSON document, with the fields and names of Google Benchmark. Times in milliseconds, as IREE's tool has them. */
export function benchmarkJson(results: readonly BenchmarkResult[], executable: string): string {
  const benchmarks = results.map(({ name, iterations, realNs, cpuNs }, index) =>
    [
      '    {',
      `      "name": ${JSON.stringify(name)},`,
      `      "family_index": ${String(index)},`,
      '      "per_family_instance_index": 0,',
      `      "run_name": ${JSON.stringify(name)},`,
      '      "run_type": "iteration",',
      '      "repetitions": 1,',
      '      "repetition_index": 0,',
      '      "threads": 1,',
      `      "iterations": ${String(iterations)},`,
      `      "real_time": ${scientific(realNs / 1e6)},`,
      `      "cpu_time": ${scientific(cpuNs / 1e6)},`,
      '      "time_unit": "ms",',
      `      "items_per_second": ${scientific(1e9 / realNs)}`,
      '    }',
    ].join('\n'),
  );
  const head = JSON.stringify(context(executable), null, 2).replaceAll('\n', '\n  ');
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

/** Milliseconds; with more digits where three would say nothing. */
function shownTime(ns: number): string {
  const ms = ns / 1e6;
  return ms.toFixed(ms < 0.01 ? 6 : 3).padStart(12);
}

/** The table that Google Benchmark prints on a console. */
export function benchmarkConsole(results: readonly BenchmarkResult[]): string {
  const width = Math.max(10, ...results.map(({ name }) => name.length));
  const head = `${'Benchmark'.padEnd(width)} ${'Time'.padStart(15)} ${'CPU'.padStart(15)} ${'Iterations'.padStart(12)} UserCounters...`;
  const rule = '-'.repeat(head.length);
  const rows = results.map(
    ({ name, iterations, realNs, cpuNs }) =>
      `${name.padEnd(width)} ${shownTime(realNs)} ms ${shownTime(cpuNs)} ms ${String(iterations).padStart(12)} ` +
      `items_per_second=${humanCount(1e9 / realNs)}/s`,
  );
  return [rule, head, rule, ...rows, ''].join('\n');
}
