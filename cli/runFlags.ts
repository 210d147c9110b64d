/** Flags that preflight, run and benchmark share. */
import type { Compilers, RunOptions } from '../protocol/run';
import type { IreeTools } from '../native/iree/tools';
import { choice, seconds, wholeNumber } from './arguments';
import { UsageError, type Arguments, type Flags } from './usage';

/** Which engine does the work: of run and benchmark. */
export const engineFlags: Flags = {
  engine: {
    type: 'string',
    value: 'native|iree',
    help: 'iree runs the installed iree-run-replay and iree-benchmark-replay, on every device that they list.',
  },
  iree_tools: { type: 'string', value: 'DIR', help: 'Where they are; otherwise $VIRTUAL_ENV and PATH are looked at.' },
};

/** The installation that --engine=iree uses, or undefined for the native engine. Rejects when there is none. */
export async function ireeEngine(args: Arguments): Promise<IreeTools | undefined> {
  if (choice(args, 'engine', ['native', 'iree']) === 'native') return undefined;
  const { findIreeTools } = await import('../native/iree/tools');
  const setting = args.value('iree_tools');
  const python = process.env['VIRTUAL_ENV'];
  return findIreeTools({ ...(setting === undefined ? {} : { setting }), ...(python === undefined ? {} : { python: [python] }) });
}

/** With what sources are built. */
export const compilerFlags: Flags = {
  clang: { type: 'string', value: 'PATH', help: 'Builds .c, .cc, .ll and .s; clang on the PATH by default.' },
  clang_flag: { type: 'string', multiple: true, value: 'FLAG', help: 'One more flag for it.' },
  iree_compile: { type: 'string', value: 'PATH', help: 'Builds .mlir; iree-compile on the PATH by default.' },
  iree_compile_flag: { type: 'string', multiple: true, value: 'FLAG', help: 'One more flag for it.' },
  build_command: { type: 'string', value: 'COMMAND', help: 'Builds every source instead: ${source} and ${output} are replaced.' },
};

/** What is put in place of the captured, for the commands that replay. */
export const substitutionFlags: Flags = {
  ...compilerFlags,
  replay_executable_substitution: {
    type: 'string',
    multiple: true,
    value: 'SELECTOR=PATH',
    help:
      'Replaces captured executables: SELECTOR is an id, all, or fn:PATTERN for those with a function of that name (* and ? are\n' +
      '      wildcards), with @FORMAT behind it where the bytes do not tell it. A source (.mlir .ll .s .c .cc) is built first.',
  },
  replay_workgroup_count: {
    type: 'string',
    multiple: true,
    value: 'FUNCTION=X,Y,Z',
    help: 'Dispatches of this function get this grid in place of the recorded one, for a substitute that is tiled otherwise.',
  },
};

/** IREE's flags under IREE's names, and ours beside them. */
export const runFlags: Flags = {
  device: {
    type: 'string',
    multiple: true,
    value: 'local-sync|local-task',
    help: 'Device to replay on; repeat it for captures of several devices. local-sync by default.',
  },
  replay_file_remap: {
    type: 'string',
    multiple: true,
    value: 'captured_prefix=replay_prefix',
    help: 'Looks for files whose captured path begins with one prefix under another; the longest prefix wins.',
  },
  task_topology_group_count: { type: 'string', value: 'N', help: 'Threads of local-task; one for each processor by default.' },
  assume_host_signals: { type: 'boolean', help: 'Takes waits that nothing in the capture signals as signalled by the host.' },
  allow_file_writes: { type: 'boolean', help: 'Lets queue writes change the files that the capture wrote.' },
  guard_buffers: { type: 'boolean', help: 'Ends every buffer at an unreadable page, so that a kernel that leaves it is named.' },
  poison: { type: 'string', value: 'BYTE', help: 'Fills fresh memory with this byte.' },
  timeout: { type: 'string', value: 'SECONDS', help: 'Ends a replay that takes longer.' },
  replay_stop_before: { type: 'string', value: 'RECORD', help: 'Executes neither the operation of this record nor any after it.' },
};

function compilers(args: Arguments): Compilers {
  const clang = args.value('clang');
  const ireeCompile = args.value('iree_compile');
  const command = args.value('build_command');
  return {
    ...(clang === undefined ? {} : { clang }),
    ...(ireeCompile === undefined ? {} : { ireeCompile }),
    ...(command === undefined ? {} : { command }),
    clangFlags: args.values('clang_flag'),
    ireeCompileFlags: args.values('iree_compile_flag'),
  };
}

const devices = ['local-sync', 'local-task'];

/** The options that the flags ask for. Throws UsageError. */
export function runOptions(args: Arguments): RunOptions {
  for (const device of args.values('device')) {
    if (!devices.includes(device) && args.value('engine') !== 'iree') {
      throw new UsageError(`no device ${device}: this engine has ${devices.join(' and ')}; others need --engine=iree`);
    }
  }
  for (const remap of args.values('replay_file_remap')) {
    if (!/^[^=]+=.+$/.test(remap)) throw new UsageError(`--replay_file_remap=${remap} is not captured_prefix=replay_prefix`);
  }
  const workers = wholeNumber(args, 'task_topology_group_count', 1, 1024);
  const poison = wholeNumber(args, 'poison', 0, 255);
  const stopBefore = wholeNumber(args, 'replay_stop_before', 0);
  const timeout = seconds(args, 'timeout');
  const outputs = args.value('outputs');
  return {
    capture: args.capture,
    devices: args.values('device'),
    fileRemaps: args.values('replay_file_remap'),
    compilers: compilers(args),
    substitutions: args.values('replay_executable_substitution'),
    workgroupCounts: args.values('replay_workgroup_count'),
    ...(outputs === undefined ? {} : { outputs }),
    ...(workers === undefined ? {} : { workers }),
    ...(poison === undefined ? {} : { poison }),
    ...(stopBefore === undefined ? {} : { stopBeforeRecord: stopBefore }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    assumeHostSignals: args.has('assume_host_signals'),
    allowFileWrites: args.has('allow_file_writes'),
    guardBuffers: args.has('guard_buffers'),
  };
}
