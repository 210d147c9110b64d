/** The command line that measures as the editor does. */
import type { BenchmarkOptions } from '../../protocol/benchmark';
import type { EngineJobs } from '../../protocol/engine';
import type { ReplaySettings } from '../../protocol/replay';
import type { MeasuredJob } from '../../protocol/results';
import type { Compilers } from '../../protocol/run';
import type { SubstituteOptions } from '../../protocol/substitution';
import type { VerifyOptions } from '../../protocol/verification';
import { isSource } from '../../native/kernel/substitutes';
import { settingsFlags, shellWord } from '../capture/cliCommand';

interface Measured<Job extends MeasuredJob> {
  readonly job: Job;
  readonly capture: string;
  readonly settings: ReplaySettings;
  readonly options: EngineJobs[Job]['options'];
}

export function measureCommandLine<Job extends MeasuredJob>({ job, capture, settings, options }: Measured<Job>): string {
  const flags = { benchmark, verify, substitute }[job] as (options: EngineJobs[Job]['options']) => readonly string[];
  const tools = options.run.iree?.setting;
  const engine = tools === undefined ? [] : [`--iree_tools=${tools}`];
  return ['ireereplay', job, ...settingsFlags(settings), ...engine, ...flags(options), capture].map(shellWord).join(' ');
}

function benchmark({ scopes = [], dispatches = [], minTime, repetitions }: BenchmarkOptions): readonly string[] {
  return [
    ...scopes.filter((scope) => scope !== '*').map((scope) => `--replay_scope=${scope}`),
    ...dispatches.map((dispatch) => `--replay_dispatch=${dispatch}`),
    ...(minTime === undefined
      ? []
      : [`--benchmark_min_time=${'iterations' in minTime ? `${String(minTime.iterations)}x` : `${String(minTime.seconds)}s`}`]),
    ...(repetitions === undefined ? [] : [`--benchmark_repetitions=${String(repetitions)}`]),
  ];
}

/** What of the compilers the substitutes need. */
function build(
  { clang, clangFlags = [], ireeCompile, ireeCompileFlags = [], command }: Compilers,
  substitutions: readonly string[],
): readonly string[] {
  const sources = substitutions.filter(isSource);
  const forIree = sources.some((file) => file.endsWith('.mlir'));
  const forClang = sources.some((file) => !file.endsWith('.mlir'));
  if (sources.length > 0 && command !== undefined) return [`--build_command=${command}`];
  return [
    ...(forClang && clang !== undefined ? [`--clang=${clang}`] : []),
    ...(forClang ? clangFlags.map((flag) => `--clang_flag=${flag}`) : []),
    ...(forIree && ireeCompile !== undefined ? [`--iree_compile=${ireeCompile}`] : []),
    ...(forIree ? ireeCompileFlags.map((flag) => `--iree_compile_flag=${flag}`) : []),
  ];
}

function comparison({
  type,
  tolerance = {},
  level,
  expect,
}: Pick<VerifyOptions, 'type' | 'tolerance' | 'level' | 'expect'>): readonly string[] {
  const { absolute = 0, relative = 0, ulp = 0 } = tolerance;
  return [
    ...(type === undefined || type === 'auto' ? [] : [`--type=${type}`]),
    ...(absolute === 0 ? [] : [`--absolute=${String(absolute)}`]),
    ...(relative === 0 ? [] : [`--relative=${String(relative)}`]),
    ...(ulp === 0 ? [] : [`--ulp=${String(ulp)}`]),
    ...(tolerance.nanEqual === false ? ['--nan=differ'] : []),
    ...(level === undefined || level === 'outputs' ? [] : [`--level=${level}`]),
    ...(expect === undefined ? [] : [`--expect=${expect}`]),
  ];
}

function substitution(substitutions: readonly string[], workgroupCounts: readonly string[], compilers: Compilers = {}): readonly string[] {
  return [
    ...substitutions.map((one) => `--replay_executable_substitution=${one}`),
    ...workgroupCounts.map((one) => `--replay_workgroup_count=${one}`),
    ...build(compilers, substitutions),
  ];
}

function verify(options: VerifyOptions): readonly string[] {
  const { run, againstDevices = [] } = options;
  return [
    ...substitution(run.substitutions ?? [], run.workgroupCounts ?? [], run.compilers),
    ...againstDevices.map((device) => `--against=${device}`),
    ...comparison(options),
  ];
}

function substitute({ run, candidates, pairs, verify: how = {} }: SubstituteOptions): readonly string[] {
  const all = (key: 'substitutions' | 'workgroupCounts'): readonly string[] => candidates.flatMap((one) => one[key] ?? []);
  return [
    ...(candidates.length > 1 ? ['--each'] : []),
    ...substitution(all('substitutions'), all('workgroupCounts'), run.compilers),
    ...comparison(how),
    ...(pairs === undefined ? [] : [`--pairs=${String(pairs)}`]),
  ];
}
