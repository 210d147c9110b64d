/** llvm verify: whether a recorded OpenMP kernel still does what it did. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { llvmReplayOptions, toleranceOfNothing } from './llvmReplayOptions';
import type { ToldOf } from './option';

const options = v.object(llvmReplayOptions);

export const llvmVerify = job({
  name: 'llvm verify',
  file: 'recording',
  summary: 'replay a recorded OpenMP kernel with the installed LLVM, and compare memory with what was recorded',
  description:
    "Has LLVM's own llvm-omp-kernel-replay execute the recorded kernel on a device, and compares the memory that it leaves with what the recorded\n" +
    'launch left: bit for bit, or within a tolerance as elements of --type. The tool runs in a folder of its own, so that nothing next to the\n' +
    'recording is changed. The exit status is 0 only if memory agrees; where the tool fails it is said why.',
  examples: ['saxpy.json', '--type=f32 --ulp=4 saxpy.json', '--tool=/usr/lib/llvm-19 --device_id=1 --timeout=30 saxpy.json'],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: async () => (await import('./llvmVerifyResult')).llvmVerifyResult,
  contradiction: toleranceOfNothing,
});

export type LlvmVerifyTold = ToldOf<typeof options>;
