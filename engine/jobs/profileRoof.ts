/** profile roof: dispatches of a profile against the roof of this machine. */
import { standingOf, type Threads } from '../../protocol/againstRoof';
import { isRecord } from '../../protocol/isRecord';
import { operationsOf, type ProfileRoofResult, type ProfileRoofRow } from '../../protocol/jobs/profileRoof';
import type { Roof } from '../../protocol/roof';
import { medianOf } from '../../protocol/statistics';
import { reportText } from './reportText';

/** What a profile says of a function with as much bound to each dispatch. */
interface Bound {
  readonly key: string;
  readonly bindings?: number;
  readonly bytes?: number;
  readonly executions: number;
  readonly untimed: number;
  readonly total_ns: number;
  readonly samples: readonly number[];
}

export interface ProfileRoofOptions {
  /** Each "FUNCTION=N". */
  readonly operations: readonly string[];
  readonly type: string;
}

const BOUND = 'Bytes are all that is bound to a dispatch: it may touch less, and may go through some of it more than once.';

/** Threads that replayed; undefined where the profile does not say. */
function workersOf(replay: unknown): number | undefined {
  if (typeof replay !== 'string') return undefined;
  try {
    const description: unknown = JSON.parse(replay);
    const workers = isRecord(description) ? description['workers'] : undefined;
    return typeof workers === 'number' ? workers : undefined;
  } catch {
    return undefined; // Not what this engine writes.
  }
}

function rowOf(roof: Roof, bound: Bound, operations: number | undefined, type: string, threads: Threads): ProfileRoofRow {
  const { key, bindings, bytes, executions, untimed, total_ns: totalNs, samples } = bound;
  const medianNs = samples.length === 0 ? undefined : medianOf(samples);
  const launched = {
    medianNs: medianNs ?? 0,
    ...(bytes === undefined ? {} : { bytes }),
    ...(operations === undefined ? {} : { operations }),
  };
  const standing = standingOf(roof, launched, type, threads);
  const unknown = [
    ...(medianNs === undefined ? ['time not known'] : []),
    ...(bytes === undefined ? ['bytes not known: the profile does not say what is bound'] : []),
    ...(bytes !== undefined && medianNs !== undefined && standing.memory === undefined ? ['bandwidth of memory not known'] : []),
    ...(operations === undefined ? ['operations not known: --operations says them'] : []),
    ...(operations !== undefined && medianNs !== undefined && standing.arithmetic === undefined
      ? [`peak of ${type} not known: this processor has no code for it that was measured`]
      : []),
  ];
  return {
    function: key,
    dispatches: executions,
    untimed,
    totalNs,
    ...(medianNs === undefined ? {} : { medianNs }),
    ...(bindings === undefined ? {} : { bindings }),
    ...launchedOf(bytes, operations),
    ...standing,
    unknown,
  };
}

const launchedOf = (bytes: number | undefined, operations: number | undefined): Pick<ProfileRoofRow, 'bytes' | 'operations'> => ({
  ...(bytes === undefined ? {} : { bytes }),
  ...(operations === undefined ? {} : { operations }),
});

/** Rejects as reportProfile() does, and where operations are said of a function that the profile does not have. */
export async function profileAgainstRoof(
  profile: string,
  roof: Roof,
  { operations, type }: ProfileRoofOptions,
  signal?: AbortSignal,
): Promise<ProfileRoofResult> {
  const [first = '{}', ...lines] = (await reportText(profile, 'bindings', true, signal)).trimEnd().split('\n');
  const { device_dispatches: onDevices, replay } = JSON.parse(first) as { readonly device_dispatches: number; readonly replay?: string };
  const bounds = lines.map((line) => JSON.parse(line) as Bound);
  const said = new Map(operations.map(operationsOf));
  const names = new Set(bounds.map(({ key }) => key));
  for (const name of said.keys()) {
    if (!names.has(name)) throw new Error(`the profile has no dispatch of ${name}; it has: ${[...names].join(', ') || 'none'}`);
  }
  const workers = workersOf(replay);
  const threads: Threads = workers === 1 ? 'oneThread' : 'allThreads';
  const rows = bounds.map((bound) => rowOf(roof, bound, said.get(bound.key), type, threads)).sort((a, b) => b.totalNs - a.totalNs);
  return {
    cpu: roof.machine.cpu,
    measured: roof.measured,
    threads: threads === 'oneThread' ? 1 : roof.threads,
    operationType: type,
    notes: [
      BOUND,
      'The roof is that of this machine, whichever one the profile was recorded on: that is not in it.',
      ...(workers === undefined ? ['How many threads replayed is not known: the roof is that of all.'] : []),
      ...(workers !== undefined && workers > 1 && workers !== roof.threads
        ? [`${String(workers)} threads replayed; the roof is that of ${String(roof.threads)}.`]
        : []),
      ...(onDevices > 0
        ? [`Nothing is said of what a device timed itself (dispatches: ${String(onDevices)}): its roof is not known.`]
        : []),
      ...roof.notes,
    ],
    rows,
  };
}
