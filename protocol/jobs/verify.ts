/** verify: whether two replays agree. */
import * as v from 'valibot';
import { comparisonOptions } from './comparison';
import { format } from './format';
import { history } from './historyOption';
import { job } from './job';
import { option, type OptionsOf, type ToldOf } from './option';
import { replayOptions, unknownDevice } from './replayOptions';
import { report } from './reportOption';
import { seedNumber, wholeNumber } from './texts';

const options = v.object({
  /** With substitutions, the original is the same options without them, or with others. */
  run: replayOptions,
  /** What the original has in the place of what was captured. */
  original: v.exactOptional(v.object({ substitutions: v.array(v.string()), workgroupCounts: v.array(v.string()) })),
  ...comparisonOptions,
  /** Another device list to compare with, if any. */
  againstDevices: v.exactOptional(
    option(v.pipe(v.array(v.string()), v.minLength(1)), {
      flag: 'against',
      placeholder: 'local-sync|local-task',
      description: 'Compares with a replay on these devices.',
    }),
  ),
  /** Another capture to compare with, if any. */
  againstCapture: v.exactOptional(
    option(v.string(), {
      flag: 'against_capture',
      placeholder: 'CAPTURE',
      description:
        'Compares with a replay of another capture, such as of the recompiled model: outputs in their order, operations by function and grid.',
    }),
  ),
  runs: v.exactOptional(
    option(wholeNumber(1, 1_000_000), {
      flag: 'runs',
      placeholder: 'N',
      description: 'Replays each side this many times, and says whether the result is always the same; 2 by default.',
    }),
    2,
  ),
  /** From the clock by default. */
  seed: v.exactOptional(
    option(seedNumber, { flag: 'seed', placeholder: 'N', description: 'Seed of the first of the other inputs, and of the other places.' }),
  ),
});

export const verify = job({
  name: 'verify',
  summary: 'compare outputs: with the original, saved ones, another device, or another run',
  description:
    'Replays a capture and compares what the application read back: with substitutions, to what the original gives; with\n' +
    '--expect, to saved outputs; with --against, to another device; with --against_capture, to another capture; else one run to\n' +
    'another. Where outputs differ from those of a device or a capture, finds the first operation whose results do. Exit status 0 only if\n' +
    'they agree.',
  examples: [
    '--replay_executable_substitution=4=new.so --ulp=4 model.ireereplay',
    '--expect=results model.ireereplay',
    '--device=local-task --runs=100 model.ireereplay',
    '--against_capture=before.ireereplay --relative=1e-5 after.ireereplay',
    '--engine=iree --device=local-task --expect=results model.ireereplay',
  ],
  options,
  output: v.object({ history, report, format: format(['text', 'json']) }),
  result: async () => (await import('./verificationResult')).verificationResult,
  without: ['outputs'],
  contradiction: ({ run, againstCapture, expect }) => {
    if (againstCapture === undefined) return unknownDevice(run);
    if (expect !== undefined) return '--expect and --against_capture are two things to compare with';
    if (run.substitutions.length > 0) return 'a substitution is compared with its original, not with another capture';
    return unknownDevice(run);
  },
});

export type VerifyOptions = OptionsOf<typeof options>;
export type VerifyTold = ToldOf<typeof options>;
