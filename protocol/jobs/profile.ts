/** profile: what is asked of a profile, as iree-profile is asked. */
import * as v from 'valibot';
import { assemblyHeatRow } from './assemblyHeat';
import { hotspotsComparisonRow } from './hotspotsComparison';
import { job, type Job } from './job';
import { option } from './option';
import { profileDiff } from './profileDiff';
import { profileRender } from './profileRender';
import { profileRoof } from './profileRoof';
import { wholeNumber } from './texts';

const reportFormat = v.exactOptional(
  option(v.picklist(['text', 'jsonl']), {
    flag: 'format',
    placeholder: 'text|jsonl',
    description: 'text for reading (the default), jsonl for programs: one object a line.',
  }),
  'text',
);

/** What every report is told; what one does not take is left out of its flags. */
const profileReportOptions = v.object({
  capture: v.string(),
  format: reportFormat,
  filter: v.exactOptional(
    option(v.string(), {
      flag: 'filter',
      placeholder: 'PATTERN',
      description: 'Only what has a name that matches: * is any text, ? any one character.',
    }),
    '*',
  ),
  id: v.exactOptional(
    option(wholeNumber(0), {
      flag: 'id',
      placeholder: 'N',
      description:
        'Only what has this id: of an event, an executable, a command buffer, a submission or an allocation, as the command has it.',
    }),
  ),
  dispatchEvents: v.exactOptional(
    option(v.boolean(), { flag: 'dispatch_events', description: 'A row for each dispatch instead of groups; needs --format=jsonl.' }),
    false,
  ),
  counterSamples: v.exactOptional(
    option(v.boolean(), { flag: 'counter_samples', description: 'A row for each counter sample, too; needs --format=jsonl.' }),
    false,
  ),
  outputFolder: v.exactOptional(
    option(v.string(), {
      flag: 'output',
      placeholder: 'DIR',
      description: 'Writes each trace to a file of this folder, and the code objects that ran. No file is replaced.',
    }),
  ),
  against: v.exactOptional(
    option(v.string(), {
      flag: 'against',
      placeholder: 'PROFILE',
      description:
        'Compares with the samples of an earlier profile: what each kernel, loop and line had there, and what gained or lost where that can be known.',
    }),
  ),
  disassembly: v.exactOptional(
    option(v.boolean(), {
      flag: 'disassembly',
      description: 'All instructions of functions with samples, each with its share, under the source lines that they come from.',
    }),
    false,
  ),
  assembly: v.exactOptional(
    option(v.string(), {
      flag: 'assembly',
      placeholder: 'FILE',
      description:
        'Shares of the lines of this assembly: of its functions whose instructions are those that were sampled, one by one. Of others it says where they differ.',
    }),
  ),
  rocmLibraryPath: v.exactOptional(
    option(v.string(), {
      flag: 'rocm_library_path',
      placeholder: 'DIR',
      description:
        "Where ROCm's libraries that decode traces are looked for: a folder, or one of them. " +
        'Without it as IREE_HAL_AMDGPU_LIBAQLPROFILE_PATH or IREE_HAL_AMDGPU_LIBHSA_PATH say, or where the system has libraries.',
    }),
  ),
});

/** What an export is told. */
const profileExportOptions = v.object({
  capture: v.string(),
  format: v.exactOptional(
    option(v.picklist(['ireeperf-jsonl']), {
      flag: 'format',
      placeholder: 'ireeperf-jsonl',
      description: 'ireeperf-jsonl (the default): one object a line, schema version 15.',
    }),
    'ireeperf-jsonl',
  ),
  output: v.exactOptional(
    option(v.string(), { flag: 'output', placeholder: 'FILE', description: 'Where to write it; - is stdout (the default).' }),
    '-',
  ),
});

const FLAGS = [
  'filter',
  'id',
  'dispatch_events',
  'counter_samples',
  'output',
  'rocm_library_path',
  'against',
  'disassembly',
  'assembly',
] as const;

interface Described {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** Of FLAGS, those that it takes. */
  readonly takes: readonly (typeof FLAGS)[number][];
  /** iree-profile does not know it. */
  readonly isOurs?: boolean;
  /** Rows that others than these fields do not have. */
  readonly rows?: () => v.GenericSchema;
}

const DAMAGED = 'Of a damaged profile everything up to its last whole chunk is answered, and the reason why it ends stands on stderr.';

const reportJob = ({ name, summary, description, examples, takes, isOurs = false, rows }: Described) =>
  job({
    name: `profile ${name}`,
    file: 'profile',
    summary,
    description: `${description}\n${isOurs ? '' : `Byte for byte as iree-profile ${name}, where that answers. `}${DAMAGED}`,
    examples,
    options: profileReportOptions,
    output: v.object({}),
    /** Of each line of --format=jsonl. Its other fields are those that iree-profile gives this type. */
    result: () => {
      const row = v.looseObject({ type: v.string() });
      return Promise.resolve(rows === undefined ? row : v.union([rows(), row]));
    },
    without: FLAGS.filter((flag) => !takes.includes(flag)),
    contradiction: ({ format, dispatchEvents, counterSamples, against, disassembly, assembly }) => {
      if ([against !== undefined, disassembly, assembly !== undefined].filter(Boolean).length > 1)
        return '--against, --disassembly and --assembly are one or the other';
      if (format === 'jsonl') return undefined;
      if (dispatchEvents) return '--dispatch_events requires --format=jsonl';
      return counterSamples ? '--counter_samples requires --format=jsonl' : undefined;
    },
  });

/** Reports by what they are asked for. */
export const PROFILE_REPORTS = [
  reportJob({
    name: 'summary',
    summary: 'say what a profile holds, and whether it is whole',
    description: 'Counts chunks and records of each kind, fits the clocks of devices, and adds up their dispatches.',
    examples: ['run.ireeprof', '--format=jsonl run.ireeprof | jq \'select(.type == "summary").dropped_records\''],
    takes: [],
  }),
  reportJob({
    name: 'statistics',
    summary: 'add up events by function, command and queue operation',
    description: 'Adds up the events of a profile: by function, by command buffer and command, by operation of a queue, by memory event.',
    examples: ['run.ireeprof'],
    takes: [],
  }),
  reportJob({
    name: 'explain',
    summary: 'say where the time went, and what to look at',
    description: 'Ranks functions and dispatches by time, says how busy queues were and how much memory was held, and gives hints.',
    examples: ['run.ireeprof', "--filter='*matmul*' run.ireeprof"],
    takes: ['filter', 'id'],
  }),
  reportJob({
    name: 'executable',
    summary: 'list executables and functions with their times',
    description: 'Lists executables and their functions, with what the dispatches of each took.',
    examples: ['run.ireeprof', '--id=4 run.ireeprof'],
    takes: ['filter', 'id', 'dispatch_events'],
  }),
  reportJob({
    name: 'dispatch',
    summary: 'say what each function took, or each dispatch',
    description: 'Groups dispatches by function: how many, and the least, the mean and the most of their times.',
    examples: ['run.ireeprof', '--format=jsonl --dispatch_events run.ireeprof'],
    takes: ['filter', 'id', 'dispatch_events'],
  }),
  reportJob({
    name: 'command',
    summary: 'list command buffers, their commands and executions',
    description:
      'Lists command buffers with their commands, and what each execution took. Command buffers that the profile does not describe,\nas local devices leave them, are listed with their executions alone: iree-profile refuses such profiles.',
    examples: ['run.ireeprof', '--id=1 run.ireeprof'],
    takes: ['filter', 'id', 'dispatch_events'],
  }),
  reportJob({
    name: 'counter',
    summary: 'list hardware counters and what they counted',
    description: 'Lists sets of hardware counters, and the values of each by where they were counted.',
    examples: ['run.ireeprof', '--format=jsonl --counter_samples run.ireeprof'],
    takes: ['filter', 'id', 'counter_samples'],
  }),
  reportJob({
    name: 'memory',
    summary: 'say what was allocated and released, and how much at most',
    description: 'Follows allocations of slabs, pools, queues and buffers: how much of each was held at most, and what was never released.',
    examples: ['run.ireeprof', '--id=7 run.ireeprof'],
    takes: ['filter', 'id'],
  }),
  reportJob({
    name: 'queue',
    summary: 'list what was submitted to each queue',
    description: 'Lists operations of each queue: when they were submitted and ready, what they ran on the device and on the host.',
    examples: ['run.ireeprof', "--filter='execute' run.ireeprof"],
    takes: ['filter', 'id', 'dispatch_events'],
  }),
  reportJob({
    name: 'graph',
    summary: 'say what waited for what, the critical path, and what each step is worth',
    description:
      'The graph of what ran: recorded dependencies, those through memory, and the order of each thread. Its critical path is the longest\nway through it; what a step or a function saves is how much shorter that way would be if it took no time, while waiting stays as it is.\nOf profiles that ireereplay records of all host executions; of others it says what is not known.',
    examples: ['run.ireeprof', '--format=jsonl run.ireeprof | jq \'select(.type == "graph_step")\''],
    takes: ['filter'],
    isOurs: true,
  }),
  reportJob({
    name: 'hotspots',
    summary: 'say which lines and instructions the time went to',
    description:
      'Samples of a profile that was recorded with --sample: by dispatch, loop, source line, function and instruction, each share with where it\nlies with 95 % confidence. What has too few samples to be told from chance says so. Lines need executables with debugging information.\nWith --against=PROFILE two profiles side by side: what gained takes less time now than in PROFILE, what lost takes more. That is only said\nof at least half as much again, as runs apart differ, and only of runs of one capture on one machine that were sampled alike.',
    examples: [
      'run.ireeprof',
      "--filter='*matmul*' run.ireeprof",
      "--format=jsonl run.ireeprof | jq 'select(.is_hot)'",
      '--against=scalar.ireeprof vector.ireeprof',
      "--disassembly --filter='*matmul*' run.ireeprof",
    ],
    takes: ['filter', 'against', 'disassembly', 'assembly'],
    isOurs: true,
    rows: () => v.union([hotspotsComparisonRow, assemblyHeatRow]),
  }),
  reportJob({
    name: 'att',
    summary: 'list instruction traces of AMD GPUs, and extract them',
    description:
      "Lists the traces of instructions that AMD GPUs recorded (ATT), each with the dispatch that it is of. Decoding them is for ROCm's\ntools: --output writes what those read, and stderr says which of them are there.",
    examples: ['gpu.ireeprof', '--output=traces --rocm_library_path=/opt/rocm/lib gpu.ireeprof'],
    takes: ['filter', 'id', 'output', 'rocm_library_path'],
    isOurs: true,
  }),
  reportJob({
    name: 'cat',
    summary: 'print every record of the file as it is framed',
    description: 'Prints the header of every record of the file: session begins and ends, and chunks with their content types.',
    examples: ['run.ireeprof'],
    takes: [],
  }),
] as const;

export const profileExport = job({
  name: 'profile export',
  file: 'profile',
  summary: 'write every record decoded, for other tools',
  description: `Writes every record of a profile decoded, one JSON object a line. Byte for byte as iree-profile export. ${DAMAGED}`,
  examples: ['run.ireeprof', '--output=run.jsonl run.ireeprof'],
  options: profileExportOptions,
  output: v.object({}),
  /** Of each line. Its other fields are those that iree-profile gives this record type. */
  result: () => Promise.resolve(v.looseObject({ schema_version: v.number(), record_type: v.string() })),
});

export const PROFILE_JOBS: readonly Job[] = [...PROFILE_REPORTS, profileRoof, profileDiff, profileRender, profileExport];
