/** How those of a series are called. */
import * as path from 'node:path';

/** Each by the last part of its path, or by all of it where others end the same. */
export function namesOf(series: readonly string[]): readonly string[] {
  const last = series.map((one) => path.basename(one));
  return series.map((one, index) => {
    const name = last[index] ?? one;
    return last.filter((other) => other === name).length === 1 ? name : one;
  });
}
