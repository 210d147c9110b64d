/** repair: the whole records of a torn capture. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import type { OptionsOf, ResultOf, ToldOf } from './option';
import { outputOption } from './outputOption';
import { count } from './problem';

const options = v.object({
  capture: v.string(),
  output: outputOption('FILE', 'the capture. An existing file is replaced once everything is written.'),
});

/** What was kept. */
const repairResult = v.object({
  records: count,
  /** Of the file that was written. */
  bytes: count,
  /** Behind the last whole record. */
  bytesLost: count,
  /** Why the capture ends there; not of a whole one. */
  end: v.exactOptional(v.object({ message: v.string(), record: v.exactOptional(count), offset: v.exactOptional(count) })),
});

export const repair = job({
  name: 'repair',
  summary: 'write the whole records of a torn capture as a valid one',
  description:
    'Copies the records of a capture up to the first that is not whole: of a recorder that was killed, or of a copy that was cut. The\n' +
    "result opens in IREE's tools. What it lacks in the end it still lacks: preflight says whether it can be replayed.",
  examples: ['-o whole.ireereplay torn.ireereplay', '--format=json -o whole.ireereplay torn.ireereplay | jq .records'],
  options,
  output: v.object({ format: format(['text', 'json'], 'text for reading (the default), json for programs.') }),
  result: () => Promise.resolve(repairResult),
});

export type RepairOptions = OptionsOf<typeof options>;
export type RepairTold = ToldOf<typeof options>;
export type RepairResult = ResultOf<typeof repairResult>;
