/** Faster, slower, or no difference: what pairs of times allow to say. */
import type { CandidateResult, PairedRow, Verdict } from '../../protocol/substitution';
import { clockOverheadNs, comparePairs, describeSamples, type RatioStatistics } from '../addon/measuring';

/** Of Wilcoxon's test. With the interval it keeps a kernel against itself at "no difference" in more than 95 of 100 runs. */
const SIGNIFICANCE = 0.01;
/** A change below this is no difference that matters, however sure it is. */
const LEAST_CHANGE = 0.005;

/** How far the original is from itself, in parts: what chance made of as many pairs. */
export const noiseOf = ({ ratio }: RatioStatistics): number => Math.abs(ratio - 1);

/** What a ratio original / candidate says. */
export function verdictOf({ ratio, interval, p }: RatioStatistics, noise: number): PairedRow['verdict'] {
  const sure = p < SIGNIFICANCE && Math.abs(ratio - 1) > Math.max(LEAST_CHANGE, noise);
  if (sure && interval[0] > 1) return 'faster';
  if (sure && interval[1] < 1) return 'slower';
  return 'no-difference';
}

/** What is timed, for a row. */
export type RowPlace = Pick<PairedRow, 'kind' | 'label' | 'count'> & Partial<Pick<PairedRow, 'record' | 'via'>>;

/** A row of paired samples; `again` are those of the original, prepared a second time. */
export async function pairedRow(
  place: RowPlace,
  original: readonly number[],
  candidate: readonly number[],
  again: readonly number[],
): Promise<{ readonly row: PairedRow; readonly noise: number }> {
  const [a, b, c] = [original, candidate, again].map((values) => Float64Array.from(values));
  if (a === undefined || b === undefined || c === undefined) throw new Error('no samples');
  const ratio = await comparePairs(a, b);
  const noise = noiseOf(await comparePairs(a, c));
  const said = verdictOf(ratio, noise);
  // Where memory happens to lie makes a difference, too: it has to hold against the original prepared a second time.
  const confirmed = verdictOf(await comparePairs(c, b), noise) === said;
  const originalStatistics = await describeSamples(a);
  const candidateStatistics = await describeSamples(b);
  // A clock cannot tell times apart that are closer than its own reading.
  const told = Math.abs(originalStatistics.median - candidateStatistics.median) > clockOverheadNs();
  return {
    row: {
      ...place,
      original: a,
      candidate: b,
      originalStatistics,
      candidateStatistics,
      ratio: ratio.ratio,
      interval: ratio.interval,
      verdict: confirmed && told ? said : 'no-difference',
    },
    noise,
  };
}

const times = (factor: number): string => `${factor.toFixed(factor < 10 ? 3 : 1)}x`;

/** "1.310x faster [1.280, 1.340]". */
export function ratioText({ ratio, interval, verdict }: Pick<PairedRow, 'ratio' | 'interval' | 'verdict'>): string {
  const [low, high] = interval;
  if (verdict === 'slower') return `${times(1 / ratio)} slower [${(1 / high).toFixed(3)}, ${(1 / low).toFixed(3)}]`;
  const said = `[${low.toFixed(3)}, ${high.toFixed(3)}]`;
  return verdict === 'faster' ? `${times(ratio)} faster ${said}` : `no difference ${said}`;
}

/** The verdict on a candidate and its sentence. */
export function candidateVerdict(
  name: string,
  verification: CandidateResult['verification'],
  rows: readonly PairedRow[],
): { readonly verdict: Verdict; readonly sentence: string } {
  if (verification !== undefined && !verification.agrees) {
    const known = verification.unknown === undefined;
    const what = known ? 'Results differ' : 'Results were not verified';
    return { verdict: known ? 'results-differ' : 'unknown', sentence: `${what}, so no speed is reported. ${verification.sentence}` };
  }
  const [first, ...others] = rows;
  if (first === undefined) return { verdict: 'unknown', sentence: `Results agree. ${name} was not timed.` };
  const where = first.kind === 'capture' ? '' : ` in ${first.kind === 'scope' ? 'scope ' : ''}${first.label}`;
  const rest = others.filter(({ verdict }) => verdict !== 'no-difference').map((row) => `${row.label}: ${ratioText(row)}`);
  const sentence = `Results agree. ${name}: ${ratioText(first)}${where}, ${String(first.original.length)} pairs.${rest.length === 0 ? '' : ` ${rest.join('; ')}.`}`;
  return { verdict: first.verdict, sentence };
}
