/** unpack: a capture that refers to the bytes of its files, and those as files. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import type { OptionsOf, ToldOf } from './option';
import { outputOption } from './outputOption';
import { packResult } from './pack';

const options = v.object({
  capture: v.string(),
  output: outputOption('DIR', 'the capture, under its own name, and its files. Existing files are not replaced.'),
});

export const unpack = job({
  name: 'unpack',
  summary: 'put the files that a capture holds next to it',
  description:
    'Writes a folder with the files whose bytes a capture holds, and the capture, which refers to them by path and digest. Of a file of\n' +
    'which only ranges were kept, all else reads as zeros. Where the folder is moved, say so with --replay_file_remap. Executes nothing.',
  examples: ['-o model model.ireereplay'],
  options,
  output: v.object({ format: format(['text', 'json'], 'text for reading (the default), json for programs.') }),
  result: () => Promise.resolve(packResult),
});

export type UnpackOptions = OptionsOf<typeof options>;
export type UnpackTold = ToldOf<typeof options>;
