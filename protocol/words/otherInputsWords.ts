/** What a comparison on other inputs than the recorded ones came to, in words. */
import type { OtherInputs } from '../replay/verification';

/** How much farther apart results on other inputs may be: a tolerance is chosen by the recorded ones. */
export const TOLERANCE_FACTOR = 4;

/** Where something happened: "on other inputs than the recorded ones (seed 7)". */
export const onOtherInputs = (seed: number): string => `on other inputs than the recorded ones (seed ${String(seed)})`;

const withinWords = (nearly: number): string =>
  nearly === 0 ? '' : `, on ${String(nearly)} of them only within ${String(TOLERANCE_FACTOR)} times the tolerance`;

/** Each once. */
const whyWords = (silent: readonly string[]): string => [...new Set(silent)].join(', ');

/** "agree on 2 (seed 7); on 1 not known: the original gives NaN"; nothing where there were none. */
export function otherInputsWords({ seed, agree, nearly, silent, differs }: OtherInputs): string {
  return [
    ...(agree === 0 ? [] : [`agree on ${String(agree)} (seed ${String(seed)})${withinWords(nearly)}`]),
    ...(differs === undefined ? [] : [`differ on those of seed ${String(differs)}`]),
    ...(silent.length === 0 ? [] : [`on ${String(silent.length)} not known: ${whyWords(silent)}`]),
  ].join('; ');
}

/** The same where the recorded inputs have been spoken of, as sentences. */
export function otherInputsSentence({ seed, agree, nearly, silent }: OtherInputs): string {
  const others = agree === 1 ? '1 other input' : `${String(agree)} other inputs`;
  return [
    ...(agree === 0 ? [] : [`So they do on ${others} (seed ${String(seed)})${withinWords(nearly)}.`]),
    ...(silent.length === 0 ? [] : [`On ${agree === 0 ? '' : 'further '}other inputs nothing is known: ${whyWords(silent)}.`]),
  ].join(' ');
}
