/** A function has one colour wherever it is drawn: by its rank, the share that it has of the work. */
import type { FunctionShares } from './functionShares';

const COLOURS = ['blue', 'purple', 'cyan', 'magenta', 'green', 'yellow', 'foreground', 'lines'] as const;

/** CSS colour by function name; empty while it is not known what is in the capture. */
export function functionColours(shares: FunctionShares | undefined): ReadonlyMap<string, string> {
  const colours = new Map<string, string>();
  for (const {
    use: { name },
  } of shares?.list ?? []) {
    if (!colours.has(name)) colours.set(name, `var(--fn-${COLOURS[Math.min(colours.size, COLOURS.length - 1)] ?? 'lines'})`);
  }
  return colours;
}
