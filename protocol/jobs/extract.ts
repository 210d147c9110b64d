/** extract: the smallest capture that does a piece of another. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option, type OptionsOf, type ResultOf, type ToldOf } from './option';
import { outputOption } from './outputOption';
import { count } from './problem';
import { PERF_FLAGS, replayOptions, SUBSTITUTION_FLAGS, unknownDevice } from './replayOptions';

const RECORDS = /^#?(\d+)\.\.#?(\d+)$/;

/** First and last. */
const records = v.pipe(
  v.object({ first: count, last: count }),
  v.check(({ first, last }) => first <= last),
);

const options = v.object({
  ...replayOptions.entries,
  output: outputOption('FILE', 'the capture. An existing file is replaced once everything is written.'),
  scope: v.exactOptional(
    option(v.pipe(v.string(), v.nonEmpty()), {
      flag: 'scope',
      placeholder: 'NAME|NAME[N]',
      description: 'The piece is the first scope of this name; of several NAME[0] is the first, NAME[1] the second.',
    }),
  ),
  dispatch: v.exactOptional(
    option(v.pipe(v.string(), v.nonEmpty()), {
      flag: 'dispatch',
      placeholder: 'RECORD|FUNCTION',
      description:
        'The piece is one dispatch: that of this record as it is executed first (VIA/RECORD: as the queue_execute of record VIA does), or the first of a function (* and ? are wildcards).',
    }),
  ),
  as: v.exactOptional(
    option(v.picklist(['project']), {
      flag: 'as',
      placeholder: 'project',
      description:
        'With --dispatch: also writes a folder next to FILE with the kernel, its source where the executable embeds it, its inputs as .npy, what it leaves, and a test of a changed one.',
    }),
  ),
  records: v.exactOptional(
    option(records, {
      flag: 'records',
      placeholder: 'A..B',
      description: 'The piece is what these records do, the last one included.',
      parse: (text) => {
        const [, first, last] = RECORDS.exec(text) ?? [];
        return first === undefined ? text : { first: Number(first), last: Number(last) };
      },
      print: ({ first, last }) => `${String(first)}..${String(last)}`,
      wrong: (text) => `expected --records=A..B, two records in order, got ${text}`,
    }),
  ),
});

/** What was written. */
const extractResult = v.object({
  /** Of the scope, or of the dispatch's function. */
  name: v.string(),
  /** Of a scope whose name others have, too: its place among them, from 0, and how many there are. */
  scope: v.exactOptional(v.object({ place: count, of: count })),
  /** Written, of so many. */
  records: count,
  ofRecords: count,
  bytes: count,
  /** Of these bytes, what the piece finds in memory. */
  inputBytes: count,
  /** Buffers that it finds. */
  buffers: count,
  executables: count,
  /** Left by it, and found the same as what the capture leaves there. */
  comparedBytes: count,
  /** `same` as the capture's. `unsteady`: two replays of the capture leave different bytes already. `nothing` is left that could be compared. */
  results: v.picklist(['same', 'unsteady', 'nothing']),
  /** The folder of the project, where one was asked for. */
  project: v.exactOptional(v.string()),
});

export const extract = job({
  name: 'extract',
  summary: 'write the smallest capture that does a piece of another',
  description:
    'Replays a capture up to a scope, a dispatch or records, and writes what these need as a capture of its own: objects, executables,\n' +
    'and the bytes that they find in memory. It reads back what the piece leaves. Both are then replayed, and nothing is written where they\n' +
    "leave different bytes. IREE's tools replay the result. Ids stay as they are. Executes the capture's machine code: with --engine=iree on any\n" +
    'device of the installed IREE.',
  examples: [
    '--scope=execute -o execute.ireereplay model.ireereplay',
    "--dispatch='*matmul*' -o reproducer.ireereplay model.ireereplay",
    '--records=12..40 -o piece.ireereplay model.ireereplay',
    "--dispatch='*matmul*' --as=project -o matmul.ireereplay model.ireereplay",
    "--engine=iree --device=local-task --dispatch='*matmul*' -o reproducer.ireereplay model.ireereplay",
  ],
  options,
  output: v.object({ format: format(['text', 'json'], 'text for reading (the default), json for programs.') }),
  result: () => Promise.resolve(extractResult),
  without: [...PERF_FLAGS, ...SUBSTITUTION_FLAGS, 'outputs', 'replay_stop_before', 'poison'],
  contradiction: (asked) => {
    if ([asked.scope, asked.dispatch, asked.records].filter((piece) => piece !== undefined).length !== 1)
      return 'expected one of --scope=NAME, --dispatch=RECORD and --records=A..B';
    if (asked.as !== undefined && asked.dispatch === undefined) return 'a project is of one kernel: --as=project needs --dispatch';
    return asked.as !== undefined && asked.iree !== undefined
      ? 'the iree engine cannot do --as=project: only the native engine can'
      : unknownDevice(asked);
  },
});

export type ExtractOptions = OptionsOf<typeof options>;
export type ExtractTold = ToldOf<typeof options>;
export type ExtractResult = ResultOf<typeof extractResult>;
