/** reduce: the records of a capture that a failure needs. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option, type OptionsOf, type ResultOf, type ToldOf } from './option';
import { outputOption } from './outputOption';
import { comparisonOptions } from './comparison';
import { count } from './problem';
import { PERF_FLAGS, replayOptions, SUBSTITUTION_FLAGS } from './replayOptions';
import { verify } from './verify';

const text = v.pipe(v.string(), v.nonEmpty());

const { type, tolerance, expect } = comparisonOptions;
const { againstDevices, againstCapture } = verify.options.entries;

const options = v.object({
  ...replayOptions.entries,
  /** Where the check runs; this process's folder by default. */
  folder: v.exactOptional(v.string()),
  output: outputOption('FILE', 'the capture. It is replaced each time a smaller one is found, so what stands there always fails.'),
  check: v.exactOptional(
    option(text, {
      flag: 'check',
      placeholder: 'COMMAND',
      description:
        'The command that fails: run for each attempt, with the path of a capture as its last argument, or wherever it has ${capture}. It fails where its exit status is not 0, and still does where it ends the same way. No shell reads it.',
    }),
  ),
  says: v.exactOptional(
    option(text, {
      flag: 'says',
      placeholder: 'TEXT',
      description: 'It fails only where it prints this, too: tells one failure from another.',
    }),
  ),
  expect,
  againstDevices,
  againstCapture,
  type,
  tolerance,
  timeoutSeconds: v.exactOptional(
    option(v.pipe(v.number(), v.minValue(0.1)), {
      flag: 'check_timeout',
      placeholder: 'SECONDS',
      description:
        'A try that takes longer is stopped, and keeps its records. Ten times what the whole capture takes by default, at least 10.',
    }),
  ),
});

/** What is left. */
const reduceResult = v.object({
  records: count,
  ofRecords: count,
  bytes: count,
  /** Times that the check was run. */
  checks: count,
  /** The records that are left, by their numbers in the whole capture. */
  kept: v.array(count),
  /** How the check ends: `exit status 1`, or a signal. By IREE's tools: its status, such as `INTERNAL`, or `wrong results`. */
  failure: v.string(),
  /** The last line that it printed about the whole capture, and about what is left. */
  said: v.string(),
  saidReduced: v.string(),
  /** The two are alike but for numbers. */
  saysTheSame: v.boolean(),
  /** Barriers between commands were not left out, although it may fail without them. */
  keepsOrder: v.boolean(),
  /** The check failed once more in the end. */
  isSteady: v.boolean(),
});

export const reduce = job({
  name: 'reduce',
  summary: 'remove records of a capture while a command still fails',
  description:
    'Looks for the fewest records with which a command still fails as it does with the whole capture: none of those that are left can be\n' +
    'left out. With a record goes what needs it: an object with all that names it, a scope with its end. Waits that only left-out records\n' +
    "would satisfy are dropped. IREE's tools read the result. Executes nothing but the command.\n" +
    'With --engine=iree it is a replay on devices of the installed IREE that fails, and no command; with --expect, --against or\n' +
    '--against_capture it is what the application reads back that is wrong. What is left then reads back the same wrong bytes, in the same\n' +
    'order of operations, and with --against alone the other devices still read back others.',
  examples: [
    "--check='iree-run-replay --device=local-sync' -o small.ireereplay failing.ireereplay",
    "--check='python3 compare.py ${capture}' --says='not close' -o small.ireereplay model.ireereplay",
    '--engine=iree --device=local-sync -o small.ireereplay failing.ireereplay',
  ],
  options,
  output: v.object({ format: format(['text', 'json'], 'text for reading (the default), json for programs.') }),
  result: () => Promise.resolve(reduceResult),
  without: [
    ...[...PERF_FLAGS, ...SUBSTITUTION_FLAGS, 'outputs', 'replay_stop_before', 'poison', 'placement', 'perturbation'],
    ...['guard_buffers', 'assume_host_signals', 'allow_file_writes'],
  ],
  contradiction: (asked) => {
    const { check, iree, says, expect: saved, againstDevices: others, againstCapture: other } = asked;
    const compares = [saved, others, other].some((one) => one !== undefined);
    const { absolute, relative, ulp } = asked.tolerance;
    const tolerates = asked.type !== 'auto' || absolute > 0 || relative > 0 || ulp > 0;
    if (check !== undefined) {
      const { devices, fileRemaps, workers, timeoutMs } = asked;
      const replays = devices.length + fileRemaps.length > 0 || [iree, workers, timeoutMs].some((one) => one !== undefined);
      return replays || compares || tolerates
        ? 'the command of --check replays and compares by itself: what it does is said in the command'
        : undefined;
    }
    if (iree === undefined) return 'expected --check=COMMAND, or --engine=iree';
    if (saved !== undefined && (others !== undefined || other !== undefined))
      return '--expect and --against are two things to compare with';
    if (compares && says !== undefined) return '--says is of a replay that fails, not of results that differ';
    return tolerates && !compares ? 'there is nothing to compare with: expected --expect, --against or --against_capture' : undefined;
  },
});

/** How far it is. */
export interface ReduceProgress {
  readonly phase: 'reducing';
  readonly records: number;
  readonly ofRecords: number;
  readonly checks: number;
}

export type ReduceOptions = OptionsOf<typeof options>;
export type ReduceTold = ToldOf<typeof options>;
export type ReduceResult = ResultOf<typeof reduceResult>;
