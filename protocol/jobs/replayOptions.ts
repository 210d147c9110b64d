/** What replaying jobs share: the capture, and how it is replayed. Flags have IREE's names, and ours beside them. */
import * as v from 'valibot';
import { ireePlaces } from './ireePlaces';
import { option, type OptionsOf } from './option';
import { aboveZero, millisecondsText, notSeconds, seedNumber, wholeNumber } from './texts';

/** What substitutes' sources are built with. Relative paths in flags start at the source's folder. */
const compilers = v.object({
  clang: v.exactOptional(
    option(v.string(), {
      flag: 'clang',
      placeholder: 'PATH',
      description: 'Builds .c, .cc, .ll and .s: clang or gcc; by default clang on the PATH, or gcc if there is none.',
    }),
  ),
  clangFlags: v.exactOptional(
    option(v.array(v.string()), { flag: 'clang_flag', placeholder: 'FLAG', description: 'An additional flag for the C compiler.' }),
    [],
  ),
  ireeCompile: v.exactOptional(
    option(v.string(), {
      flag: 'iree_compile',
      placeholder: 'PATH',
      description: 'Builds .mlir; by default iree-compile on the PATH.',
    }),
  ),
  ireeCompileFlags: v.exactOptional(
    option(v.array(v.string()), { flag: 'iree_compile_flag', placeholder: 'FLAG', description: 'An additional flag for iree-compile.' }),
    [],
  ),
  /** The user's own command instead of both, run in the source's folder; ${source} and ${output} are replaced. */
  command: v.exactOptional(
    option(v.string(), {
      flag: 'build_command',
      placeholder: 'COMMAND',
      description:
        'Builds every source instead, in its folder; ${source} and ${output} are replaced. Words may be quoted; no shell is involved.',
    }),
  ),
});

export const replayOptions = v.object({
  capture: v.string(),
  /** --engine=iree: replays with the programs of the installation found there, instead of the native engine. */
  iree: v.exactOptional(
    option(ireePlaces, {
      flag: 'engine',
      placeholder: 'native|iree',
      description: 'iree runs the installed iree-run-replay and iree-benchmark-replay, on every device that they list.',
      parse: (text) => (text === 'native' ? undefined : text === 'iree' ? {} : text),
      print: () => 'iree',
      wrong: (text) => `unsupported --engine=${text}; expected native or iree`,
    }),
  ),
  /** One URI per device, in the order of the capture's devices: "local-sync", "local-task". */
  devices: option(v.array(v.string()), {
    flag: 'device',
    placeholder: 'local-sync|local-task',
    description: 'Device to replay on; repeat it for captures with several devices. local-sync by default.',
  }),
  fileRemaps: option(v.array(v.pipe(v.string(), v.regex(/^[^=]+=[\s\S]+$/))), {
    flag: 'replay_file_remap',
    placeholder: 'captured_prefix=replay_prefix',
    description: 'Looks up files whose captured path begins with one prefix under another; the longest prefix wins.',
  }),
  workers: v.exactOptional(
    option(wholeNumber(1, 1024), {
      flag: 'task_topology_group_count',
      placeholder: 'N',
      description: 'Threads of local-task; by default one per processor.',
    }),
  ),
  /** Waits that nothing in the stream signals count as signaled by the host. */
  assumeHostSignals: v.exactOptional(
    option(v.boolean(), {
      flag: 'assume_host_signals',
      description: 'Treats waits that nothing in the capture signals as signaled by the host.',
    }),
    false,
  ),
  /** queue_write may write the files that the capture wrote. */
  allowFileWrites: v.exactOptional(
    option(v.boolean(), { flag: 'allow_file_writes', description: 'Lets queue writes change the files that the capture wrote.' }),
    false,
  ),
  /** An access past a buffer is a reported crash. */
  guardBuffers: v.exactOptional(
    option(v.boolean(), {
      flag: 'guard_buffers',
      description: 'Ends every buffer at an unreadable page, so that a kernel that runs past its end is caught and named.',
    }),
    false,
  ),
  /** A file of names for Linux's perf, of the process that runs the kernels. */
  perf: v.exactOptional(
    option(v.picklist(['map', 'jitdump']), {
      flag: 'perf',
      placeholder: 'map|jitdump',
      description:
        "Names kernels for Linux's perf: map writes /tmp/perf-PID.map, which perf report finds by itself; jitdump writes jit-PID.dump with code and lines, for perf record -k mono, perf inject --jit and perf annotate.",
    }),
  ),
  perfFolder: v.exactOptional(
    option(v.string(), {
      flag: 'perf_folder',
      placeholder: 'DIR',
      description: 'Where that file is written, if not /tmp and, for jitdump, the current folder.',
    }),
  ),
  poison: v.exactOptional(
    option(wholeNumber(0, 255), { flag: 'poison', placeholder: 'BYTE', description: 'Fills fresh memory with this byte.' }),
  ),
  /** A seed. */
  placement: v.exactOptional(
    option(seedNumber, {
      flag: 'placement',
      placeholder: 'SEED',
      description: 'Puts buffers elsewhere, with other bytes between them and in memory that nothing wrote, which follow from this seed.',
    }),
  ),
  /** A seed. */
  perturbation: v.exactOptional(
    option(seedNumber, {
      flag: 'perturbation',
      placeholder: 'SEED',
      description:
        'Replays on other inputs, which follow from this seed: floats that the host wrote, or a file gave, change places nearby; integers, zeros and NaN stay.',
    }),
  ),
  /** Milliseconds after which the run ends with DEADLINE_EXCEEDED; none by default. */
  timeoutMs: v.exactOptional(
    option(aboveZero, {
      flag: 'timeout',
      placeholder: 'SECONDS',
      description: 'Ends a replay that takes longer than this.',
      ...millisecondsText,
      wrong: notSeconds('timeout'),
    }),
  ),
  /** Replay up to here: neither this record nor any after it is executed. */
  stopBeforeRecord: v.exactOptional(
    option(wholeNumber(0), {
      flag: 'replay_stop_before',
      placeholder: 'RECORD',
      description: 'Executes neither the operation of this record nor any after it.',
    }),
  ),
  /** With stopBeforeRecord at a queue_execute: it is executed after all, up to its command of this record. */
  stopBeforeCommand: v.exactOptional(wholeNumber(0)),
  /** For preflight only: touches no file but the capture, and the report says so. A run always checks its files. */
  leaveFilesAlone: v.exactOptional(v.boolean(), false),
  compilers: v.exactOptional(compilers, {}),
  /**
   * Each "SELECTOR=PATH": an executable's id, "all", or "fn:PATTERN" for executables with a function whose name matches (`*` and `?` are
   * wildcards), with "@FORMAT" if the bytes do not tell the format. A path that ends in .mlir, .ll, .s, .c or .cc is built first.
   */
  substitutions: v.exactOptional(
    option(v.array(v.string()), {
      flag: 'replay_executable_substitution',
      placeholder: 'SELECTOR=PATH',
      description:
        'Replaces captured executables: SELECTOR is an id, all, or fn:PATTERN for those with a matching function (* and ? are wildcards), with @FORMAT if the bytes do not tell the format. A source (.mlir .ll .s .c .cc) is built first.',
    }),
    [],
  ),
  /** Each "FUNCTION=X,Y,Z": the grid that dispatches of the function get instead of the recorded one. */
  workgroupCounts: v.exactOptional(
    option(v.array(v.string()), {
      flag: 'replay_workgroup_count',
      placeholder: 'FUNCTION=X,Y,Z',
      description: 'Gives dispatches of this function another grid than recorded, for a substitute that is tiled differently.',
    }),
    [],
  ),
  /** Folder for the ranges that the application mapped for reading. */
  outputs: v.exactOptional(
    option(v.string(), {
      flag: 'outputs',
      placeholder: 'DIR',
      description: 'Writes what the recorded application mapped for reading, one file per range, and outputs.json.',
    }),
  ),
});

/** Flags with which a command makes the user's IREE replay. */
export const ENGINE_FLAGS: readonly string[] = ['engine', 'iree_tools'];

/** Flags that say what perf is told of what is executed. */
export const PERF_FLAGS: readonly string[] = ['perf', 'perf_folder'];

/** Flags that replace something captured. */
export const SUBSTITUTION_FLAGS: readonly string[] = [
  ...['clang', 'clang_flag', 'iree_compile', 'iree_compile_flag', 'build_command'],
  ...['replay_executable_substitution', 'replay_workgroup_count'],
];

/** What to replay, and how. */
export type RunOptions = OptionsOf<typeof replayOptions>;
/** What substitutes' sources are built with. */
export type Compilers = OptionsOf<typeof compilers>;

const NATIVE_DEVICES: readonly string[] = ['local-sync', 'local-task'];

/** A device that the native engine does not have, in a sentence. */
export function unknownDevice({ iree, devices }: RunOptions): string | undefined {
  const unknown = iree === undefined ? devices.find((device) => !NATIVE_DEVICES.includes(device)) : undefined;
  return unknown === undefined
    ? undefined
    : `no device ${unknown}: this engine has ${NATIVE_DEVICES.join(' and ')}; others need --engine=iree`;
}
