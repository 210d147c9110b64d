/** How a measured run is, in a few words. */
import type { MeasuredJob, MeasuredRun, RunOf } from '../../protocol/results/results';
import { longestRow, ownRows } from '../../protocol/results/longestRow';
import type { SpeedVerdict } from '../../protocol/measurement/difference';
import type { Verdict } from '../../protocol/replay/substitution';
import type { KeptState } from '../../protocol/replay/verification';
import { foundWords } from '../../protocol/words/bisectionWords';
import { differenceWords } from '../../protocol/words/differenceWords';
import { endWords } from '../../protocol/words/endWords';
import { percent } from '../../protocol/words/percent';
import { stateWords } from '../../protocol/words/stateSentence';
import { wrongVerdict } from '../../protocol/words/wrongVerdict';
import { timeWords } from './timeWords';

/** What is done, in lists and titles. */
export const JOB_NAMES: Readonly<Record<MeasuredJob, string>> = {
  benchmark: 'Benchmark',
  verify: 'Verify',
  substitute: 'Substitute',
  bisect: 'Bisect',
  run: 'Profile',
};

export interface Outcome {
  /** Of VS Code's product icons. */
  readonly icon: string;
  /** Colour of the theme; none for what is neither good nor bad. */
  readonly colour?: string;
  readonly sentence: string;
}

const GOOD = 'charts.green';
const BAD = 'list.errorForeground';

/** Of what is not about speed. */
const WRONG = {
  'results-differ': { icon: 'error', colour: BAD, sentence: 'results differ' },
  unknown: { icon: 'question', sentence: 'not known' },
  crashed: { icon: 'error', colour: BAD, sentence: 'crashed' },
  'timed-out': { icon: 'error', colour: BAD, sentence: 'took too long' },
  'depends-on-unwritten-memory': { icon: 'error', colour: BAD, sentence: 'depends on unwritten memory' },
  'keeps-state': { icon: 'error', colour: BAD, sentence: stateWords(undefined) },
} as const satisfies Partial<Record<Verdict, Outcome>>;

const SPEED: Readonly<Record<SpeedVerdict, Pick<Outcome, 'icon' | 'colour'>>> = {
  faster: { icon: 'arrow-up', colour: GOOD },
  slower: { icon: 'arrow-down', colour: BAD },
  'no-difference': { icon: 'dash' },
  'not-known-yet': { icon: 'question' },
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
      return { icon: 'circle-slash', sentence: endWords(run.state).toLowerCase() };
    case 'done':
      return done(run);
  }
}

function done(run: MeasuredRun): Outcome {
  switch (run.job) {
    case 'benchmark': {
      const row = run.state.state === 'done' ? longestRow(ownRows(run.settings.engine, run.state.result.rows), (one) => one) : undefined;
      const time = row?.belowResolution === true ? 'not measurable' : timeWords(row?.statistics.median ?? 0);
      return { icon: 'graph-line', sentence: row === undefined ? 'nothing measured' : `${row.label} ${time}` };
    }
    case 'verify': {
      const result = run.state.state === 'done' ? run.state.result : undefined;
      if (result?.agrees === true) return { icon: 'pass', colour: GOOD, sentence: 'results agree' };
      return wrong(result === undefined ? 'unknown' : wrongVerdict(result), result?.keepsState);
    }
    case 'substitute': {
      const first = run.state.state === 'done' ? run.state.result.candidates[0] : undefined;
      if (first === undefined) return { icon: 'dash', sentence: 'no candidate' };
      if (isWrong(first.verdict) || first.rows[0] === undefined) return wrong(first.verdict, first.verification?.keepsState);
      return { ...SPEED[first.rows[0].verdict], sentence: differenceWords(first.rows[0]) };
    }
    case 'bisect': {
      const result = run.state.state === 'done' ? run.state.result : undefined;
      if (result === undefined) return WRONG.unknown;
      return { icon: result.verdict === 'found' ? 'search' : 'question', sentence: foundWords(result) };
    }
    case 'run':
      return { icon: 'pulse', sentence: profileWords(run) };
  }
}

const isWrong = (verdict: Verdict): verdict is keyof typeof WRONG => verdict in WRONG;
function wrong(verdict: Verdict, kept: KeptState | undefined): Outcome {
  if (verdict === 'keeps-state') return { ...WRONG[verdict], sentence: stateWords(kept) };
  return isWrong(verdict) ? WRONG[verdict] : WRONG.unknown;
}

/** "12.30 ms, most of it in softmax". IREE's tools do not say what took how long. */
function profileWords({ state }: RunOf<'run'>): string {
  const result = state.state === 'done' ? state.result : undefined;
  if (result === undefined || 'program' in result) return 'profile recorded';
  const took = timeWords(Number(result.executeNs));
  const all = result.functions.reduce((sum, { ns }) => sum + Number(ns), 0);
  const [first] = result.functions.toSorted((a, b) => Number(b.ns) - Number(a.ns));
  return first?.name === undefined || first.name === '' || all === 0
    ? took
    : `${took}, ${percent(Number(first.ns) / all)} of kernels in ${first.name}`;
}
