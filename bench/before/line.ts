/** A line of a comparison of two checkouts: alternating rounds, their ratio and its interval. */
import { medianOf } from '../../protocol/measurement/statistics';
import { measuredRatio } from '../ratio';

/** What counts as no slower. */
const noSlower = 1.03;

/** One side, given its checkout: measures once and returns a figure; less is better. */
export type Measure = (checkout: string) => Promise<number>;

/** A row of the table in Markdown. The sides take turns in beginning a round; the very first round is not counted. */
export async function beforeAfterLine(
  what: string,
  before: string,
  after: string,
  rounds: number,
  measure: Measure,
  format: (value: number) => string,
): Promise<string> {
  const pairs: { readonly before: number; readonly after: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const sides = round % 2 === 0 ? [before, after] : [after, before];
    const [first, second] = [await measure(sides[0] ?? before), await measure(sides[1] ?? after)];
    if (round > 0) pairs.push(round % 2 === 0 ? { before: first, after: second } : { before: second, after: first });
  }
  const { median, low, high } = measuredRatio(pairs.map((pair) => pair.after / pair.before));
  return `| ${[
    what,
    format(medianOf(pairs.map((pair) => pair.before))),
    format(medianOf(pairs.map((pair) => pair.after))),
    `${median.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`,
    low <= noSlower ? 'yes' : 'no',
  ].join(' | ')} |`;
}
