/** profile render: a profile's timeline for other programs. */
import * as v from 'valibot';
import { job } from './job';
import { option } from './option';

const TIMELINE_FORMATS = ['perfetto', 'chrome', 'speedscope', 'folded'] as const;
export const SAMPLE_FORMATS = ['pprof', 'speedscope-samples'] as const;
export const RENDER_FORMATS = [...TIMELINE_FORMATS, ...SAMPLE_FORMATS, 'html'] as const;
/** What is drawn along time. */
export type TimelineFormat = (typeof TIMELINE_FORMATS)[number];
/** What is drawn of samples of kernels. */
export type SampleFormat = (typeof SAMPLE_FORMATS)[number];
export type RenderFormat = (typeof RENDER_FORMATS)[number];

export const isSampleFormat = (format: RenderFormat): format is SampleFormat => SAMPLE_FORMATS.some((one) => one === format);

export const profileRender = job({
  name: 'profile render',
  file: 'profile',
  summary: 'draw the timeline for Perfetto, Chrome, speedscope or flame graphs; samples for pprof; a page for a browser',
  description:
    'Writes what ran when: executions on the tracks of their queues and of workers, submissions and memory events, counters, and flows from each\n' +
    "submission to its execution. As iree-profile-render names and times it, and whatever the profile's size without holding it in memory.\n" +
    'Of a damaged profile everything up to its last whole chunk is drawn, and the reason why it ends stands on stderr.',
  examples: [
    '--output=run.pftrace run.ireeprof',
    '--format=chrome --output=run.json run.ireeprof',
    '--format=folded run.ireeprof > run.folded',
    '--format=pprof --output=run.pb.gz run.ireeprof',
  ],
  options: v.object({
    capture: v.string(),
    format: v.exactOptional(
      option(v.picklist(RENDER_FORMATS), {
        flag: 'format',
        placeholder: RENDER_FORMATS.join('|'),
        description:
          'perfetto (the default): a trace for ui.perfetto.dev; chrome: Chrome trace events as JSON; speedscope: for speedscope.app; folded: a stack of names and its nanoseconds a line, for flamegraph.pl. Of a profile recorded with --sample, pprof: samples by dispatch, function and line, gzipped, for go tool pprof; speedscope-samples: the same for speedscope.app. html: a page that opens in any browser, without network: where the time went, what ran when, dispatches by function, and samples.',
      }),
      'perfetto',
    ),
    output: v.exactOptional(
      option(v.string(), { flag: 'output', placeholder: 'FILE', description: 'Where to write it; - is stdout (the default).' }),
      '-',
    ),
  }),
  output: v.object({}),
  result: () => Promise.resolve(v.unknown()),
});
