/** Where two replays begin to differ, in a sentence or two. */
import type { Divergence, DivergedOperation } from '../../protocol/replay/verification';
import { rangeSentence } from './verificationSentence';

type Counts = Pick<Divergence, 'agreed' | 'missing' | 'added' | 'uncompared'>;

/** "1 operation", "2 operations". */
export const operations = (count: number): string => (count === 1 ? '1 operation' : `${String(count)} operations`);
const dispatches = (count: number): string => (count === 1 ? '1 dispatch' : `${String(count)} dispatches`);

/** What dispatches of two captures have in common that are compared. */
const BY_GRID = 'function and grid';

/** What was not compared up to there; empty where all was. */
export function uncomparedWords({ missing, added, uncompared }: Counts, matchedBy: string): string {
  const alone = [
    ...(missing === 0 ? [] : [`${dispatches(missing)} of the other capture`]),
    ...(added === 0 ? [] : [`${dispatches(added)} of this one`]),
  ];
  const parts = [
    ...(alone.length === 0 ? [] : [`${alone.join(' and ')} with no counterpart of the same ${matchedBy}`]),
    ...(uncompared === 0 ? [] : [`what ${operations(uncompared)} wrote, which is not as long on both sides`]),
  ];
  return parts.length === 0 ? '' : ` Not compared up to there: ${parts.join('; ')}.`;
}

const INPUTS: Readonly<Record<DivergedOperation['inputs'], string>> = {
  agree: 'what it finds agrees',
  differ: 'what it reads differs already, and no operation before it that both have wrote that',
  unknown: 'whether what it reads agrees is not known',
};

export function divergenceSentence(
  { record, via, operation, other, function: name, inputs, left }: DivergedOperation,
  counts: Counts,
  matchedBy = BY_GRID,
): string {
  const where = `#${String(record)}${via === undefined ? '' : ` in #${String(via)}`}`;
  const there =
    other === undefined
      ? ''
      : `, #${String(other.record)}${other.via === undefined ? '' : ` in #${String(other.via)}`} of the other capture`;
  const what = operation === 'dispatch' && name !== undefined ? name : operation;
  const [range] = left;
  const result = range === undefined ? '' : ` ${rangeSentence(range)}.`;
  return (
    `The first operation with other results is ${what} (${where}${there}): ${INPUTS[inputs]}; ` +
    `${operations(counts.agreed)} before it agree${counts.agreed === 1 ? 's' : ''}.${result}${uncomparedWords(counts, matchedBy)}`
  );
}

export function undivergedSentence(counts: Counts, matchedBy = BY_GRID): string {
  const left = uncomparedWords(counts, matchedBy);
  return (
    `Executed one after another, ${operations(counts.agreed)} leave${counts.agreed === 1 ? 's' : ''} the same on both sides.${left} ` +
    `What differs comes ${left === '' ? 'only where operations run side by side' : 'from those'}, or by chance.`
  );
}
