/** llvm sweep: which teams and threads are best for a recorded OpenMP kernel. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { llvmReplayOptions, toleranceOfNothing } from './llvmReplayOptions';
import { option, type ToldOf } from './option';
import { aboveZero, wholeNumber } from './texts';

const numbers = (flag: string, what: string) =>
  v.exactOptional(
    option(v.array(wholeNumber(1, 0xffffffff)), {
      flag,
      placeholder: 'N,N,...',
      separated: true,
      description: `Numbers of ${what} that are tried; by default some about the recorded number, within the limits of the program.`,
    }),
    [],
  );

const options = v.object({
  ...llvmReplayOptions,
  teams: numbers('num_teams', 'teams'),
  threads: numbers('num_threads', 'threads of a team'),
  repetitions: v.exactOptional(
    option(wholeNumber(1, 1_000_000), {
      flag: 'repetitions',
      placeholder: 'N',
      description: 'Launches that are timed in each start of the tool, after one that is not, where it can repeat them; 10 by default.',
    }),
    10,
  ),
  seconds: v.exactOptional(
    option(aboveZero, {
      flag: 'seconds',
      placeholder: 'S',
      description: 'How long configurations are tried at most; what is best then is measured anew after that. 300 by default.',
    }),
    300,
  ),
});

export const llvmSweep = job({
  name: 'llvm sweep',
  file: 'recording',
  summary: 'find teams and threads with which a recorded OpenMP kernel is fastest, and still right',
  description:
    "Has LLVM's own llvm-omp-kernel-replay launch the recorded kernel with other numbers of teams and threads, in rounds of random order. Memory is\n" +
    'compared each time as by llvm verify: what does not leave the recorded memory is out, however fast. What is slower than the best for sure is not\n' +
    'measured further. What is best then is measured anew, in turns with the recorded configuration: those times alone say whether it is faster.',
  examples: [
    'saxpy.json',
    '--num_teams=64,128 --num_threads=128,256 --format=csv saxpy.json',
    '--type=f32 --ulp=4 --seconds=60 saxpy.json',
  ],
  options,
  output: v.object({ format: format(['text', 'json', 'csv']) }),
  result: async () => (await import('./llvmSweepResult')).llvmSweepResult,
  contradiction: toleranceOfNothing,
});

export type LlvmSweepTold = ToldOf<typeof options>;
