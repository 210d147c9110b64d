/** How an OpenMP program is started so that LLVM records its kernels. */
import * as path from 'node:path';

/** Which variables LLVM reads: 1 of LLVM 16 to 22, 2 of later versions. */
export type RecordingGeneration = 1 | 2;

export interface KernelRecording {
  /** Its path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly generation: RecordingGeneration;
  /** The folder for the recordings; its path. */
  readonly folder: string;
  /** Device memory for all that the program allocates there. */
  readonly gibibytes: number;
  /** Whether memory after each launch is kept. */
  readonly keepsOutput: boolean;
  /** The folder of LLVM's libraries, which are looked for there first. */
  readonly libraries?: string;
}

/** The report's name in the folder: no other program is likely to have a file of this name there. */
export const REPORT_NAME = 'kernel-record-report.txt';

const GIBIBYTE = 2n ** 30n;

/** The first version of LLVM that records kernels. */
export const FIRST_RECORDING_LLVM = 16;

/** The generation of a version of LLVM that records. */
export const generationOf = (version: number): RecordingGeneration => (version <= 22 ? 1 : 2);

/** The variables that the program gets more than it has. */
export function recordingVariables(recording: KernelRecording): Readonly<Record<string, string>> {
  const { generation, folder, gibibytes, keepsOutput, libraries } = recording;
  const others = process.env['LD_LIBRARY_PATH'] ?? '';
  const found = libraries === undefined ? {} : { LD_LIBRARY_PATH: [libraries, ...(others === '' ? [] : [others])].join(path.delimiter) };
  const common = { ...found, LIBOMPTARGET_RECORD: '1' };
  if (generation === 1) {
    return { ...common, LIBOMPTARGET_RR_DEVMEM_SIZE: String(gibibytes), ...(keepsOutput ? { LIBOMPTARGET_RR_SAVE_OUTPUT: '1' } : {}) };
  }
  return {
    ...common,
    LIBOMPTARGET_RECORD_DIR: folder,
    LIBOMPTARGET_RECORD_MEMSIZE: String(BigInt(gibibytes) * GIBIBYTE),
    LIBOMPTARGET_RECORD_OUTPUT: keepsOutput ? '1' : '0',
    LIBOMPTARGET_RECORD_REPORT_FILENAME: REPORT_NAME,
  };
}

/** The command line that records: the variables are in it, so that whoever sees it sees them. */
export function recordingCommand(recording: KernelRecording): readonly [program: string, ...args: string[]] {
  const variables = Object.entries(recordingVariables(recording)).map(([name, value]) => `${name}=${value}`);
  return ['env', ...variables, recording.program, ...recording.args];
}
