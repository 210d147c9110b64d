/** What is shown, as text within the HTML that shows it: JSON that gives back what it was made of, to the last bit. */

/** The id of the element that holds it. */
export const EMBEDDED = 'embedded';

/** In place of what JSON does not have. No field of ours is named so. */
const TIMES = '$times';
const NUMBER = '$number';
const BIGINT = '$bigint';

const isExact = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);
const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/**
 * The text of a value of objects, lists, numbers, big ones, and lists of times. No `<` is in it: nothing within ends the element that it
 * stands in, whatever a file or a function is called. Throws a TypeError for bytes of another kind.
 */
export function embeddedText(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'number' && !isExact(one)) return { [NUMBER]: numberText(one) };
    if (typeof one === 'bigint') return { [BIGINT]: String(one) };
    if (one instanceof Float64Array) return { [TIMES]: Array.from(one) };
    if (ArrayBuffer.isView(one)) throw new TypeError(`${one.constructor.name} cannot be embedded`);
    return one;
  });
  return text.replaceAll('<', '\\u003c');
}

/** The value that the text was made of. Throws a SyntaxError where it is no such text. */
export function embeddedValue(text: string): unknown {
  return JSON.parse(text, (_, one: unknown) => {
    if (typeof one !== 'object' || one === null) return one;
    if (NUMBER in one) return Number(one[NUMBER]);
    if (BIGINT in one) return BigInt(String(one[BIGINT]));
    return TIMES in one ? Float64Array.from(one[TIMES] as readonly number[]) : one;
  });
}
