/** What a comparison comes to, in one sentence and what it rests on: only what is known is told. */
import type { ProfileDiffRow } from '../../protocol/profileComparison';
import type { ComparedProfiles } from '../../protocol/profileComparison';
import { differenceText } from '../../protocol/words/differenceWords';
import { timeText } from '../widgets/timeUnit';
import { saidOf } from './said';

export interface Headline {
  readonly tone: 'good' | 'bad' | 'plain';
  readonly sentence: string;
  readonly basis: string;
}

/** Of several that are told, so many are named. */
const NAMED = 3;

/** The function that is told and differs most comes first; the sum of all is said without a verdict, for it has no interval. */
export function headlineOf({ functions, beforeNs, afterNs, before, untimed }: ComparedProfiles): Headline {
  const told = functions.filter((row) => ['faster', 'slower'].includes(saidOf(row)?.verdict ?? ''));
  const [first, ...others] = told;
  const alone = functions.filter((row) => row.before === undefined || row.after === undefined);
  const basis = [
    others.length === 0
      ? undefined
      : `${others.slice(0, NAMED).map(words).join('; ')}${others.length > NAMED ? ` and ${String(others.length - NAMED)} more` : ''}.`,
    `All executions together: ${timeText(beforeNs)} in A, ${timeText(afterNs)} in B.`,
    alone.length === 0 ? undefined : `${String(alone.length)} only in one of them.`,
    told.length === 0 && before.length < 5
      ? 'Earlier runs of the same code say how far runs are from each other: five of them tell it.'
      : undefined,
    untimed === 0 ? undefined : `${String(untimed)} executions have no time.`,
  ];
  return {
    tone: first === undefined ? 'plain' : first.difference?.verdict === 'faster' ? 'good' : 'bad',
    sentence: first === undefined ? nothingTold(functions) : words(first),
    basis: basis.filter((part) => part !== undefined).join(' '),
  };
}

const words = (row: ProfileDiffRow): string => {
  const said = saidOf(row);
  return said === undefined ? row.key : `${row.key}: ${differenceText(said)}`;
};

function nothingTold(functions: readonly ProfileDiffRow[]): string {
  const both = functions.filter(({ difference }) => difference !== undefined);
  if (both.length === 0) return 'The profiles have nothing in common that was timed.';
  return both.every(({ difference }) => difference?.verdict === 'no-difference')
    ? 'No function is faster or slower.'
    : 'No function is known to be faster or slower.';
}
