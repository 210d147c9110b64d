/** pack: a capture with the bytes of its files in it. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option, type OptionsOf, type ResultOf, type ToldOf } from './option';
import { outputOption } from './outputOption';
import { count } from './problem';
import { replayOptions } from './replayOptions';

const options = v.object({
  capture: v.string(),
  output: outputOption('FILE', 'the capture. An existing file is replaced once everything is written.'),
  files: v.exactOptional(
    option(v.picklist(['ranges', 'all']), {
      flag: 'files',
      placeholder: 'ranges|all',
      description: 'What is kept of each file: ranges is what the capture reads (the default), all is all of it.',
    }),
    'ranges',
  ),
  fileRemaps: v.exactOptional(replayOptions.entries.fileRemaps, []),
});

/** What was written. */
export const packResult = v.object({
  /** Of the capture. */
  bytes: count,
  /** Files that it referred to, or held, by the record that imports them. */
  files: v.array(
    v.object({
      /** Object id. */
      id: v.string(),
      record: count,
      path: v.string(),
      /** Put into the capture, or taken out of it. */
      bytes: count,
      /** Why it was left as it was. */
      left: v.exactOptional(v.string()),
    }),
  ),
});

export const pack = job({
  name: 'pack',
  summary: 'put the files that a capture refers to into it',
  description:
    'Writes a capture that needs no other file. Each file is checked first to be what was recorded, as a replay checks it: nothing is\n' +
    'written if one is missing or has changed. Files that the capture writes stay outside. Executes nothing.',
  examples: [
    '-o packed.ireereplay model.ireereplay',
    '--files=all --replay_file_remap=/mnt/model=/home/me -o packed.ireereplay model.ireereplay',
  ],
  options,
  output: v.object({ format: format(['text', 'json'], 'text for reading (the default), json for programs.') }),
  result: () => Promise.resolve(packResult),
});

export type PackOptions = OptionsOf<typeof options>;
export type PackTold = ToldOf<typeof options>;
export type PackResult = ResultOf<typeof packResult>;
