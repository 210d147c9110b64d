/** info: what a capture is, and whether it can be replayed here. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option } from './option';
import { ENGINE_FLAGS, replayOptions, SUBSTITUTION_FLAGS, unknownDevice } from './replayOptions';

export const info = job({
  name: 'info',
  summary: 'say what a capture holds, and whether it can be replayed here',
  description:
    'Says what a capture holds: health, scopes, devices, executables and their functions, files; and whether this machine can\nreplay it. Executes nothing.',
  examples: ['model.ireereplay', '--export=/tmp/kernels model.ireereplay', '--format=json model.ireereplay | jq .executables'],
  options: replayOptions,
  output: v.object({
    export: v.exactOptional(
      option(v.string(), {
        flag: 'export',
        placeholder: 'DIR',
        description: 'Writes every executable: binary, disassembly, how to build and substitute one.',
      }),
    ),
    format: format(['text', 'json'], 'text for reading (the default), json for programs.'),
  }),
  result: async () => (await import('./infoResult')).infoResult,
  without: [...ENGINE_FLAGS, ...SUBSTITUTION_FLAGS, 'outputs'],
  contradiction: unknownDevice,
});
