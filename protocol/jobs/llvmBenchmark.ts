/** llvm benchmark: how long a recorded OpenMP kernel takes. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { llvmReplayOptions, toleranceOfNothing } from './llvmReplayOptions';
import { option, type ToldOf } from './option';
import { wholeNumber } from './texts';

const options = v.object({
  ...llvmReplayOptions,
  repetitions: v.exactOptional(
    option(wholeNumber(2, 1_000_000), {
      flag: 'repetitions',
      placeholder: 'N',
      description: 'Launches that are timed, after one that is not; 20 by default.',
    }),
    20,
  ),
});

export const llvmBenchmark = job({
  name: 'llvm benchmark',
  file: 'recording',
  summary: 'time a recorded OpenMP kernel with the installed LLVM, launch by launch',
  description:
    "Has LLVM's own llvm-omp-kernel-replay launch the recorded kernel again and again, each time on the recorded memory, and says how long a launch\n" +
    'takes with its synchronization, on the host. LLVM up to 22 replays one launch for each start of its tool: the whole tool is timed then, which is\n' +
    'said. Memory is compared as by llvm verify. The exit status is 0 only if it agrees: a launch that leaves something else may have done other work.',
  examples: ['saxpy.json', '--repetitions=200 saxpy.json', '--type=f32 --ulp=4 --format=json saxpy.json'],
  options,
  output: v.object({ format: format(['text', 'json']) }),
  result: async () => (await import('./llvmBenchmarkResult')).llvmBenchmarkResult,
  contradiction: toleranceOfNothing,
});

export type LlvmBenchmarkTold = ToldOf<typeof options>;
