import { crashSentence } from '../native/engine/crashSentence';
import { crashHints } from '../native/jobs/tiling';
import { unverified } from '../native/jobs/verify';
import { rangeSentence } from '../native/jobs/verificationSentence';
import { ELEMENT_TYPES } from '../protocol/element';
import type { EngineState } from '../protocol/engine';
import type { Hint, VerificationResult, VerifyOptions } from '../protocol/verification';
import { choice, numberValue, wholeNumber } from './arguments';
import { failure, inEngine } from './engine';
import { historyFlag, keepRun } from './history';
import { reported } from './reported';
import { runFlags, runOptions, substitutionFlags } from './runFlags';
import { UsageError, type Arguments, type Command, type Flags } from './usage';

/** How results are compared: of verify and of substitute. */
export const comparisonFlags: Flags = {
  type: {
    type: 'string',
    value: 'auto|bytes|f32|bf16|i8|...',
    help: `Type of the outputs' elements; auto takes it from the kernels' names: ${ELEMENT_TYPES.join(' ')}.`,
  },
  absolute: { type: 'string', value: 'X', help: 'Elements agree that are no farther apart.' },
  relative: { type: 'string', value: 'X', help: 'Elements agree that are no farther apart in parts of the expected.' },
  ulp: { type: 'string', value: 'N', help: 'Elements agree that are no more units in the last place apart.' },
  nan: { type: 'string', value: 'equal|differ', help: 'Whether NaN agrees with NaN.' },
  expect: {
    type: 'string',
    value: 'DIR',
    help: 'Compares with a folder that --outputs wrote, or with .npy files in the order of their names.',
  },
  level: {
    type: 'string',
    value: 'outputs|dispatch|cause',
    help: 'dispatch compares what every substituted dispatch wrote, too; cause does where outputs differ, up to the first that does.',
  },
};

/** What comparisonFlags ask for. Throws UsageError. */
export function comparison(args: Arguments): Pick<VerifyOptions, 'type' | 'tolerance' | 'expect' | 'level'> {
  const type = args.value('type') ?? 'auto';
  const known = [...ELEMENT_TYPES, 'auto', 'bytes'] as const;
  const chosen = known.find((name) => name.toLowerCase() === type.toLowerCase());
  if (chosen === undefined) throw new UsageError(`no element type ${type}; there are ${known.join(', ')}`);
  const expect = args.value('expect');
  const tolerance = {
    absolute: numberValue(args, 'absolute') ?? 0,
    relative: numberValue(args, 'relative') ?? 0,
    ulp: numberValue(args, 'ulp') ?? 0,
    nanEqual: choice(args, 'nan', ['equal', 'differ']) === 'equal',
  };
  return {
    type: chosen,
    tolerance,
    level: choice(args, 'level', ['outputs', 'dispatch', 'cause']),
    ...(expect === undefined ? {} : { expect }),
  };
}

/** What a verification compared, a line each, and its hints. */
export function comparedLines({ ranges, hints }: VerificationResult): readonly string[] {
  return [
    ...ranges.map((range) => `  ${range.agrees ? 'agrees ' : 'DIFFERS'} ${rangeSentence(range)}`),
    ...hints.map(({ message }) => message),
  ];
}

/** The result of a verification, also of one whose code crashed or took too long. Throws what kept it from being done. */
function verified(options: VerifyOptions, state: EngineState<'verify'>, hints: readonly Hint[]): VerificationResult {
  if (state.state === 'done') return state.result;
  if (state.state === 'crashed') {
    const { crash } = state;
    return unverified(options, `The replay ${crashSentence(crash)}.`, crash, hints.length > 0 ? hints : crashHints(crash));
  }
  if (state.state === 'failed' && state.problem.code === 'DEADLINE_EXCEEDED')
    return unverified(options, state.problem.message, undefined, hints);
  throw failure(state);
}

/** ireereplay verify: whether two replays leave the same. */
export const verify: Command = {
  name: 'verify',
  summary: 'compare outputs: to the original, to kept ones, to another device, or run to run',
  description:
    'Replays a capture and compares what the application read back: with substitutions to what the original gives, with\n' +
    '--expect to what was kept, with --against to another device, else one run to another. Exit status 0 only if they agree.',
  flags: {
    ...runFlags,
    ...substitutionFlags,
    ...comparisonFlags,
    against: { type: 'string', multiple: true, value: 'local-sync|local-task', help: 'Compares with a replay on these devices.' },
    runs: { type: 'string', value: 'N', help: 'Replays each side so often, and says whether that gives one result; 2 by default.' },
    ...historyFlag,
    format: { type: 'string', value: 'text|json', help: 'Form of the result on stdout.' },
  },
  examples: [
    '--replay_executable_substitution=4=new.so --ulp=4 model.ireereplay',
    '--expect=/tmp/out model.ireereplay',
    '--device=local-task --runs=100 model.ireereplay',
  ],
  run: async (args) => {
    const format = choice(args, 'format', ['text', 'json']);
    const runs = wholeNumber(args, 'runs', 1, 1e6);
    const against = args.values('against');
    const options: VerifyOptions = {
      run: runOptions(args),
      ...comparison(args),
      ...(runs === undefined ? {} : { runs }),
      ...(against.length === 0 ? {} : { againstDevices: against }),
    };
    return reported(async (signal) => {
      let hints: readonly Hint[] = [];
      const hear = (state: EngineState<'verify'>): void => {
        if (state.state === 'running') hints = state.progress.hints ?? hints;
      };
      const state = await inEngine('verify', options, hear, signal);
      const result = verified(options, state, hints);
      console.log(format === 'json' ? JSON.stringify(result, null, 2) : [result.sentence, ...comparedLines(result)].join('\n'));
      await keepRun(args, { job: 'verify', subject: `against ${result.against}`, options, state });
      return result.agrees && (result.against !== 'itself' || result.deterministic) ? 0 : 1;
    });
  },
};
