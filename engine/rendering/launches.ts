/** What a profile tells of dispatches that a machine's roof is asked about: their times, what is bound to them, and their hottest loops. */
import { isRecord } from '../../protocol/base/isRecord';
import type { Launches, ProfileLaunches } from '../../protocol/measurement/roofline';
import { medianOf } from '../../protocol/measurement/statistics';
import { exportLines } from './exportLines';
import { hottestLoops } from './hottestLoops';
import { orWithoutSamples } from './hotspots';

/** A function with as much bound to each dispatch, as the report has it. */
interface Bound {
  readonly key: string;
  readonly bindings?: number;
  readonly bytes?: number;
  readonly executions: number;
  readonly untimed: number;
  readonly total_ns: number;
  readonly samples: readonly number[];
}

async function lines(profile: string, question: 'bindings' | 'hotspots', signal: AbortSignal | undefined): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of exportLines(profile, question, () => undefined, signal)) all.push(line);
  return all;
}

/** Lines about samples; none of a profile without. */
async function sampled(profile: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
  const sampledLines = await orWithoutSamples(lines(profile, 'hotspots', signal), []);
  signal?.throwIfAborted();
  return sampledLines;
}

/** A field of a description in JSON; undefined where it is not what this engine writes. */
function described(description: unknown, field: string): unknown {
  if (typeof description !== 'string') return undefined;
  try {
    const said: unknown = JSON.parse(description);
    return isRecord(said) ? said[field] : undefined;
  } catch {
    return undefined;
  }
}

/** Rejects as reportProfile() does, or when `signal` is aborted. */
export async function launchesOf(profile: string, signal?: AbortSignal): Promise<ProfileLaunches> {
  const [first = '{}', ...bounds] = await lines(profile, 'bindings', signal);
  const { device_dispatches: onDevices, replay } = JSON.parse(first) as { readonly device_dispatches: number; readonly replay?: string };
  const { loops, sampling } = hottestLoops(await sampled(profile, signal));
  const workers = described(replay, 'workers');
  const processor = described(sampling, 'processor');
  const launches = bounds.map((line): Launches => {
    const { key, bindings, bytes, executions, untimed, total_ns: totalNs, samples } = JSON.parse(line) as Bound;
    const loop = loops.get(key);
    return {
      ...{ function: key, dispatches: executions, untimed, totalNs },
      ...(samples.length === 0 ? {} : { medianNs: medianOf(samples) }),
      ...(bindings === undefined ? {} : { bindings }),
      ...(bytes === undefined ? {} : { bytes }),
      ...(loop === undefined ? {} : { loop }),
    };
  });
  return {
    launches: launches.sort((a, b) => b.totalNs - a.totalNs),
    ...(typeof workers === 'number' ? { workers } : {}),
    ...(typeof processor === 'string' ? { processor } : {}),
    onDevices,
  };
}
