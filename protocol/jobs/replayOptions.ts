/** What jobs that replay are told alike: the capture, and how it is replayed. Flags have IREE's names, and ours beside them. */
import * as v from 'valibot';
import { option, type OptionsOf } from './option';
import { aboveZero, millisecondsText, notSeconds, wholeNumber } from './texts';

/** Where the user's IREE may be: what a setting names, then Python environments, then PATH. */
const ireePlaces = v.object({
  /** A folder of programs, or an installation with bin/. */
  setting: v.exactOptional(
    option(v.string(), {
      flag: 'iree_tools',
      placeholder: 'DIR',
      description: 'Where they are; otherwise $VIRTUAL_ENV and PATH are searched.',
    }),
  ),
  /** Virtual environments, or the folders of their interpreters. */
  python: v.exactOptional(v.array(v.string())),
  /** PATH by default. */
  path: v.exactOptional(v.string()),
});

/** With what sources of substitutes are built. Relative paths in flags begin at the source's folder. */
const compilers = v.object({
  clang: v.exactOptional(
    option(v.string(), {
      flag: 'clang',
      placeholder: 'PATH',
      description: 'Builds .c, .cc, .ll and .s: clang or gcc. clang on the PATH by default, or gcc where there is none.',
    }),
  ),
  clangFlags: v.exactOptional(
    option(v.array(v.string()), { flag: 'clang_flag', placeholder: 'FLAG', description: 'An additional flag for it.' }),
    [],
  ),
  ireeCompile: v.exactOptional(
    option(v.string(), {
      flag: 'iree_compile',
      placeholder: 'PATH',
      description: 'Builds .mlir; iree-compile on the PATH by default.',
    }),
  ),
  ireeCompileFlags: v.exactOptional(
    option(v.array(v.string()), { flag: 'iree_compile_flag', placeholder: 'FLAG', description: 'An additional flag for it.' }),
    [],
  ),
  /** A command line of the user's own in place of both, run in the source's folder; ${source} and ${output} are replaced. */
  command: v.exactOptional(
    option(v.string(), {
      flag: 'build_command',
      placeholder: 'COMMAND',
      description:
        'Builds every source instead, in the folder of the source: ${source} and ${output} are replaced. Words may be quoted; no shell takes part.',
    }),
  ),
});

export const replayOptions = v.object({
  capture: v.string(),
  /** --engine=iree: the programs of the installation that is found there replay, in place of the native engine. */
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
  /** One URI a device, in the order of the capture's devices: "local-sync", "local-task". */
  devices: option(v.array(v.string()), {
    flag: 'device',
    placeholder: 'local-sync|local-task',
    description: 'Device to replay on; repeat it for captures of several devices. local-sync by default.',
  }),
  fileRemaps: option(v.array(v.pipe(v.string(), v.regex(/^[^=]+=[\s\S]+$/))), {
    flag: 'replay_file_remap',
    placeholder: 'captured_prefix=replay_prefix',
    description: 'Looks for files whose captured path begins with one prefix under another; the longest prefix wins.',
  }),
  workers: v.exactOptional(
    option(wholeNumber(1, 1024), {
      flag: 'task_topology_group_count',
      placeholder: 'N',
      description: 'Threads of local-task; one for each processor by default.',
    }),
  ),
  /** Waits that nothing in the stream signals count as signalled by the host. */
  assumeHostSignals: v.exactOptional(
    option(v.boolean(), {
      flag: 'assume_host_signals',
      description: 'Treats waits that nothing in the capture signals as signalled by the host.',
    }),
    false,
  ),
  /** queue_write may write the files that the capture wrote. */
  allowFileWrites: v.exactOptional(
    option(v.boolean(), { flag: 'allow_file_writes', description: 'Lets queue writes change the files that the capture wrote.' }),
    false,
  ),
  /** An access past a buffer is a crash that is named. */
  guardBuffers: v.exactOptional(
    option(v.boolean(), {
      flag: 'guard_buffers',
      description: 'Ends every buffer at an unreadable page, so that a kernel that runs past its end is named.',
    }),
    false,
  ),
  poison: v.exactOptional(
    option(wholeNumber(0, 255), { flag: 'poison', placeholder: 'BYTE', description: 'Fills fresh memory with this byte.' }),
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
  /** Replay up to here: this record and all after it are not executed. */
  stopBeforeRecord: v.exactOptional(
    option(wholeNumber(0), {
      flag: 'replay_stop_before',
      placeholder: 'RECORD',
      description: 'Executes neither the operation of this record nor any after it.',
    }),
  ),
  /** With stopBeforeRecord at a queue_execute: it is executed after all, up to its command of this record. */
  stopBeforeCommand: v.exactOptional(wholeNumber(0)),
  /** Of preflight alone: no file but the capture is touched, and the report says so. A run always checks its files. */
  leaveFilesAlone: v.exactOptional(v.boolean(), false),
  compilers: v.exactOptional(compilers, {}),
  /**
   * Each "SELECTOR=PATH": an executable's id, "all", or "fn:PATTERN" for the executables with a function whose name matches (`*` and
   * `?` are wildcards), each with "@FORMAT" where the bytes do not tell it. A path that ends in .mlir, .ll, .s, .c or .cc is built first.
   */
  substitutions: v.exactOptional(
    option(v.array(v.string()), {
      flag: 'replay_executable_substitution',
      placeholder: 'SELECTOR=PATH',
      description:
        'Replaces captured executables: SELECTOR is an id, all, or fn:PATTERN for those with a function of that name (* and ? are wildcards), followed by @FORMAT where the bytes do not tell it. A source (.mlir .ll .s .c .cc) is built first.',
    }),
    [],
  ),
  /** Each "FUNCTION=X,Y,Z": the grid that dispatches of the function get in place of the recorded. */
  workgroupCounts: v.exactOptional(
    option(v.array(v.string()), {
      flag: 'replay_workgroup_count',
      placeholder: 'FUNCTION=X,Y,Z',
      description: 'Dispatches of this function get this grid in place of the recorded one, for a substitute that is tiled differently.',
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

/** Flags by which a command lets the user's IREE replay. */
export const ENGINE_FLAGS: readonly string[] = ['engine', 'iree_tools'];

/** Flags that put something in place of the captured. */
export const SUBSTITUTION_FLAGS: readonly string[] = [
  ...['clang', 'clang_flag', 'iree_compile', 'iree_compile_flag', 'build_command'],
  ...['replay_executable_substitution', 'replay_workgroup_count'],
];

/** What to replay, and how. */
export type RunOptions = OptionsOf<typeof replayOptions>;
/** With what sources of substitutes are built. */
export type Compilers = OptionsOf<typeof compilers>;
/** Where the user's IREE may be. */
export type IreePlaces = OptionsOf<typeof ireePlaces>;

const NATIVE_DEVICES: readonly string[] = ['local-sync', 'local-task'];

/** A device that the native engine does not have, in a sentence. */
export function unknownDevice({ iree, devices }: RunOptions): string | undefined {
  const unknown = iree === undefined ? devices.find((device) => !NATIVE_DEVICES.includes(device)) : undefined;
  return unknown === undefined
    ? undefined
    : `no device ${unknown}: this engine has ${NATIVE_DEVICES.join(' and ')}; others need --engine=iree`;
}
