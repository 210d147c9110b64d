/** Colours of a capture's functions, by the share that each has of the work. */
import { functionColour } from '../widgets/functionColour';
import type { FunctionShares } from './functionShares';

/** CSS colour by function name; empty while it is not known what is in the capture. */
export function functionColours(shares: FunctionShares | undefined): ReadonlyMap<string, string> {
  const colours = new Map<string, string>();
  for (const {
    use: { name },
  } of shares?.list ?? []) {
    if (!colours.has(name)) colours.set(name, functionColour(colours.size));
  }
  return colours;
}
