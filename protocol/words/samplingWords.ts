/** How samples were taken and where they are, in words. */
import { NARROW, type Hotspots, type SampledShare, type Sampling, type SamplingCost } from '../code/hotspots';
import type { RecordedProfile } from '../profile/profiling';
import { counted, grouped } from './countWords';

const METHODS: Readonly<Record<string, string>> = { perf_events: 'by perf events', timers: 'by timers' };

/** What the profile does not say is not in it. */
export function samplingSentence({ samples, inKernels, inLibraries, elsewhere, lost, ...how }: Hotspots): string {
  const where = [
    `${grouped(inKernels)} in kernels`,
    ...(inLibraries === 0 ? [] : [`${grouped(inLibraries)} in libraries that they call`]),
    `${grouped(elsewhere)} elsewhere in the engine`,
    ...(lost === undefined ? [] : [lost === '0' ? 'none lost' : `${grouped(lost)} lost`]),
  ];
  return sentences(`${takenWords(samples, how)}: ${where.join(', ')}.`, costSentences(how));
}

/** The same of a profile that was just recorded, of which it is not known where they are. */
export function takenSentence({ taken, shareWithin, ...how }: NonNullable<RecordedProfile['samples']>): string {
  const within = `each share is known to within ${points(shareWithin)}`;
  const told = shareWithin <= NARROW ? `${within}.` : `${within} only: more seconds would tell.`;
  return sentences(`${takenWords(taken, how)}: ${told}`, costSentences(how));
}

const sentences = (first: string, others: readonly string[]): string => [first, ...others].join(' ');

const points = (parts: number): string => `${(100 * parts).toFixed(1)} points`;
/** "1 %", "0.4 %". */
const percent = (parts: number): string => `${String(Number((100 * parts).toPrecision(2)))} %`;

/** "1,060 samples, 251 a second by perf events over 100 runs". */
function takenWords(samples: number, { event, rateHz, method, runs }: Sampling): string {
  const how = [
    rateHz === undefined ? '' : `${grouped(rateHz)} a second`,
    event === undefined || event === 'clock' ? '' : `of ${event}`,
    method === undefined ? '' : (METHODS[method] ?? `by ${method}`),
    runs === undefined ? '' : runs === 1 ? 'in one run' : `over ${grouped(runs)} runs`,
  ].filter((words) => words !== '');
  return `${counted(samples, 'sample')}${how.length === 0 ? '' : `, ${how.join(' ')}`}`;
}

/** What a sample takes here, and with that the most that samples cost; and what they did cost. */
function costSentences({ interruptNs, mostOverhead, allowedOverhead, cost }: Sampling): readonly string[] {
  const allowed = allowedOverhead === undefined ? '' : ` (allowed: ${percent(allowedOverhead)})`;
  const most =
    interruptNs === undefined || mostOverhead === undefined
      ? allowedOverhead === undefined
        ? []
        : [`The cost of a sample could not be measured${allowed}.`]
      : [`A sample takes ${(interruptNs / 1000).toFixed(1)} us, so that runs are at most ${percent(mostOverhead)} longer${allowed}.`];
  return cost === undefined ? most : [...most, costSentence(cost)];
}

/** No verdict, as how far runs of the same are from each other is not known. */
function costSentence({ ratio, low, high, runs }: SamplingCost): string {
  return `Sampled runs take ${ratio.toFixed(3)}x [${low.toFixed(3)}, ${high.toFixed(3)}] the time of the ${grouped(runs)} unsampled runs between them.`;
}

/** The line with the most samples, or of machine code without lines the kernel. */
function hottest({ kernels }: Hotspots): SampledShare | undefined {
  const lines = kernels.flatMap((kernel): readonly SampledShare[] => (kernel.lines.length === 0 ? [kernel] : kernel.lines));
  return lines.reduce<SampledShare | undefined>((most, line) => (line.samples > (most?.samples ?? 0) ? line : most), undefined);
}

/** What to mind when one reads the shares. */
export function samplingWarnings(hotspots: Hotspots): readonly string[] {
  const { lost = '0', method, notes, cost, allowedOverhead } = hotspots;
  const most = hottest(hotspots);
  const within = most === undefined ? 0 : (most.high - most.low) / 2;
  return [
    ...(within > NARROW ? [`The largest share of a line is known to within ${points(within)} only: sampling for longer would tell.`] : []),
    ...(allowedOverhead !== undefined && cost !== undefined && cost.low > 1 + allowedOverhead
      ? [`Samples cost more than the ${percent(allowedOverhead)} that was allowed: allow less to take fewer.`]
      : []),
    ...(lost === '0'
      ? []
      : ['There was no room for the lost samples: shares are of those that were kept, and lean away from where the most came at once.']),
    ...(method === 'timers'
      ? ["Timers go by the system's tick, often 250 a second: a sample may stand for several, so that intervals are wider."]
      : []),
    ...notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`),
  ];
}
