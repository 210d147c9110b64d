/** profile roof: dispatches of a profile against the roof of this machine. */
import { standingOf, type Threads } from '../../protocol/measurement/againstRoof';
import { operationsOf, type OperationType, type ProfileRoofResult, type ProfileRoofRow } from '../../protocol/jobs/profileRoof';
import type { Launches } from '../../protocol/measurement/roofline';
import type { Roof } from '../../protocol/measurement/roof';
import { besideRoof } from '../../protocol/words/roofWords';
import { launchesOf } from '../rendering/launches';

export interface ProfileRoofOptions {
  /** Each "FUNCTION=N". */
  readonly operations: readonly string[];
  readonly type: OperationType;
}

function rowOf(roof: Roof, launches: Launches, operations: number | undefined, type: OperationType, threads: Threads): ProfileRoofRow {
  const { medianNs, bytes } = launches;
  const standing = standingOf(roof, { medianNs: medianNs ?? 0, ...launchedOf(bytes, operations) }, type, threads);
  const unknown = [
    ...(medianNs === undefined ? ['time not known'] : []),
    ...(bytes === undefined ? ['bytes not known: the profile does not say what is bound'] : []),
    ...(bytes !== undefined && medianNs !== undefined && standing.memory === undefined ? ['bandwidth of memory not known'] : []),
    ...(operations === undefined ? ['operations not known: --operations says them'] : []),
    ...(operations !== undefined && medianNs !== undefined && standing.arithmetic === undefined
      ? [`peak of ${type} not known: this processor has no code for it that was measured`]
      : []),
  ];
  return { ...launches, ...launchedOf(bytes, operations), ...standing, unknown };
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
  const { launches, ...profiled } = await launchesOf(profile, signal);
  const said = new Map(operations.map(operationsOf));
  const names = new Set(launches.map(({ function: name }) => name));
  for (const name of said.keys()) {
    if (!names.has(name)) throw new Error(`the profile has no dispatch of ${name}; it has: ${[...names].join(', ') || 'none'}`);
  }
  const threads: Threads = profiled.workers === 1 ? 'oneThread' : 'allThreads';
  const rows = launches.map((one) => rowOf(roof, one, said.get(one.function), type, threads));
  return {
    cpu: roof.machine.cpu,
    measured: roof.measured,
    threads: threads === 'oneThread' ? 1 : roof.threads,
    operationType: type,
    notes: [...besideRoof(roof, profiled), ...roof.notes],
    rows,
  };
}
