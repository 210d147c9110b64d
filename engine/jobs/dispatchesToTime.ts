/** Which dispatches tell whether a candidate is faster. */
import { chosenDispatches, type DispatchList, type ListedDispatch } from '../addon/dispatches';

const MOST_DISPATCHES = 8;

/** The dispatches that are asked for, or one of each substituted function. */
export function dispatchesToTime(list: DispatchList, asked: readonly string[] | undefined): readonly ListedDispatch[] {
  if (asked !== undefined) return asked.length === 0 ? [] : chosenDispatches(list).dispatches;
  const names = new Set<string>();
  return list.functions
    .filter(({ substituted, function: name }) => substituted && !names.has(name) && names.add(name).size > 0)
    .slice(0, MOST_DISPATCHES);
}
