/** Why two sampled runs cannot say that anything gained or lost, in sentences. */
import type { SampledHow, SampledRun } from './sampledRun';

/** Of all samples that there were. */
const MOST_LOST = 0.01;

interface Asked {
  readonly differ: (before: string, after: string) => string;
  readonly unknown: string;
}

function apart(before: string | number | undefined, after: string | number | undefined, { differ, unknown }: Asked): readonly string[] {
  if (before === undefined || after === undefined) return [unknown];
  return before === after ? [] : [differ(String(before), String(after))];
}

const eitherOf = (runs: readonly SampledHow[], is: (how: SampledHow) => boolean, sentence: string): readonly string[] =>
  runs.some(is) ? [sentence] : [];

/** Of two rates that cost so little, one disturbs a run as much as the other; in parts of its time. */
const LITTLE = 0.02;

/** A rate that follows from what a sample takes on the machine may be another each time. */
function ratesApart(a: SampledHow, b: SampledHow): readonly string[] {
  if ([a, b].every(({ rateHz, mostOverhead = Infinity }) => rateHz !== undefined && mostOverhead <= LITTLE)) return [];
  return apart(a.rateHz, b.rateHz, {
    differ: (one, other) => `Samples were taken ${one} times a second in one run and ${other} times in the other, which takes time itself.`,
    unknown: 'A profile does not say how often samples were taken.',
  });
}

export function samplingDoubts(before: SampledRun, after: SampledRun): readonly string[] {
  const [a, b] = [before.how, after.how];
  const runs = [a, b];
  const lost = [before, after].some(({ all, how }) => how.lost > MOST_LOST * (all.samples + how.lost));
  return [
    ...apart(a.event, b.event, {
      differ: (one, other) => `One profile has samples of ${one}, the other of ${other}.`,
      unknown: 'A profile does not say what its samples are of.',
    }),
    ...eitherOf(runs, ({ event }) => event !== undefined && event !== 'clock', 'Samples of what a processor counts are of no time.'),
    ...apart(a.method, b.method, {
      differ: () => 'Samples were taken in different ways: by the system in one run, by timers in the other.',
      unknown: 'A profile does not say how its samples were taken.',
    }),
    ...ratesApart(a, b),
    ...eitherOf(runs, ({ runs: count }) => count === undefined || count === 0, 'A profile does not say how often it was executed.'),
    ...(lost ? ['More than a hundredth of the samples were lost.'] : []),
    ...eitherOf(runs, ({ message }) => message !== undefined, 'Not all threads were sampled.'),
    ...apart(a.processor, b.processor, {
      differ: (one, other) => `They are of different processors: ${one}, and ${other}.`,
      unknown: 'A profile does not say which processor it is of.',
    }),
    ...apart(a.host, b.host, {
      differ: (one, other) => `They are of different machines: ${one}, and ${other}.`,
      unknown: 'A profile does not say which machine it is of.',
    }),
    ...apart(a.capture, b.capture, {
      differ: () => 'They are of different captures, whose dispatches may do more or less.',
      unknown: 'A profile does not say which capture it is of.',
    }),
    ...apart(a.devices, b.devices, {
      differ: (one, other) => `They are of different devices: ${one}, and ${other}.`,
      unknown: 'A profile does not say which device it is of.',
    }),
    ...apart(a.workers, b.workers, {
      differ: (one, other) => `One had ${one} threads, the other ${other}.`,
      unknown: 'A profile does not say how many threads it had.',
    }),
    ...eitherOf(runs, ({ status }) => status !== 'OK', 'A run did not end well.'),
    ...eitherOf(
      runs,
      ({ allExecutions }) => !allExecutions,
      'A profile does not have all dispatches: how often each was executed is not known.',
    ),
    ...eitherOf(runs, ({ disturbed }) => disturbed, 'Other work took processors in one of the runs.'),
  ];
}
