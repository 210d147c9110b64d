/** How a measured run is, in a few words. */
import type { MeasuredRun } from '../../protocol/results';
import type { Verdict } from '../../protocol/substitution';

export interface Outcome {
  /** Of VS Code's product icons. */
  readonly icon: string;
  /** Colour of the theme; none for what is neither good nor bad. */
  readonly colour?: string;
  readonly sentence: string;
}

const GOOD = 'charts.green';
const BAD = 'list.errorForeground';

const VERDICTS: Readonly<Record<Verdict, Outcome>> = {
  'results-differ': { icon: 'error', colour: BAD, sentence: 'results differ' },
  unknown: { icon: 'question', sentence: 'not known' },
  crashed: { icon: 'error', colour: BAD, sentence: 'crashed' },
  'timed-out': { icon: 'error', colour: BAD, sentence: 'took too long' },
  faster: { icon: 'arrow-up', colour: GOOD, sentence: 'faster' },
  slower: { icon: 'arrow-down', colour: BAD, sentence: 'slower' },
  'no-difference': { icon: 'dash', sentence: 'no difference' },
};

export function outcome(run: MeasuredRun): Outcome {
  switch (run.state.state) {
    case 'idle':
      return { icon: 'clock', sentence: 'waits' };
    case 'running':
      return { icon: 'loading~spin', sentence: 'runs' };
    case 'refused':
      return { icon: 'error', colour: BAD, sentence: 'refused' };
    case 'failed':
      return { icon: 'error', colour: BAD, sentence: 'failed' };
    case 'crashed':
      return { icon: 'error', colour: BAD, sentence: `crashed with ${run.state.crash.signal}` };
    case 'cancelled':
      return { icon: 'circle-slash', sentence: run.state.interrupted === true ? 'interrupted' : 'cancelled' };
    case 'done':
      return done(run);
  }
}

function done(run: MeasuredRun): Outcome {
  switch (run.job) {
    case 'benchmark': {
      const row = run.state.state === 'done' ? run.state.result.rows[0] : undefined;
      return { icon: 'graph-line', sentence: row === undefined ? 'nothing measured' : `${row.label} ${time(row.statistics.median)}` };
    }
    case 'verify': {
      const result = run.state.state === 'done' ? run.state.result : undefined;
      if (result?.agrees === true) return { icon: 'pass', colour: GOOD, sentence: 'results agree' };
      return VERDICTS[result?.unknown === undefined ? 'results-differ' : 'unknown'];
    }
    case 'substitute': {
      const first = run.state.state === 'done' ? run.state.result.candidates[0] : undefined;
      if (first === undefined) return { icon: 'dash', sentence: 'no candidate' };
      const { icon, colour, sentence } = VERDICTS[first.verdict];
      const ratio = first.rows[0]?.ratio;
      const words =
        ratio === undefined || first.verdict === 'no-difference' ? sentence : `${Math.max(ratio, 1 / ratio).toFixed(2)}x ${sentence}`;
      return { icon, ...(colour === undefined ? {} : { colour }), sentence: words };
    }
  }
}

/** Nanoseconds with four significant digits. */
function time(ns: number): string {
  const [value, unit] = ns < 1e3 ? [ns, 'ns'] : ns < 1e6 ? [ns / 1e3, 'µs'] : ns < 1e9 ? [ns / 1e6, 'ms'] : [ns / 1e9, 's'];
  return `${value.toPrecision(4)} ${unit}`;
}
