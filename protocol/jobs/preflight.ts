/** preflight: every reason why a replay would fail. */
import * as v from 'valibot';
import { format } from './format';
import { job } from './job';
import { ENGINE_FLAGS, PERF_FLAGS, replayOptions, unknownDevice } from './replayOptions';

export const preflight = job({
  name: 'preflight',
  summary: 'list every reason why a replay would fail, hang or differ',
  description:
    'Reads a capture and lists everything that would make its replay fail, hang or differ, with the record and what to do.\nExecutes nothing.',
  examples: ['model.ireereplay', '--device=local-task --format=json model.ireereplay'],
  options: replayOptions,
  output: v.object({ format: format(['text', 'json'], 'text for reading (the default), json for programs.') }),
  result: async () => (await import('./preflightReport')).preflightReport,
  without: [...ENGINE_FLAGS, ...PERF_FLAGS, 'outputs'],
  contradiction: unknownDevice,
});
