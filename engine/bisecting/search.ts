/** Finds by halves where a series changes from good to bad, as far as tests can tell. */

/** What a test says: `unknown` where it does not tell, for whatever reason. */
export type Answer = 'good' | 'bad' | 'unknown';

/** What the tests said. */
export type Found =
  /** The first is not good, or the last not bad: there is nothing to look for. */
  | { readonly kind: 'first' | 'last'; readonly answer: Answer }
  /** It changes behind `good` and not behind `bad`: neighbours, or those between them do not tell. Both were tested twice. */
  | { readonly kind: 'between'; readonly good: number; readonly bad: number }
  /** One that was good or bad is not when it is tested once more. */
  | { readonly kind: 'unsteady'; readonly index: number; readonly was: Answer; readonly is: Answer };

interface Run {
  readonly begin: number;
  readonly end: number;
}

/** The most in a row that have not been tested, of those between two. */
function longestRun(good: number, bad: number, unknown: ReadonlySet<number>): Run | undefined {
  let longest: Run | undefined;
  for (let begin = good + 1; begin < bad; begin++) {
    let end = begin;
    while (end < bad && !unknown.has(end)) end++;
    if (end - begin > (longest === undefined ? 0 : longest.end - longest.begin)) longest = { begin, end };
    begin = end;
  }
  return longest;
}

/**
 * Tests of `count` things, at least two, the ends first; then the middle of the longest row between good and bad that has not been tested,
 * so that it gets away from those that do not tell. What it is sure of in the end is tested once more: a test that says otherwise then has
 * misled it before. Takes for granted that the series changes once; of several changes it finds one. Rejects as `test` does.
 */
export async function search(count: number, test: (index: number) => Promise<Answer>): Promise<Found> {
  const first = await test(0);
  if (first !== 'good') return { kind: 'first', answer: first };
  const last = await test(count - 1);
  if (last !== 'bad') return { kind: 'last', answer: last };
  let [good, bad] = [0, count - 1];
  const unknown = new Set<number>();
  for (let run = longestRun(good, bad, unknown); run !== undefined; run = longestRun(good, bad, unknown)) {
    const middle = (run.begin + run.end - 1) >> 1;
    const answer = await test(middle);
    if (answer === 'good') good = middle;
    else if (answer === 'bad') bad = middle;
    else unknown.add(middle);
  }
  for (const [index, was] of [
    [good, 'good'],
    [bad, 'bad'],
  ] as const) {
    const is = await test(index);
    if (is !== was) return { kind: 'unsteady', index, was, is };
  }
  return { kind: 'between', good, bad };
}
