/** What a comparison comes to, in one sentence and what it rests on: only what is known is told. */
import type { ProfileDiffRow } from '../../protocol/profile/profileComparison';
import type { HotspotsComparison } from '../../protocol/code/hotspotsComparison';
import type { ComparedProfiles } from '../../protocol/profile/profileComparison';
import { differenceText } from '../../protocol/words/differenceWords';
import type { Headline } from '../widgets/pairPage';
import { timeText } from '../widgets/timeUnit';
import { saidOf } from './said';

/** What samples say of the headline. */
export interface SampledCause {
  readonly kernel: string;
  /** Absent where they do not say what the times say, or those say nothing. */
  readonly sentence?: string;
}

/** Of several that are told, so many are named. */
const NAMED = 3;

/** The function that is told and differs most comes first; the sum of all is said without a verdict, for it has no interval. */
export function headlineOf({ functions, beforeNs, afterNs, before, untimed }: ComparedProfiles): Headline {
  const told = toldOf(functions);
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

const toldOf = (functions: readonly ProfileDiffRow[]): readonly ProfileDiffRow[] =>
  functions.filter((row) => ['faster', 'slower'].includes(saidOf(row)?.verdict ?? ''));

/** Of the function that the headline names; where it names none, of the kernel with the most samples, of which nothing is said there. */
export function sampledCause({ functions }: ComparedProfiles, { kernels }: Pick<HotspotsComparison, 'kernels'>): SampledCause | undefined {
  const [first] = toldOf(functions);
  const found = first === undefined ? kernels[0] : kernels.find(({ kernel }) => kernel === first.key);
  if (found === undefined) return undefined;
  const { kernel, cause, difference } = found;
  const agrees = first !== undefined && difference.verdict === (saidOf(first)?.verdict === 'faster' ? 'gained' : 'lost');
  return { kernel, ...(agrees && cause !== undefined ? { sentence: cause } : {}) };
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
