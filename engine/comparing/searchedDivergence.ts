/** A search for where results begin to differ. */
import type { Divergence } from '../../protocol/replay/verification';

/** What the search finds; where it fails, why that is not known. Rejects if it was cancelled. */
export async function searchedDivergence(search: () => Promise<Divergence>, signal: AbortSignal): Promise<Divergence> {
  try {
    return await search();
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return { sentence: `Where they begin to differ is not known: ${why}.`, agreed: 0, missing: 0, added: 0, uncompared: 0 };
  }
}
