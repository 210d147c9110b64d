/** What is shown, as text within the HTML that shows it: JSON that gives back what it was made of, to the last bit. */

/** The id of the element that holds it. */
export const EMBEDDED = 'embedded';

/** In place of what JSON does not have. No field of ours is named so. */
const ARRAY = '$array';
const NUMBER = '$number';
const BIGINT = '$bigint';

const isExact = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);
const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/** Lists that are embedded, by their names. */
const ARRAYS: Readonly<Record<string, { from(list: readonly unknown[]): unknown }>> = {
  ...{ Float64Array, Float32Array, Uint32Array, Uint8Array, BigInt64Array },
};

/**
 * The text of a value of objects, lists, numbers, big ones, and lists of a kind. No `<` is in it: nothing within ends the element that it
 * stands in, whatever a file or a function is called. Throws a TypeError for lists of a kind that is not known here.
 */
export function embeddedText(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'number' && !isExact(one)) return { [NUMBER]: numberText(one) };
    if (typeof one === 'bigint') return { [BIGINT]: String(one) };
    if (!ArrayBuffer.isView(one)) return one;
    const { name } = one.constructor;
    if (!(name in ARRAYS)) throw new TypeError(`${name} cannot be embedded`);
    return { [ARRAY]: name, of: Array.from(one as unknown as ArrayLike<number | bigint>) };
  });
  return text.replaceAll('<', '\\u003c');
}

/** The value that the text was made of. Throws a SyntaxError where it is no such text. */
export function embeddedValue(text: string): unknown {
  return JSON.parse(text, (_, one: unknown) => {
    if (typeof one !== 'object' || one === null) return one;
    if (NUMBER in one) return Number(one[NUMBER]);
    if (BIGINT in one) return BigInt(String(one[BIGINT]));
    if (!(ARRAY in one) || !('of' in one) || !Array.isArray(one.of)) return one;
    const kind = ARRAYS[String(one[ARRAY])];
    if (kind === undefined) throw new SyntaxError(`no list is a ${String(one[ARRAY])}`);
    return kind.from(one.of);
  });
}
