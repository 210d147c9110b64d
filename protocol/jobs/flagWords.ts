/** Flags written out, for a command line. */
import { isRecord } from '../isRecord';
import { flagsOf, type Options, type OptionsOf, type PlacedFlag } from './option';

function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), tree);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The words for one flag; none where the value is what it is without them. */
export function flagWords({ flag, kind, path, initial, print = String }: PlacedFlag, told: unknown): readonly string[] {
  const value = valueAt(told, path);
  if (value === undefined || same(value, initial)) return [];
  if (kind === 'many') return (value as readonly unknown[]).map((item) => `--${flag}=${print(item)}`);
  if (kind === 'switch') return [value === true ? `--${flag}` : `--${flag}=false`];
  return [`--${flag}=${print(value)}`];
}

/** The words for all that options differ in from what they are without flags. */
export const wordsOfOptions = <Told extends Options>(options: Told, told: OptionsOf<Told>): readonly string[] =>
  flagsOf(options).flatMap((flag) => flagWords(flag, told));
