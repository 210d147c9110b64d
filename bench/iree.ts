/** What iree-benchmark-replay reports for a capture. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { timeProgram } from './measure';

/** Where a capture is replayed: the device, and on local-task the number of threads if it matters. */
export interface Place {
  readonly device: string;
  readonly workers?: number;
}

/** Nanoseconds of one execution of the whole capture: the mean over `count` of them. */
export async function ireeRepeated(
  capture: string,
  place: Place,
  count: number,
  iree: string,
  output: string,
  flags: readonly string[] = [],
): Promise<number> {
  await timeProgram(
    path.join(iree, 'iree-benchmark-replay'),
    [
      `--device=${place.device}`,
      ...(place.workers === undefined ? [] : [`--task_topology_group_count=${String(place.workers)}`]),
      `--benchmark_min_time=${String(count)}x`,
      '--benchmark_format=json',
      ...flags,
      capture,
    ],
    output,
  );
  const { benchmarks } = JSON.parse(readFileSync(output, 'utf8')) as { benchmarks: { real_time: number; time_unit: string }[] };
  const [benchmark] = benchmarks;
  const unit = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 }[benchmark?.time_unit ?? ''] ?? NaN;
  return (benchmark?.real_time ?? NaN) * unit;
}
