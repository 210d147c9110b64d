/** A record of a profile's export: fields by name, 64-bit numbers exact. */
import { isRecord } from '../../protocol/base/isRecord';

export interface Exported {
  readonly type: string;
  text(field: string): string | undefined;
  /** Undefined for a field that is absent, null, or not a whole number. */
  whole(field: string): bigint | undefined;
  is(field: string): boolean;
  /** The values of a list of whole numbers. */
  wholes(field: string): readonly bigint[];
  /** The values of a list of pairs of numbers. */
  pairs(field: string): readonly (readonly [number, number])[];
  /** The values of a list of objects. */
  list(field: string): readonly Readonly<Record<string, unknown>>[];
}

const isPair = (item: unknown): item is readonly [number, number] =>
  Array.isArray(item) && item.length === 2 && item.every((one) => typeof one === 'number');

/** The type stands in front, whatever the record: what is not wanted is not read. */
export function typeOf(line: string): string {
  const before = '"record_type":"';
  const begin = line.indexOf(before) + before.length;
  return line.slice(begin, line.indexOf('"', begin));
}

export function exportedOf(line: string): Exported {
  const fields: unknown = JSON.parse(line);
  const values = isRecord(fields) ? fields : {};
  const value = (field: string): unknown => values[field];
  return {
    type: typeOf(line),
    text: (field) => {
      const text = value(field);
      return typeof text === 'string' ? text : undefined;
    },
    whole: (field) => {
      const number = value(field);
      if (typeof number !== 'number') return undefined;
      if (Number.isSafeInteger(number)) return BigInt(number);
      // Its digits: in a text, quotes would be escaped.
      const [, digits] = new RegExp(`"${field}":(-?\\d+)[,}]`).exec(line) ?? [];
      return digits === undefined ? undefined : BigInt(digits);
    },
    is: (field) => value(field) === true,
    wholes: (field) => {
      const [, digits] = new RegExp(`"${field}":\\[([-\\d,]+)\\]`).exec(line) ?? [];
      return digits === undefined ? [] : digits.split(',').map(BigInt);
    },
    pairs: (field) => {
      const items = value(field);
      return Array.isArray(items) ? items.filter(isPair) : [];
    },
    list: (field) => {
      const items = value(field);
      return Array.isArray(items) ? items.filter(isRecord) : [];
    },
  };
}
