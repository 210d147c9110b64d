/** The profile that a replay records of itself. Flags and data families have IREE's names (iree/tooling/device_util.c). */
import * as v from 'valibot';
import { option, type OptionsOf } from './option';
import { wholeNumber } from './texts';

/** The data families that a processor has. */
const RECORDED = [
  ...(['queue-events', 'host-execution', 'memory-events', 'command-region-events'] as const),
  ...(['device-metrics', 'executable-metadata'] as const),
] as const;
export type RecordedData = (typeof RECORDED)[number];

const COUNTED_ELSEWHERE =
  'a processor does not count dispatch by dispatch: device-metrics has the hardware counters that the machine gives';

/** What it lacks of the others that IREE knows. */
const LACKS = {
  'device-queue-events': "a processor has no clock of a device's own: queue-events and host-execution have its times",
  'dispatch-events': "a processor has no clock of a device's own: host-execution has the times of its dispatches",
  counters: COUNTED_ELSEWHERE,
  'counter-ranges': COUNTED_ELSEWHERE,
  'pmc-ranges': COUNTED_ELSEWHERE,
  'executable-traces': 'processors do not trace instructions for IREE',
} as const;

/** How much longer samples may make a replay, in percent. */
const SAMPLE_OVERHEAD = 1;

const SAMPLE_EVENTS = ['clock', 'cycles', 'instructions', 'cache-misses', 'branch-misses'] as const;

const COUNTING: readonly string[] = ['counters', 'counter-ranges', 'pmc-ranges'];

const isRecorded = (family: string): family is RecordedData => RECORDED.some((one) => one === family);
const isLacking = (family: string): family is keyof typeof LACKS => Object.hasOwn(LACKS, family);

/** The data families of a mode, as IREE reads it. */
const familiesOf = (mode: string): readonly string[] => mode.split(',').map((family) => family.trim());

/** As in IREE, an empty mode records nothing. */
const isOff = (mode: string): boolean => mode.trim() === '';

/** Why IREE refuses a mode, if it does. */
function notAMode(mode: string): string | undefined {
  if (isOff(mode)) return undefined;
  const wrong = familiesOf(mode).find((family) => !isRecorded(family) && !isLacking(family));
  if (wrong === undefined) return undefined;
  return wrong === ''
    ? '--device_profiling_mode contains an empty data family'
    : `unsupported profiling data family '${wrong}'; expected ${[...RECORDED, ...Object.keys(LACKS)].join(', ')}`;
}

const number = (flag: string, least: number, description: string) =>
  v.exactOptional(option(wholeNumber(least, 2 ** 32 - 1), { flag, placeholder: 'N', description }));

/** Data families, separated by commas, of a profile of what `recorded` names. */
const modeOf = (recorded: string) =>
  v.exactOptional(
    option(
      v.pipe(
        v.string(),
        v.check((mode) => notAMode(mode) === undefined),
      ),
      {
        flag: 'device_profiling_mode',
        placeholder: 'DATA,...',
        description: `Records a profile of ${recorded}: ${RECORDED.join(', ')}. Operations of command buffers are described where executable-metadata or command-region-events are among them. Others of IREE's data families need a device that has them: run with --engine=iree.`,
        wrong: (mode) => notAMode(mode) ?? '',
      },
    ),
  );

/** The options of a job that records a profile of what `recorded` names; `sampled` is how long it samples unless told. */
export const profilingOf = (recorded: string, sampled = '') =>
  v.object({
    mode: modeOf(recorded),
    output: v.exactOptional(
      option(v.string(), {
        flag: 'device_profiling_output',
        placeholder: 'FILE',
        description: 'Where the profile goes, an .ireeprof bundle. An existing file is replaced once the profile is complete.',
      }),
    ),
    counters: v.exactOptional(
      option(v.array(v.pipe(v.string(), v.nonEmpty())), {
        flag: 'device_profiling_counter',
        placeholder: 'NAME',
        description: 'A hardware counter that counters or counter-ranges of an IREE device read; repeat it for several.',
      }),
      [],
    ),
    flushIntervalMs: number(
      'device_profiling_flush_interval_ms',
      0,
      "How often IREE's devices hand over what they recorded, which is lost where their space is full; 0 is at the end. Replays here have space for everything, and need not.",
    ),
    statistics: v.exactOptional(
      option(v.boolean(), {
        flag: 'print_device_statistics',
        description:
          'Prints what was recorded, added up, on stderr instead of a profile: that of --device_profiling_mode, or of queue-events,host-execution.',
      }),
      false,
    ),
    sample: v.exactOptional(
      option(v.boolean(), {
        flag: 'sample',
        description:
          "Samples where threads are in kernels' machine code, and keeps that in the profile: profile hotspots tells lines and instructions. Without --device_profiling_mode beside queue-events,host-execution.",
      }),
      false,
    ),
    sampleRate: v.exactOptional(
      option(wholeNumber(1, 20_000), {
        flag: 'sample_rate',
        placeholder: 'HZ',
        description: "Samples a second of each thread's time on a processor, whatever they cost. By default --sample_overhead chooses.",
      }),
    ),
    sampleOverhead: v.exactOptional(
      option(v.pipe(v.number(), v.minValue(0.01), v.maxValue(100)), {
        flag: 'sample_overhead',
        placeholder: 'PERCENT',
        description:
          `How much longer samples may make a replay; ${String(SAMPLE_OVERHEAD)} by default. What a sample takes is measured on this machine, ` +
          'and as many are taken as that allows, 997 a second at most.',
      }),
    ),
    sampleEvent: v.exactOptional(
      option(v.picklist(SAMPLE_EVENTS), {
        flag: 'sample_event',
        placeholder: SAMPLE_EVENTS.join('|'),
        description: 'What goes by between two samples: time (clock, the default), or what the processor counts, where it does.',
      }),
    ),
    sampleSeconds: v.exactOptional(
      option(wholeNumber(0, 3600), {
        flag: 'sample_seconds',
        placeholder: 'N',
        description:
          'Repeats the replay for this long, so that there are enough samples. The events of the profile are of the last run. ' +
          `Of more than forty runs, a quarter is not sampled, and not counted in this time, to say what samples cost.${sampled}`,
      }),
    ),
    filterFunction: v.exactOptional(
      option(v.string(), {
        flag: 'device_profiling_filter_function',
        placeholder: 'GLOB',
        description: 'Keeps only host executions of functions whose name matches. Queue events and metadata are kept whatever is filtered.',
      }),
    ),
    filterExport: v.exactOptional(
      option(v.string(), {
        flag: 'device_profiling_filter_export',
        placeholder: 'GLOB',
        description: "The same, as IREE's guides write it.",
      }),
    ),
    filterCommandBuffer: v.exactOptional(
      option(wholeNumber(1), {
        flag: 'device_profiling_filter_command_buffer',
        placeholder: 'ID',
        description: 'Keeps only host executions and command regions of this command buffer, by its object id in the capture.',
      }),
    ),
    filterCommandIndex: number(
      'device_profiling_filter_command_index',
      0,
      'Keeps only host executions of this operation of command buffers, counted from 0 as iree-profile command does.',
    ),
    filterPhysicalDevice: number(
      'device_profiling_filter_physical_device',
      0,
      'Keeps only host executions and command regions of this device, counted from 0.',
    ),
    filterQueue: number(
      'device_profiling_filter_queue',
      0,
      'Keeps only host executions and command regions of this queue; local devices have queue 0.',
    ),
  });

/** What goes by between two samples. */
export type SampleEvent = (typeof SAMPLE_EVENTS)[number];

/** What the addon is told of samples. */
export interface SamplingRequest {
  readonly event: SampleEvent;
  /** Absent where `overhead` chooses. */
  readonly rateHz?: number;
  /** Parts by which samples may make a run longer: 0.01 is 1 %. */
  readonly overhead: number;
  /** The replay is repeated for so long; 0 is once. */
  readonly seconds: number;
  /** But no longer than until there are so many samples. */
  readonly enough?: number;
}

export type Profiling = OptionsOf<ReturnType<typeof profilingOf>>;

/** What the addon is told to record. All of it is kept until the end: there is nothing to be flushed. */
export interface ProfileRequest extends Omit<Profiling, 'mode' | 'filterExport' | 'output' | 'statistics' | SamplingOption> {
  readonly output: string;
  readonly data: readonly RecordedData[];
  readonly sampling?: SamplingRequest;
}

type SamplingOption = 'sample' | 'sampleRate' | 'sampleOverhead' | 'sampleEvent' | 'sampleSeconds';

/** What statistics are of, and what is beside samples, where no mode says it: IREE's lightweight mode. */
const LIGHTWEIGHT = 'queue-events,host-execution';

const modeWithout = ({ mode = '', statistics = false, sample = false }: Profiling): string | undefined =>
  (statistics || sample) && isOff(mode) ? LIGHTWEIGHT : undefined;

/** Why no profile can be recorded so, in a sentence; undefined where one can, or none is wanted. */
export function profilingProblem(told: Profiling | undefined, byIree: boolean): string | undefined {
  if (told === undefined || Object.values(told).every((value) => value === false || (Array.isArray(value) && value.length === 0)))
    return undefined;
  const { output, filterFunction, filterExport, statistics = false, counters = [], sample = false } = told;
  if (!sample && (told.sampleRate ?? told.sampleOverhead ?? told.sampleEvent ?? told.sampleSeconds) !== undefined)
    return '--sample_rate, --sample_overhead, --sample_event and --sample_seconds need --sample';
  if (told.sampleRate !== undefined && told.sampleOverhead !== undefined)
    return '--sample_rate is the rate that --sample_overhead would choose: give one of them';
  if (sample && byIree) return "--sample is for the native engine: IREE's own devices do not sample";
  if (sample && statistics) return '--sample cannot be combined with --print_device_statistics';
  const mode = modeWithout(told) ?? told.mode;
  if (statistics && output !== undefined) return '--print_device_statistics cannot be combined with --device_profiling_output';
  if (mode !== undefined && isOff(mode)) return undefined;
  if (mode === undefined) return 'a profile needs --device_profiling_mode: what it should have';
  if (output === undefined && sample) return '--sample needs --device_profiling_output: the file that the profile goes to';
  if (output === undefined && !statistics) {
    return '--device_profiling_mode needs --device_profiling_output: the file that the profile goes to; or --print_device_statistics';
  }
  if (filterFunction !== undefined && filterExport !== undefined) {
    return '--device_profiling_filter_export is another name of --device_profiling_filter_function: give one of them';
  }
  if (counters.length > 0 && !familiesOf(mode).some((family) => COUNTING.includes(family))) {
    return '--device_profiling_counter requires --device_profiling_mode=counters or --device_profiling_mode=counter-ranges';
  }
  if (byIree) return undefined;
  const lacking = familiesOf(mode).find(isLacking);
  return lacking === undefined ? undefined : `--device_profiling_mode=${lacking}: ${LACKS[lacking]}`;
}

/**
 * What the native engine records; undefined where no profile is wanted. `unkept` is where one goes that is only read for its statistics.
 * Throws where there is a problem.
 */
export function profileRequest(told: Profiling | undefined, unkept = ''): ProfileRequest | undefined {
  const problem = profilingProblem(told, false);
  if (problem !== undefined) throw new Error(problem);
  if (told === undefined) return undefined;
  const {
    mode: asked,
    output,
    filterExport,
    statistics = false,
    sample = false,
    sampleRate,
    sampleOverhead = SAMPLE_OVERHEAD,
    sampleEvent,
    sampleSeconds,
    ...filters
  } = told;
  const mode = modeWithout(told) ?? asked;
  if (mode === undefined || isOff(mode)) return undefined;
  const named = filterExport === undefined ? {} : { filterFunction: filterExport };
  const sampling: SamplingRequest = {
    event: sampleEvent ?? 'clock',
    ...(sampleRate === undefined ? {} : { rateHz: sampleRate }),
    overhead: sampleOverhead / 100,
    seconds: sampleSeconds ?? 0,
  };
  return {
    ...filters,
    ...named,
    ...(sample ? { sampling } : {}),
    output: statistics ? unkept : (output ?? ''),
    data: familiesOf(mode).filter(isRecorded),
  };
}
