/** What samples of an original, a candidate and the original once more allow to say. */
import { decide, reachOf, type Difference } from '../../protocol/measurement/difference';
import type { CandidateResult, PairedRow, Verdict } from '../../protocol/replay/substitution';
import type { MachineRequest } from '../../protocol/replay/verification';
import { aloneSentence, differenceText, missingSentence } from '../../protocol/words/differenceWords';
import { requestsSentence } from '../../protocol/words/requestWords';
import { stateWords } from '../../protocol/words/stateSentence';
import { wrongVerdict } from '../../protocol/words/wrongVerdict';
import { compareMedians, describeSamples } from '../addon/measuring';
import { noiseOfPreparations } from './preparations';
import { speedsOnInputs } from './speedOnInputs';

/** What is timed, for a row. */
export type RowPlace = Pick<PairedRow, 'kind' | 'label' | 'count'> & Partial<Pick<PairedRow, 'record' | 'via'>>;

/** How the clock reads it, and what of. */
export interface Resolution {
  /** Nanoseconds that the times of a row may be off by. */
  readonly ns: number;
  /** Executions between two readings. */
  readonly batch: number;
  readonly measurable: boolean;
  /** Every second preparation is on other inputs than the recorded ones. */
  readonly onOthers?: boolean;
}

/** Times of the original, of the candidate, and of the original once more. */
export type Times = readonly [original: Float64Array, candidate: Float64Array, again: Float64Array];

/** What is said of times that were measured in turn, so many pairs of them in each of the preparations. */
export async function differenceOf(
  times: Times,
  preparations: readonly number[],
  { ns, measurable, onOthers = false }: Omit<Resolution, 'batch'>,
): Promise<Difference> {
  const [original, candidate, again] = times;
  const [estimate, itself, other] = await Promise.all([
    compareMedians(original, candidate, ns),
    compareMedians(original, again, ns),
    compareMedians(again, candidate, ns),
  ]);
  const prepared = noiseOfPreparations(times, preparations);
  const noise = prepared === undefined ? undefined : Math.max(reachOf(itself), prepared);
  const onInputs = onOthers ? speedsOnInputs(times, preparations) : undefined;
  return decide({ ...estimate, samples: original.length, noise, again: other, onInputs, unmeasurable: !measurable });
}

/** A row of samples that were taken in turn. */
export async function pairedRow(
  place: RowPlace,
  times: Times,
  preparations: readonly number[],
  resolution: Resolution,
): Promise<PairedRow> {
  const [original, candidate, again] = times;
  const [said, originalStatistics, candidateStatistics] = await Promise.all([
    differenceOf(times, preparations, resolution),
    describeSamples(original),
    describeSamples(candidate),
  ]);
  const { ratio, interval, verdict, missing, noise, again: other, onInputs } = said;
  return {
    ...{ ...place, original, candidate, originalAgain: again, originalStatistics, candidateStatistics, ratio, interval: [...interval] },
    verdict,
    ...(missing === undefined ? {} : { missing }),
    ...(noise === undefined || !Number.isFinite(noise) ? {} : { noise }),
    ...(other === undefined ? {} : { again: { ratio: other.ratio, interval: [...other.interval] } }),
    ...(onInputs === undefined ? {} : { onInputs }),
    preparations: [...preparations],
    ...(resolution.batch > 1 ? { batch: resolution.batch } : {}),
  };
}

const placeWords = ({ kind, label }: PairedRow): string => (kind === 'capture' ? '' : ` in ${kind === 'scope' ? 'scope ' : ''}${label}`);

const WHY_NO_SPEED = {
  'results-differ': 'Results differ',
  'depends-on-unwritten-memory': 'Results depend on memory that nothing wrote',
  unknown: 'Results were not verified',
} as const;

/** The verdict on a candidate and its sentence. The first row is what was changed. What asks the machine for what is not allowed is not faster. */
export function candidateVerdict(
  name: string,
  verification: CandidateResult['verification'],
  rows: readonly PairedRow[],
  allowed: readonly MachineRequest['kind'][] = [],
): { readonly verdict: Verdict; readonly sentence: string } {
  if (verification !== undefined && !verification.agrees) {
    const verdict = wrongVerdict(verification);
    const why = verdict === 'keeps-state' ? `It ${stateWords(verification.keepsState)}` : WHY_NO_SPEED[verdict];
    return { verdict, sentence: `${why}, so no speed is reported. ${verification.sentence}` };
  }
  const [first, ...others] = rows;
  if (first === undefined) return { verdict: 'unknown', sentence: `Results agree. ${name} was not timed.` };
  const asks = verification?.asks ?? [];
  const forbidden = asks.filter(({ kind }) => !allowed.includes(kind));
  if (first.verdict === 'faster' && forbidden.length > 0) {
    const flag = `--allow=${[...new Set(forbidden.map(({ kind }) => kind))].join(',')}`;
    const why = `${requestsSentence(forbidden) ?? ''} What it does may depend on when and how often it is called; ${flag} says that it does not.`;
    return { verdict: 'unknown', sentence: `Results agree. Whether ${name} is faster is not known. ${why}` };
  }
  const rest = others
    .filter(({ verdict }) => verdict === 'faster' || verdict === 'slower')
    .map((row) => `${row.label}: ${differenceText(row)}.`);
  const sentence = [
    `Results agree. ${name}: ${differenceText(first)}${placeWords(first)}, ${String(first.original.length)} pairs.`,
    missingSentence(first),
    ...rest,
    aloneSentence(rows),
    requestsSentence(asks),
  ];
  return { verdict: first.verdict, sentence: sentence.filter((part) => part !== undefined).join(' ') };
}
