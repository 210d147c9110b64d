/** Reads values that were kept, whatever an older or newer version left there: undefined is what does not fit. */
import { isRecord } from '../../protocol/base/isRecord';

export const keptText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const keptNumber = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

/** The entries that `read` knows. */
export function keptEntries<T>(value: unknown, read: (one: unknown) => T | undefined): Record<string, T> {
  return Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([key, one]) => {
      const known = read(one);
      return known === undefined ? [] : [[key, known]];
    }),
  );
}
