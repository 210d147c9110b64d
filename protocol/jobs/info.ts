/** info: what is in a capture, and whether it can be replayed here. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { option } from './option';
import { ENGINE_FLAGS, PERF_FLAGS, replayOptions, SUBSTITUTION_FLAGS, unknownDevice } from './replayOptions';

export const info = job({
  name: 'info',
  summary: 'show what a capture contains, and whether it can be replayed here',
  description:
    'Shows what a capture contains: health, scopes, devices, executables and their functions, files; and whether this\nmachine can replay it. Executes nothing.',
  examples: ['model.ireereplay', '--export=kernels model.ireereplay', '--format=json model.ireereplay | jq .executables'],
  options: replayOptions,
  output: v.object({
    export: v.exactOptional(
      option(v.string(), {
        flag: 'export',
        placeholder: 'DIR',
        description: 'Writes every executable: binary, disassembly, and how to build and substitute one.',
      }),
    ),
    format: format(['text', 'json'], 'text for reading (the default), json for programs.'),
  }),
  result: async () => (await import('./infoResult')).infoResult,
  without: [...ENGINE_FLAGS, ...PERF_FLAGS, ...SUBSTITUTION_FLAGS, 'outputs'],
  contradiction: unknownDevice,
});
