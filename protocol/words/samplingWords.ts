/** How samples were taken and where they are, in words. */
import type { Hotspots, SamplingCost } from '../code/hotspots';
import { counted, grouped } from './countWords';

const METHODS: Readonly<Record<string, string>> = { perf_events: 'by perf events', timers: 'by timers' };

/** What the profile does not say is not in it. */
export function samplingSentence({
  samples,
  inKernels,
  inLibraries,
  elsewhere,
  rateHz,
  method,
  event,
  runs,
  lost,
  cost,
}: Hotspots): string {
  const how = [
    rateHz === undefined ? '' : `${grouped(rateHz)} a second`,
    event === undefined || event === 'clock' ? '' : `of ${event}`,
    method === undefined ? '' : (METHODS[method] ?? `by ${method}`),
    runs === undefined ? '' : runs === 1 ? 'in one run' : `over ${grouped(runs)} runs`,
  ].filter((words) => words !== '');
  const where = [
    `${grouped(inKernels)} in kernels`,
    ...(inLibraries === 0 ? [] : [`${grouped(inLibraries)} in libraries that they call`]),
    `${grouped(elsewhere)} elsewhere in the engine`,
    ...(lost === undefined ? [] : [lost === '0' ? 'none lost' : `${grouped(lost)} lost`]),
  ];
  const taken = `${counted(samples, 'sample')}${how.length === 0 ? '' : `, ${how.join(' ')}`}: ${where.join(', ')}.`;
  return cost === undefined ? taken : `${taken} ${costSentence(cost)}`;
}

/** No verdict, as how far runs of the same are from each other is not known. */
function costSentence({ ratio, low, high, runs }: SamplingCost): string {
  return `Sampled runs take ${ratio.toFixed(3)}x [${low.toFixed(3)}, ${high.toFixed(3)}] the time of ${grouped(runs)} in between that were not.`;
}

/** What to mind when one reads the shares. */
export function samplingWarnings({ lost = '0', method, notes }: Hotspots): readonly string[] {
  return [
    ...(lost === '0'
      ? []
      : ['There was no room for the lost samples: shares are of those that were kept, and lean away from where the most came at once.']),
    ...(method === 'timers'
      ? ["Timers go by the system's tick, often 250 a second: a sample may stand for several, so that intervals are wider."]
      : []),
    ...notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`),
  ];
}
