/**
 * JSON in which whole numbers are whole and the others are floats, since JavaScript's numbers neither hold 64 bits nor tell 1 from 1.0, and
 * an operator does. Python writes NaN and Infinity besides: they are read.
 */

/** An integer is a bigint; a number is a float. */
export type Json = null | boolean | string | bigint | number | readonly Json[] | JsonObject;

export type JsonObject = { readonly [Key in string]: Json };

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?(?:\d[\d.eE+-]*|Infinity|NaN)/g;
const NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|Infinity|NaN)$/;

/** Reads a text. Throws what JSON.parse throws. */
export function parseJson(text: string): Json {
  // JSON.parse is given strings alone: the first letter of each says what it was.
  const tagged = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? `"s${token.slice(1)}` : NUMBER.test(token) ? `"n${token}"` : token,
  );
  return untagged(JSON.parse(tagged) as unknown);
}

function untagged(value: unknown): Json {
  if (typeof value === 'string') return value.startsWith('n') ? numberOf(value.slice(1)) : value.slice(1);
  if (Array.isArray(value)) return value.map(untagged);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.slice(1), untagged(each)]));
  }
  return value as null | boolean;
}

const numberOf = (token: string): bigint | number => (/^-?\d+$/.test(token) ? BigInt(token) : Number(token));

/** Writes a text, one line. Infinity is 1e999, which every reader takes for it; JSON has nothing for NaN, which is the string "NaN". */
export function jsonText(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return floatText(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(jsonText).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${jsonText(each)}`)
    .join(', ')}}`;
}

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !isList(value);

function floatText(value: number): string {
  if (Number.isNaN(value)) return '"NaN"';
  if (!Number.isFinite(value)) return value < 0 ? '-1e999' : '1e999';
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
