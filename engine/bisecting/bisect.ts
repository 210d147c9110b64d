/** The first of a series that is not as the good one. */
import type { BisectProgress, BisectResult, BisectTest, BisectTold } from '../../protocol/measurement/bisection';
import { byOf, endsOf } from '../../protocol/jobs/bisect';
import { testsOfBuilds, type Surroundings } from './builds';
import { testsOfInstallations } from './installations';
import { answerAtEnd, answerOf, type Outcome } from './outcome';
import { search, type Answer } from './search';
import { namesOf } from './seriesNames';
import { verdictSentence, type GoodOne } from './verdictSentence';

/** What is told of a test. */
function told(number: number, name: string, answer: Answer, { kind, ...outcome }: Outcome): BisectTest {
  const timed = 'difference' in outcome ? outcome.difference : undefined;
  return {
    number,
    name,
    answer: kind === 'skipped' ? 'skipped' : answer,
    sentence: outcome.sentence,
    ...(timed === undefined || timed.missing === 'unmeasurable' ? {} : { ratio: timed.ratio, interval: timed.interval }),
  };
}

/** Searches as the options say. Rejects where tests cannot be done at all; where it is cancelled, before a test has ended. */
export async function bisect(
  options: BisectTold,
  surroundings: Surroundings,
  report: (progress: BisectProgress) => void,
): Promise<BisectResult> {
  const ends = endsOf(options);
  if (typeof ends === 'string') throw new Error(ends);
  const { first, last } = ends;
  const all = [...options.builds, ...options.installations];
  const series = all.slice(first, last + 1);
  const names = namesOf(series);
  const by = byOf(options);
  const tests: BisectTest[] = [];
  const { signal } = surroundings;
  try {
    const testsOf = options.installations.length > 0 ? testsOfInstallations : testsOfBuilds;
    const test = testsOf(options, first, surroundings);
    let [good, bad]: (Outcome | undefined)[] = [];
    let goodOne: GoodOne = 'as-itself';
    const answer = (index: number, outcome: Outcome): Answer => {
      if (bad !== undefined) return answerOf(outcome, bad);
      if (index === 0) {
        good = outcome;
        if (outcome.kind !== 'same') goodOne = outcome.kind === 'fails' ? 'fails' : 'otherwise';
        // That its own time is not known exactly says nothing against it: it is held against the bad one's.
        return outcome.kind === 'timed' && answerAtEnd(outcome) === 'unknown' ? 'good' : answerAtEnd(outcome);
      }
      const said = answerAtEnd(outcome);
      if (said !== 'bad' || good === undefined) return said;
      bad = outcome;
      goodOne = answerOf(good, outcome) === 'good' ? 'as-itself' : 'unsure';
      return goodOne === 'unsure' ? 'unknown' : 'bad';
    };
    const found = await search(series.length, async (index) => {
      const name = names[index] ?? '';
      report({ name, tests: [...tests] });
      const outcome = await test(first + index);
      signal.throwIfAborted();
      const said = answer(index, outcome);
      tests.push(told(first + index + 1, name, said, outcome));
      return said;
    });
    const latest = (index: number): BisectTest => {
      const one = tests.findLast(({ number }) => number === first + index + 1);
      if (one === undefined) throw new Error(`${names[index] ?? ''} was not tested`);
      return one;
    };
    const sentence = verdictSentence(found, by, names, latest, goodOne);
    if (found.kind !== 'between') return { verdict: 'not-known', by, sentence, candidates: [], series: all, tests };
    const [behind, upTo] = [first + found.good + 1, first + found.bad + 1];
    return {
      verdict: upTo - behind === 1 ? 'found' : 'not-known',
      by,
      sentence,
      candidates: Array.from({ length: upTo - behind }, (_, i) => behind + 1 + i),
      between: { good: behind, bad: upTo },
      series: all,
      tests,
    };
  } catch (error) {
    if (!signal.aborted || tests.length === 0) throw error;
    return { verdict: 'not-known', by, sentence: 'Nothing is known: it was cancelled.', candidates: [], series: all, tests };
  }
}
