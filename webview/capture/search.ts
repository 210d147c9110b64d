/** The search for what stands in the query box: the newest query alone is worked on. */
import type { SearchState } from '../../protocol/capture/capture';

/** Pause in typing after which the query is searched. */
const TYPING_MS = 40;

interface Query {
  readonly query: string;
  readonly filter: boolean;
}

export interface Search {
  /** The query has changed: gives up the search that goes on, and begins the new one when typing pauses. */
  soon(): void;
  /** Begins at once. */
  now(): void;
  /** Resolves when the newest query has its answer, beginning at once with one that waits for a pause. */
  settled(): Promise<void>;
}

export interface SearchNeeds {
  /** What stands in the box now. */
  readonly view: () => Query;
  /** Asks the host; rejects when the signal aborts. */
  readonly ask: (query: Query, signal: AbortSignal) => Promise<SearchState>;
  /** Shows the answer to the newest query. */
  readonly take: (state: SearchState) => Promise<void>;
  readonly complain: (error: unknown) => void;
}

export function createSearch({ view, ask, take, complain }: SearchNeeds): Search {
  let typing: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let last: Promise<void> = Promise.resolve();

  const end = (): void => {
    clearTimeout(typing);
    typing = undefined;
    running?.abort();
    running = undefined;
  };
  const work = async (signal: AbortSignal): Promise<void> => {
    try {
      const { query, filter } = view();
      const state = await ask({ query, filter }, signal);
      if (!signal.aborted) await take(state);
    } catch (error) {
      if (!signal.aborted) complain(error);
    }
  };
  const now = (): void => {
    end();
    running = new AbortController();
    last = work(running.signal);
  };
  return {
    soon() {
      end();
      typing = setTimeout(now, TYPING_MS);
    },
    now,
    async settled() {
      if (typing !== undefined) now();
      for (let waited: Promise<void> | undefined; waited !== last;) {
        waited = last;
        await waited;
      }
    },
  };
}
