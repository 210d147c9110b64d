/** substitute: whether a kernel is right, and whether it is faster. */
import * as v from 'valibot';
import { comparisonOptions } from './comparison';
import { format } from './format';
import { history } from './historyOption';
import type { Job } from './job';
import { option, type OptionsOf, type ToldOf } from './option';
import { replayOptions, unknownDevice } from './replayOptions';
import { report } from './reportOption';
import { REQUEST_KINDS } from './verificationResult';
import { aboveZero, notSeconds, secondsText, seedNumber, wholeNumber } from './texts';

/** What replaces captured executables. */
const candidate = v.object({
  name: v.string(),
  /** As RunOptions.substitutions. */
  substitutions: v.array(v.string()),
  /** As RunOptions.workgroupCounts. */
  workgroupCounts: v.exactOptional(v.array(v.string()), []),
});

/** What options and command line share. */
const shared = {
  /** How results are compared. */
  verify: v.exactOptional(v.object(comparisonOptions), {}),
  /** It ends earlier when `seconds` are over, but not before three preparations. */
  pairs: v.exactOptional(
    option(wholeNumber(10, 10_000), {
      flag: 'pairs',
      placeholder: 'N',
      description: 'Pairs to measure; by default until the interval is narrower than a percent and tells, or the time is over.',
    }),
  ),
  seconds: v.exactOptional(
    option(aboveZero, {
      flag: 'seconds',
      placeholder: 'SECONDS',
      description: 'Stops after this long, but not before both sides were prepared three times; 30 by default.',
      ...secondsText,
      wrong: notSeconds('seconds'),
    }),
    30,
  ),
  scopes: v.exactOptional(
    option(v.pipe(v.array(v.string()), v.minLength(1)), {
      flag: 'replay_scope',
      placeholder: 'NAME',
      description: 'Compares these scopes; by default those that run what is substituted.',
    }),
  ),
  /** Records or function patterns. */
  dispatches: v.exactOptional(
    option(v.pipe(v.array(v.string()), v.minLength(1)), {
      flag: 'replay_dispatch',
      placeholder: 'RECORD|FUNCTION',
      description: 'Compares these dispatches; those substituted by default.',
    }),
  ),
  /** What a candidate may ask the machine for and still be called faster. */
  allow: v.exactOptional(
    option(v.array(v.picklist(REQUEST_KINDS)), {
      flag: 'allow',
      placeholder: REQUEST_KINDS.join('|'),
      separated: true,
      description:
        'Calls a candidate faster although its code has this: instructions that read a clock, a counter or random numbers, system calls, threads. What does may do something else while it is timed.',
    }),
    [],
  ),
  sample: v.exactOptional(
    option(v.boolean(), {
      flag: 'sample',
      description:
        'Where the times differ, samples original and candidate in turn, and says which loop made the difference and what it computes on in both.',
    }),
    false,
  ),
  /** Of each of three replays: of the original, the candidate, and the original again. */
  sampleSeconds: v.exactOptional(
    option(wholeNumber(1, 3600), {
      flag: 'sample_seconds',
      placeholder: 'N',
      description: 'Samples each for this long; 2 by default.',
    }),
    2,
  ),
  /** From the clock by default. */
  seed: v.exactOptional(
    option(seedNumber, {
      flag: 'seed',
      placeholder: 'N',
      description: 'Seed of the random order, and of the first of the other inputs and places.',
    }),
  ),
};

const options = v.object({
  /** Without substitutions: the original. */
  run: replayOptions,
  candidates: v.pipe(v.array(candidate), v.minLength(1, 'substitute needs --replay_executable_substitution')),
  ...shared,
});

const asked = v.object({
  run: replayOptions,
  each: v.exactOptional(
    option(v.boolean(), {
      flag: 'each',
      description: 'Makes every substitution its own candidate, instead of all together being one.',
    }),
    false,
  ),
  ...shared,
});

const output = v.object({ history, report, format: format(['text', 'json']) });

/** "k.so" of "4=/kernels/k.so". */
const nameOf = (substitution: string): string => {
  const file = substitution.slice(substitution.indexOf('=') + 1);
  return file.split('/').findLast((part) => part !== '') ?? file;
};

/** All substitutions together, or each on its own. */
function candidatesOf(each: boolean, substitutions: readonly string[], workgroupCounts: string[]): v.InferInput<typeof candidate>[] {
  if (substitutions.length === 0) return [];
  const groups = each ? substitutions.map((one) => [one]) : [[...substitutions]];
  return groups.map((group) => ({ name: group.map(nameOf).join(' + '), substitutions: group, workgroupCounts }));
}

export const substitute: Job<typeof options, typeof output, typeof asked> = {
  name: 'substitute',
  file: 'capture',
  summary: 'verify a substitute, and measure it against the original, interleaved',
  description:
    'Replaces captured executables, compares the outputs, and if they agree measures original and candidate\n' +
    'in turn, in random order, in one process; executions that are timed are compared, too. The verdict is results-differ, unknown,\n' +
    'crashed, timed-out (past --timeout), depends-on-unwritten-memory (or on where buffers lie), keeps-state (it is right, but leaves\n' +
    'something behind: in data of its own, outside of its buffers, or in how its thread computes),\n' +
    'faster, slower, no-difference or not-known-yet; of several candidates each has its own. Exit status 1 when one of the first six is\n' +
    "there. With --engine=iree, dispatches are timed by their device's own clock, in one process of iree-run-replay; where it has none,\n" +
    'results are compared alone.',
  examples: [
    '--replay_executable_substitution=4=new.so model.ireereplay',
    "--replay_executable_substitution='fn:*matmul*=kernel.c' --absolute=1e-4 --seconds=5 --format=json model.ireereplay",
  ],
  options,
  output,
  result: async () => (await import('./substitutionResult')).substituteResult,
  asked,
  told: ({ each, run: { substitutions, workgroupCounts, ...run }, ...others }) => ({
    run,
    candidates: candidatesOf(each, substitutions, workgroupCounts),
    ...others,
  }),
  askedOf: ({ run, candidates, ...others }) => ({
    run: {
      ...run,
      substitutions: candidates.flatMap(({ substitutions }) => substitutions),
      // A command line gives all the same.
      workgroupCounts: candidates[0]?.workgroupCounts ?? [],
    },
    each: candidates.length > 1,
    ...others,
  }),
  without: ['outputs'],
  contradiction: ({ run }) => unknownDevice(run),
};

export type SubstituteOptions = OptionsOf<typeof options>;
export type SubstituteTold = ToldOf<typeof options>;
/** What replaces captured executables. */
export type Candidate = OptionsOf<typeof candidate>;
