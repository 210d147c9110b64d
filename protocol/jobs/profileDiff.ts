/** profile diff: what each record or function of two profiles took, one against the other. */
import * as v from 'valibot';
import { job } from './job';
import { option, type ResultOf } from './option';
import { report } from './reportOption';

const side = v.object({
  executions: v.number(),
  /** Nanoseconds, of all executions. */
  totalNs: v.number(),
  /** Nanoseconds; of executions evenly chosen where there are many. */
  medianNs: v.number(),
});

const row = v.object({
  /** The function, or the operation of a queue. */
  key: v.string(),
  /** Position in the capture, where both profiles are of one. */
  record: v.exactOptional(v.number()),
  /** Absent where only the other profile has it. */
  before: v.exactOptional(side),
  after: v.exactOptional(side),
  /** Nanoseconds in total: after less before. */
  differenceNs: v.number(),
  /** Where both have it. */
  difference: v.exactOptional(
    v.object({
      /** How many times as long it took before: above 1 it is faster now. */
      ratio: v.number(),
      /** 95 %, of the ratio of the medians; absent without several samples of both. */
      interval: v.exactOptional(v.tuple([v.number(), v.number()])),
      verdict: v.picklist(['faster', 'slower', 'no-difference', 'not-known-yet']),
      /** What is missing to know it, in a sentence. */
      missing: v.exactOptional(v.string()),
      /** How far runs of the same code are from each other, in parts, where it is known. */
      noise: v.exactOptional(v.number()),
    }),
  ),
});

const summary = v.object({
  /** `record`: both profiles are of one capture. */
  matchedBy: v.picklist(['record', 'function']),
  beforeNs: v.number(),
  afterNs: v.number(),
  /** Executions without a time, in either. */
  untimed: v.number(),
});
export type ProfileDiffRow = ResultOf<typeof row>;
export interface ProfileDiffResult extends ResultOf<typeof summary> {
  /** By the difference of total time, the largest first. */
  readonly rows: readonly ProfileDiffRow[];
}

const options = v.object({
  capture: v.string(),
  before: option(v.pipe(v.array(v.string()), v.minLength(1, 'expected two profiles: diff BEFORE AFTER')), {
    flag: 'before',
    placeholder: 'PROFILE',
    description:
      'What to compare with. Given again for earlier runs of the same code, they say how far runs are from each other; the last one is compared.',
  }),
});

export const profileDiff = job({
  name: 'profile diff',
  file: 'profile',
  summary: 'say what took more or less time than in another profile',
  description:
    'Compares what each record took where both profiles are of one capture, and each function otherwise; sorted by the difference of total\n' +
    'time. `diff A B` is the same as `diff --before=A B`. Faster and slower are said as a benchmark says them: of ten samples and more, beyond\n' +
    'what runs of the same code differ by, which five profiles before tell.',
  examples: [
    'before.ireeprof after.ireeprof',
    '--before=1.ireeprof --before=2.ireeprof --format=jsonl 3.ireeprof',
    'before.ireeprof after.ireeprof --report=diff.html',
  ],
  options,
  output: v.object({
    format: v.exactOptional(
      option(v.picklist(['text', 'jsonl']), {
        flag: 'format',
        placeholder: 'text|jsonl',
        description: 'text for reading (the default), jsonl for programs: a summary and a row a line.',
      }),
      'text',
    ),
    report,
  }),
  /** Of each line: the summary, then the rows. */
  result: () =>
    Promise.resolve(
      v.variant('type', [
        v.object({ type: v.literal('diff_summary'), ...summary.entries }),
        v.object({ type: v.literal('diff_row'), ...row.entries }),
      ]),
    ),
});
