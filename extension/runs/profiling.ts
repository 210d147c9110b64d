/** What a profile that the editor records has in it. */
import type { Profiling } from '../../protocol/profile/profiling';
import type { ReplaySettings } from '../../protocol/replay/replay';
import type { MeasuredRun } from '../../protocol/results/results';

/** What of a replay a profile is about: everything else of command buffers is left out of it. */
export interface ProfiledDispatch {
  readonly function: string;
  /** Object id of the command buffer that it is recorded in; a dispatch of a queue has none. */
  readonly commandBuffer?: number;
}

/** All that a processor has: each family costs little where it is recorded by our own engine. */
const NATIVE = 'queue-events,host-execution,memory-events,command-region-events,device-metrics,executable-metadata';
/** What IREE's local devices record, and what its others do, which have a clock of a device's own. */
const IREE_LOCAL = 'queue-events,host-execution,memory-events,executable-metadata';
const IREE_DEVICE = 'queue-events,device-queue-events,dispatch-events,memory-events,executable-metadata';

/** How often threads are sampled, and for how long the replay is repeated for it. */
export interface Sampling {
  /** A second; null for as often as the overhead, in percent, allows. */
  readonly rate: number | null;
  readonly overhead: number;
  readonly seconds: number;
}

/** Told to a replay that records a profile into `output`. */
export function profilingOf(
  { engine, device }: Pick<ReplaySettings, 'engine' | 'device'>,
  output: string,
  only?: ProfiledDispatch,
  sampling?: Sampling,
): Profiling {
  const mode = engine === 'native' ? NATIVE : device.startsWith('local-') ? IREE_LOCAL : IREE_DEVICE;
  return {
    mode,
    output,
    ...(sampling === undefined
      ? {}
      : {
          sample: true,
          ...(sampling.rate === null ? { sampleOverhead: sampling.overhead } : { sampleRate: sampling.rate }),
          sampleSeconds: sampling.seconds,
        }),
    // IREE's local devices take no filters.
    ...(only === undefined || engine === 'iree'
      ? {}
      : { filterFunction: only.function, ...(only.commandBuffer === undefined ? {} : { filterCommandBuffer: only.commandBuffer }) }),
  };
}

/** It was recorded of everything that the replay executed. */
export const isWhole = ({ filterFunction, filterExport, filterCommandBuffer, filterCommandIndex }: Profiling): boolean =>
  [filterFunction, filterExport, filterCommandBuffer, filterCommandIndex].every((filter) => filter === undefined);

/** The file that the profile of a run goes to; undefined of a run that records none. */
export function profileFileOf(run: MeasuredRun): string | undefined {
  return run.job === 'run' ? run.options.profiling?.output : undefined;
}
