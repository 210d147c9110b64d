/** What a search found, in words, and what to do where it found nothing. */
import type { BisectBy, BisectTest } from '../../protocol/measurement/bisection';
import type { Found } from './search';

/** What the bad one does. */
const DIFFERS: Readonly<Record<BisectBy, string>> = { outputs: 'differs', end: 'fails', time: 'differs in time' };
const DOES_NOT: Readonly<Record<BisectBy, string>> = { outputs: 'does not', end: 'does not', time: 'does not' };
const QUIETER = 'measure when the machine is quiet, or longer (--seconds)';
const MOST_NAMES = 8;

const list = (names: readonly string[]): string =>
  names.length <= MOST_NAMES ? names.join(', ') : `${names.slice(0, MOST_NAMES).join(', ')} and ${String(names.length - MOST_NAMES)} more`;

/** What the good one is: `unsure` where its time may be as far from itself as the bad one's is from it. */
export type GoodOne = 'as-itself' | 'otherwise' | 'fails' | 'unsure';

/** `test` is the latest of a number from 0. */
export function verdictSentence(
  found: Found,
  by: BisectBy,
  names: readonly string[],
  test: (index: number) => BisectTest,
  goodOne: GoodOne,
): string {
  const name = (index: number): string => names[index] ?? '';
  const first = test(0);
  switch (found.kind) {
    case 'first': {
      const another = 'Begin with another one (--good=N)';
      if (found.answer !== 'bad') return `Nothing is known of ${first.name}, the good one. ${first.sentence} ${another}.`;
      if (goodOne === 'fails') return `${first.name}, the good one, fails. ${first.sentence} ${another}.`;
      const how = by === 'time' ? QUIETER : 'say what counts as the same (--relative, --absolute, --ulp)';
      return `${first.name}, the good one, is not as itself. ${first.sentence} ${another}, or ${how}.`;
    }
    case 'last': {
      const last = test(names.length - 1);
      const another = 'End with another one (--bad=N)';
      if (goodOne === 'unsure') {
        const far = 'may be as far from itself as the bad one is from it, as the machine is now';
        return `Nothing is known: ${first.name}, the good one, ${far}. ${first.sentence} ${last.name}: ${last.sentence} ${QUIETER.replace('m', 'M')}.`;
      }
      if (found.answer !== 'good') {
        const how = by === 'time' ? `, or ${QUIETER}` : '';
        return `Nothing is known of ${last.name}, the bad one. ${last.sentence} ${another}${how}.`;
      }
      const how = by === 'time' ? '' : ', or look for something else (--by)';
      return `There is nothing to find: ${last.name}, the bad one, is as ${first.name}. ${last.sentence} ${another}${how}.`;
    }
    case 'unsteady': {
      const { name: which, sentence } = test(found.index);
      const said = { good: 'good', bad: 'bad', unknown: 'not known' };
      const how = by === 'time' ? `${QUIETER.replace('m', 'M')}.` : 'See with ireereplay verify --runs=N how often it is what.';
      return `Nothing is known: ${which} was ${said[found.was]}, and once more it is ${said[found.is]}. ${sentence} ${how}`;
    }
    case 'between': {
      const [good, bad] = [test(found.good), test(found.bad)];
      const ends = `${bad.name} ${DIFFERS[by]}. ${bad.sentence} ${good.name} ${DOES_NOT[by]}. ${good.sentence}`;
      if (found.bad - found.good === 1)
        return `${bad.name}, ${String(bad.number)} of ${String(names.length)}, is the first that ${DIFFERS[by]}. ${bad.sentence} ${good.name} before it ${DOES_NOT[by]}. ${good.sentence}`;
      const between = Array.from({ length: found.bad - found.good - 1 }, (_, i) => found.good + 1 + i);
      const why = between.slice(0, MOST_NAMES).map((index) => `${name(index)} tells nothing: ${test(index).sentence}`);
      return `It is one of ${list([...between, found.bad].map(name))}. ${ends} ${why.join(' ')}`;
    }
  }
}
