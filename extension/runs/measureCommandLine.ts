/** The command line that does what the editor does. */
import { isSource } from '../../engine/kernels/substitutes';
import type { EngineJobs } from '../../protocol/processes/engine';
import { commandLine } from '../../protocol/commands/commandLine';
import { commandLineOfRun } from '../../protocol/commands/measured';
import { run } from '../../protocol/jobs/run';
import { replayOf, withReplay, type MeasuredJob } from '../../protocol/results/results';
import type { Compilers, RunOptions } from '../../protocol/replay/run';

/** `ireereplay run` as the editor replays. */
export function runCommandLine(options: RunOptions): string {
  return commandLine(run, effective(options, options.devices, options.substitutions ?? []));
}

/** `ireereplay benchmark`, `verify`, `substitute` or `bisect` as the editor measures. */
export function measureCommandLine<Job extends MeasuredJob>(job: Job, options: EngineJobs[Job]['options']): string {
  const replay = replayOf(options);
  const devices = [...replay.devices, ...('againstDevices' in options ? options.againstDevices : [])];
  const substitutions =
    'candidates' in options
      ? options.candidates.flatMap((one) => one.substitutions)
      : [...('builds' in options ? (options.builds ?? []) : []), ...(replay.substitutions ?? [])];
  return commandLineOfRun(job, withReplay(options, effective(replay, devices, substitutions)));
}

/** The options without what has no effect: somebody reads the line. */
function effective(
  { workers, compilers, ...others }: RunOptions,
  devices: readonly string[],
  substitutions: readonly string[],
): RunOptions {
  const threaded = devices.some((device) => device !== 'local-sync');
  return {
    ...others,
    ...(workers === undefined || !threaded ? {} : { workers }),
    ...(compilers === undefined ? {} : { compilers: needed(compilers, substitutions) }),
  };
}

/** What of the compilers the substitutes need. */
function needed(
  { command, clang, clangFlags = [], ireeCompile, ireeCompileFlags = [] }: Compilers,
  substitutions: readonly string[],
): Compilers {
  const sources = substitutions.filter(isSource);
  if (sources.length > 0 && command !== undefined) return { command };
  const forIree = sources.some((file) => file.endsWith('.mlir'));
  const forClang = sources.some((file) => !file.endsWith('.mlir'));
  return {
    ...(forClang && clang !== undefined ? { clang } : {}),
    ...(forClang ? { clangFlags } : {}),
    ...(forIree && ireeCompile !== undefined ? { ireeCompile } : {}),
    ...(forIree ? { ireeCompileFlags } : {}),
  };
}
