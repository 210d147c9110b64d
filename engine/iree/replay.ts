/**
 * Replays with the user's IREE. This tells whether a replay succeeded, what the application read back, and times of the capture or of a
 * scope: no progress, no times of dispatches.
 */
import type { BenchmarkProgress, BenchmarkResult, BenchmarkRow, BenchmarkTold } from '../../protocol/measurement/benchmark';
import { profilingProblem, type Profiling } from '../../protocol/profile/profiling';
import type { IreeRunResult, RunOnceOptions, RunOptions } from '../../protocol/replay/run';
import { observeEnvironment } from '../measuring/environment';
import type { HostReads } from '../addon/composing';
import { withBuiltKernels } from '../kernels/substitutes';
import { describeSamples } from '../addon/measuring';
import type { ProgramEnd } from '../programs/program';
import { readTaps, withOutputs, type Wanted } from './taps';
import { programPath, runIree, type IreeTools } from './tools';

/** Options that IREE's programs have no flag for, with more of them by their flags. Throws naming those that are used. */
export function refuseOurOwn(run: RunOptions, more: readonly (readonly [used: boolean, flag: string])[] = []): void {
  const own = [
    ...more,
    [run.stopBeforeRecord !== undefined, '--replay_stop_before'],
    [run.guardBuffers === true && (run.substitutions ?? []).length === 0, '--guard_buffers'],
    [run.poison !== undefined, '--poison'],
    [run.placement !== undefined, '--placement'],
    [run.perturbation !== undefined, '--perturbation'],
    [run.assumeHostSignals === true, '--assume_host_signals'],
    [(run.workgroupCounts ?? []).length > 0, '--replay_workgroup_count'],
    [(run.substitutions ?? []).some((value) => value.startsWith('fn:')), '--replay_executable_substitution=fn:'],
  ] as const;
  const asked = own.filter(([used]) => used).map(([, flag]) => flag);
  if (asked.length > 0) throw new Error(`the iree engine cannot do ${asked.join(', ')}: only the native engine can`);
}

function replayFlags({ devices, fileRemaps, substitutions = [], workers }: RunOptions): readonly string[] {
  return [
    ...(devices.length === 0 ? ['local-sync'] : devices).map((device) => `--device=${device}`),
    ...fileRemaps.map((remap) => `--replay_file_remap=${remap}`),
    ...substitutions.map((value) => `--replay_executable_substitution=${value}`),
    ...(workers === undefined ? [] : [`--task_topology_group_count=${String(workers)}`]),
  ];
}

/** The profile is IREE's own: its flags have the same names. */
function profilingFlags(told: Profiling | undefined): readonly string[] {
  const problem = profilingProblem(told, true);
  if (problem !== undefined) throw new Error(problem);
  const flags = [
    ['mode', told?.mode],
    ['output', told?.output],
    ['flush_interval_ms', told?.flushIntervalMs],
    ['filter_function', told?.filterFunction ?? told?.filterExport],
    ['filter_command_buffer', told?.filterCommandBuffer],
    ['filter_command_index', told?.filterCommandIndex],
    ['filter_physical_device', told?.filterPhysicalDevice],
    ['filter_queue', told?.filterQueue],
  ] as const;
  const statistics = told?.statistics === true ? ['--print_device_statistics'] : [];
  const counters = (told?.counters ?? []).map((name) => `--device_profiling_counter=${name}`);
  return [
    ...flags.flatMap(([flag, value]) => (value === undefined ? [] : [`--device_profiling_${flag}=${String(value)}`])),
    ...counters,
    ...statistics,
  ];
}

/** Failures that IREE says in the words of a driver or of the system. */
const DEVICE_LOST = /DEVICE_LOST|device (?:was |is )?lost/i;
/** What is said of devices that cannot be made, or are not as many as were recorded. */
const OF_DEVICES = /creating (?:driver for )?device|device\(s\)|more devices than provided/;
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [DEVICE_LOST, 'the device was lost during the replay'],
  [/failed to write requested buffer|no space left/i, 'the disk is full, or a limit keeps files from growing'],
];

/** How a program ended that a signal ended, or that said nothing; or why it failed, where that is known. */
function howItFailed(program: string, { status, signal, stderr }: ProgramEnd, timeoutMs: number | undefined): string | undefined {
  if (signal === 'SIGKILL' && timeoutMs !== undefined) return `${program} took longer than ${String(timeoutMs)} ms`;
  if (signal !== undefined) return `${program} ended with ${signal}`;
  if (stderr.trim() === '') return `${program} ended with exit status ${String(status)}`;
  return CAUSES.find(([words]) => words.test(stderr))?.[1];
}

/** Signals with which the code of a kernel may end a process, or the driver that executes it. */
const CRASHES: readonly (NodeJS.Signals | undefined)[] = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT'];

/** A failed IREE replay, in IREE's own words. */
export class IreeFailure extends Error {
  readonly code: string;
  /** What a kernel may have done: it did not come to its end in time, or it ended the process or lost the device. */
  readonly ending: 'timed-out' | 'crashed' | undefined;
  /** IREE's status, or what the system says: `NOT_FOUND`, `SIGILL`, `exit status 252`. */
  readonly how: string;
  /** A device that is not there is no failure of the capture. */
  readonly isOfDevices: boolean;
  constructor(program: string, end: ProgramEnd, timeoutMs: number | undefined) {
    const said = end.stderr.trim();
    const isLost = DEVICE_LOST.test(said);
    const isLate = end.signal === 'SIGKILL' && timeoutMs !== undefined;
    super([howItFailed(program, end, timeoutMs) ?? '', said].filter((part) => part !== '').join(': '));
    this.code = /(?:^|[:\s])([A-Z][A-Z_]+);/.exec(said)?.[1] ?? 'UNKNOWN';
    this.ending = isLate ? 'timed-out' : isLost || CRASHES.includes(end.signal) ? 'crashed' : undefined;
    const bySystem = isLate ? 'no end in time' : (end.signal ?? `exit status ${String(end.status)}`);
    this.how = this.code === 'UNKNOWN' ? bySystem : this.code;
    this.isOfDevices = OF_DEVICES.test(said);
  }
}

async function must(
  tools: IreeTools,
  program: Parameters<typeof runIree>[1],
  args: readonly string[],
  run: RunOptions,
  signal: AbortSignal,
): Promise<Pick<ProgramEnd, 'stdout' | 'stderr'>> {
  const outcome = await runIree(tools, program, args, { signal, ...(run.timeoutMs === undefined ? {} : { timeoutMs: run.timeoutMs }) });
  if (outcome.status !== 0) throw new IreeFailure(program, outcome, run.timeoutMs);
  return outcome;
}

/** Replays once as the options say, and gives what the tool said on stderr. Rejects with IreeFailure. */
export async function replayOnce(tools: IreeTools, run: RunOptions, flags: readonly string[], signal: AbortSignal): Promise<string> {
  return (await must(tools, 'iree-run-replay', [...replayFlags(run), ...flags, run.capture], run, signal)).stderr;
}

/** Replays once with iree-run-replay. Rejects with IreeFailure, or for options it cannot take. */
export async function runByIree(tools: IreeTools, options: RunOnceOptions, signal: AbortSignal): Promise<IreeRunResult> {
  refuseOurOwn(options);
  const { outputs, profiling } = options;
  if (outputs !== undefined && profiling !== undefined)
    throw new Error('the iree engine cannot keep outputs and record a profile at once: the profile would have the copies that keep them');
  const run = await withBuiltKernels(options, signal);
  const once = async (replayed: RunOptions): Promise<Omit<IreeRunResult, 'outputs'>> => {
    const begin = performance.now();
    const stderr = await replayOnce(tools, replayed, profilingFlags(profiling), signal);
    return {
      program: programPath(tools, 'iree-run-replay'),
      devices: run.devices,
      wallNs: Math.round(1e6 * (performance.now() - begin)),
      ...(profiling?.statistics === true ? { deviceStatistics: stderr } : {}),
    };
  };
  if (outputs === undefined) return once(run);
  const kept = await withOutputs(run, outputs, once, signal);
  return { ...kept.ended, outputs: kept.outputs };
}

/** What ranges of buffers hold at moments of one replay, which ends behind the last; `known` as readTaps(). Rejects as runByIree(). */
export async function readByIree(
  tools: IreeTools,
  options: RunOptions,
  wanted: readonly Wanted[],
  signal: AbortSignal,
  known?: HostReads,
): Promise<readonly Uint8Array[]> {
  refuseOurOwn(options);
  const run = await withBuiltKernels(options, signal);
  return readTaps(run, wanted, (copy) => replayOnce(tools, copy, [], signal), signal, known);
}

interface GoogleBenchmark {
  readonly benchmarks: readonly {
    readonly name: string;
    readonly run_type: string;
    readonly repetition_index?: number;
    readonly iterations: number;
    readonly real_time: number;
    readonly cpu_time: number;
    readonly time_unit: 'ns' | 'us' | 'ms' | 's';
  }[];
}

const NS = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 } as const;

/**
 * As many replays as take that many seconds. For a scope, IREE's tool would count only the scope's own time, and replay a whole capture a
 * million times for one that takes nothing.
 */
async function iterationsFor(
  tools: IreeTools,
  amount: BenchmarkTold['minTime'],
  run: RunOptions,
  signal: AbortSignal,
): Promise<{ readonly iterations: number }> {
  if ('iterations' in amount) return amount;
  const flags = [...replayFlags(run), '--benchmark_format=json', '--benchmark_min_time=2x'];
  const { benchmarks } = JSON.parse(
    (await must(tools, 'iree-benchmark-replay', [...flags, run.capture], run, signal)).stdout,
  ) as GoogleBenchmark;
  const [first] = benchmarks;
  const seconds = first === undefined ? 1 : (first.real_time * NS[first.time_unit]) / 1e9;
  return { iterations: Math.max(1, Math.round(amount.seconds / seconds)) };
}

/**
 * Measures with iree-benchmark-replay, scope after scope; `report` gets the rows after each. A row has one sample per repetition: the tool
 * gives means.
 */
export async function benchmarkByIree(
  tools: IreeTools,
  options: BenchmarkTold,
  report: (progress: BenchmarkProgress) => void,
  signal: AbortSignal,
): Promise<BenchmarkResult> {
  refuseOurOwn(options.run);
  if (options.dispatches.length > 0) throw new Error('the iree engine cannot time single dispatches: only the native engine can');
  if (options.cache === 'cold') throw new Error('the iree engine cannot empty caches: only the native engine can');
  if (options.scopes.includes('*')) throw new Error('the iree engine needs the names of scopes');
  const run = await withBuiltKernels(options.run, signal);
  const environment = observeEnvironment('iree');
  const flags = [
    ...replayFlags(run),
    '--benchmark_format=json',
    `--benchmark_repetitions=${String(options.repetitions)}`,
    ...(options.warmUpSeconds === undefined ? [] : [`--benchmark_min_warmup_time=${String(options.warmUpSeconds)}`]),
    ...(options.filter === undefined ? [] : [`--benchmark_filter=${options.filter}`]),
  ];
  const rows: BenchmarkRow[] = [];
  const { scopes, minTime: amount } = options;
  const minTime = scopes.length === 0 ? amount : await iterationsFor(tools, amount, run, signal);
  const howLong = `--benchmark_min_time=${'iterations' in minTime ? `${String(minTime.iterations)}x` : `${String(minTime.seconds)}s`}`;
  for (const scope of scopes.length === 0 ? [undefined] : scopes) {
    if (signal.aborted) break;
    report({ phase: 'measuring', ...(scope === undefined ? {} : { name: `scope ${scope}` }), iterations: 0, of: 0, rows: [...rows] });
    const scopeFlag = scope === undefined ? [] : [`--replay_scope=${scope}`];
    const printed = await must(tools, 'iree-benchmark-replay', [...flags, howLong, ...scopeFlag, run.capture], run, signal).catch(
      (error: unknown) => {
        if (signal.aborted && rows.length > 0) return undefined;
        throw error;
      },
    );
    // Cancelled: the scopes before this one are kept.
    if (printed === undefined) break;
    const { benchmarks } = JSON.parse(printed.stdout) as GoogleBenchmark;
    const measured = benchmarks.filter(({ run_type: type }) => type === 'iteration');
    const times = Float64Array.from(measured, ({ real_time: time, time_unit: unit }) => time * NS[unit]);
    const statistics = await describeSamples(times);
    for (const [index, { name, iterations, cpu_time: cpu, time_unit: unit, repetition_index: repetition = index }] of measured.entries()) {
      const place = { name, kind: scope === undefined ? 'capture' : 'scope', label: scope ?? 'the whole capture', repetition } as const;
      rows.push({ ...place, iterations, realNs: times[index] ?? 0, cpuNs: cpu * NS[unit], samples: times, statistics });
    }
  }
  return {
    rows,
    environment: environment(run.devices, run.workers ?? 1),
    prepareNs: '0',
    timerNs: 0,
    loopNs: 0,
    timed: "What iree-benchmark-replay times: the capture's execution, or the scope's contents. Samples are means of its repetitions.",
  };
}
