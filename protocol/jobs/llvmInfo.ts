/** llvm info: what LLVM recorded of OpenMP kernels. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option, type ToldOf } from './option';
import { wholeNumber } from './texts';

const options = v.object({
  capture: v.string(),
  most: v.exactOptional(
    option(wholeNumber(0, 1_000_000), {
      flag: 'most',
      placeholder: 'N',
      description: 'Lists this many ranges of memory that the kernel changed. All are counted.',
    }),
    20,
  ),
  report: v.exactOptional(
    option(v.string(), {
      flag: 'report',
      placeholder: 'FILE',
      description:
        "Takes the times and occurrences of a folder's recordings from this file: the report that LLVM's recorder printed, other lines around it or not; - reads standard input.",
    }),
  ),
});

export const llvmInfo = job({
  name: 'llvm info',
  file: 'recording',
  summary: "say what is in LLVM's recording of an OpenMP kernel, or in a folder of them",
  description:
    'Reads a launch of an OpenMP kernel that LLVM recorded (LIBOMPTARGET_RECORD): kernel, launch, arguments, global variables, and what the\n' +
    'kernel changed in memory. RECORDING is its .json, as llvm-omp-kernel-replay is given, next to the other files of the recording; or a folder:\n' +
    'then its recordings are listed, with times and occurrences where the recorder left its report there, or --report has it. Recordings of LLVM 16 to 22 are read,\n' +
    'and those of later versions. Nothing is executed. The exit status is 1 where something of a recording is missing or contradicts the rest.',
  examples: [
    'saxpy.json',
    '--most=100 --format=json saxpy.json',
    'recordings',
    '--report=printed.txt recordings',
    "--format=json recordings | jq '.recordings[].function'",
  ],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: async () => (await import('./llvmInfoResult')).llvmInfoResult,
});

export type LlvmInfoTold = ToldOf<typeof options>;
