/** How what stands against the roof is said: at points, in the table and in sentences. */
import type { Threads } from '../../../protocol/measurement/againstRoof';
import type { HotLoop } from '../../../protocol/measurement/roofline';
import type { Roof } from '../../../protocol/measurement/roof';
import { levelWords, rateWords, widthWords } from '../../../protocol/words/roofWords';
import type { ShortNames } from '../shortNames';
import type { Placed } from './roofline';
import { subjectStanding, type RoofSubject } from './subject';

/** "36.7 %". */
export const shareWords = (share: number): string => `${(100 * share).toFixed(share < 0.0995 ? 2 : 1)} %`;

/** "0.250", "12.5". */
export const intensityWords = (intensity: number): string => (intensity >= 100 ? intensity.toFixed(0) : intensity.toPrecision(3));

/** "10 G": at an axis that says of what. */
export const tickWords = (rate: number): string => rateWords(rate, 'op').replace(/\.0+ /, ' ').replace('op/s', '').trimEnd();

/** "mul.c:12, 95.0 % of samples". */
export const loopWords = ({ place, share }: HotLoop): string => `${place}, ${shareWords(share)} of samples`;

/** A name without what all names share. */
export function shortName(names: ShortNames, name: string): string {
  const hidden = names.hidden(name);
  return hidden === undefined ? name : name.slice(0, hidden.begin) + name.slice(hidden.end);
}

/** What is known of a point, in a sentence. */
export function placedSentence(roof: Roof, threads: Threads, { subject, what, intensity, rate }: Placed): string {
  const { name, loop } = subject;
  if (what === 'most') {
    const at = loop === undefined ? '' : ` (${loopWords(loop)})`;
    return `${name}: its operations are not known. By its machine code its hottest loop${at} has ${intensityWords(intensity)} operations for each byte that it loads or stores: at most ${rateWords(rate, 'op')}.`;
  }
  const { arithmetic, memory, binds } = subjectStanding(roof, subject, threads);
  const parts = [
    `${rateWords(rate, 'op')}, ${intensityWords(intensity)} operations for each byte that is bound`,
    ...(arithmetic === undefined
      ? []
      : [`${shareWords(arithmetic.share)} of ${arithmetic.type} with ${widthWords(arithmetic)} (${rateWords(arithmetic.roof, 'op')})`]),
    ...(memory === undefined
      ? []
      : [`${shareWords(memory.share)} of the bandwidth of ${levelWords(memory.level)} (${rateWords(memory.roof, 'B')})`]),
    ...(binds === undefined ? [] : [`nearer to ${binds === 'memory' ? 'memory' : 'arithmetic'}`]),
  ];
  return `${name}: ${parts.join('; ')}.`;
}

/** Whose roof it is and when it was measured. */
export function roofWords({ machine, threads, measured }: Roof, of: Threads): string {
  const who = of === 'oneThread' || threads === 1 ? 'one thread' : `${String(threads)} threads`;
  return `${machine.cpu}, ${who}, measured ${measured.slice(0, 10)}`;
}

/** The names of those whose operations are not known. */
export function withoutOperations(subjects: readonly RoofSubject[]): readonly string[] {
  return [...new Set(subjects.filter(({ operations }) => operations === undefined).map(({ name }) => name))];
}
