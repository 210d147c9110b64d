/** The command line that measures as the editor does. */
import type { BenchmarkOptions } from '../../protocol/benchmark';
import type { EngineJobs } from '../../protocol/engine';
import type { ReplaySettings } from '../../protocol/replay';
import type { MeasuredJob } from '../../protocol/results';
import type { SubstituteOptions } from '../../protocol/substitution';
import type { VerifyOptions } from '../../protocol/verification';
import { settingsFlags, shellWord } from '../capture/cliCommand';

interface Measured<Job extends MeasuredJob> {
  readonly job: Job;
  readonly capture: string;
  readonly settings: ReplaySettings;
  readonly options: EngineJobs[Job]['options'];
}

export function measureCommandLine<Job extends MeasuredJob>({ job, capture, settings, options }: Measured<Job>): string {
  const flags = { benchmark, verify, substitute }[job] as (options: EngineJobs[Job]['options']) => readonly string[];
  return ['ireereplay', job, ...settingsFlags(settings), ...flags(options), capture].map(shellWord).join(' ');
}

function benchmark({ scopes = [], dispatches = [], minTime }: BenchmarkOptions): readonly string[] {
  return [
    ...scopes.filter((scope) => scope !== '*').map((scope) => `--replay_scope=${scope}`),
    ...dispatches.map((dispatch) => `--replay_dispatch=${dispatch}`),
    ...(minTime === undefined
      ? []
      : [`--benchmark_min_time=${'iterations' in minTime ? `${String(minTime.iterations)}x` : `${String(minTime.seconds)}s`}`]),
  ];
}

function verify({ run, againstDevices = [], expect, level }: VerifyOptions): readonly string[] {
  return [
    ...(run.substitutions ?? []).map((one) => `--replay_executable_substitution=${one}`),
    ...(run.workgroupCounts ?? []).map((one) => `--replay_workgroup_count=${one}`),
    ...againstDevices.map((device) => `--against=${device}`),
    ...(expect === undefined ? [] : [`--expect=${expect}`]),
    ...(level === undefined ? [] : [`--level=${level}`]),
  ];
}

function substitute({ candidates, pairs }: SubstituteOptions): readonly string[] {
  return [
    ...(candidates.length > 1 ? ['--each'] : []),
    ...candidates.flatMap(({ substitutions, workgroupCounts = [] }) => [
      ...substitutions.map((one) => `--replay_executable_substitution=${one}`),
      ...workgroupCounts.map((one) => `--replay_workgroup_count=${one}`),
    ]),
    ...(pairs === undefined ? [] : [`--pairs=${String(pairs)}`]),
  ];
}
