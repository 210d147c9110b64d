/** Elements of one view, fetched in pages when they are drawn. */
import type { CaptureHost, Problem } from '../../../protocol/capture/capture';
import type { ElementsPage, ElementStatistics, TensorView } from '../../../protocol/replay/inspection';
import { problemOf } from '../../../protocol/base/problemOf';
import type { Calls } from '../../../protocol/base/rpc';

const PAGE = 8192;
/** Pages that are kept; the oldest go first. */
const MAX_PAGES = 64;

export interface ElementPages {
  /** Elements of the view; undefined until the first page is there. */
  readonly total: number | undefined;
  readonly statistics: ElementStatistics | undefined;
  /** Why they cannot be read. */
  readonly problem: Problem | undefined;
  /** Text of an element; undefined until it has been fetched. */
  at(index: number): string | undefined;
  /** Fetches what of [start, end) is missing. */
  want(start: number, end: number): void;
}

/** `changed` is called when elements arrived. */
export function createElementPages(host: Calls<CaptureHost>, view: TensorView, changed: () => void): ElementPages {
  const pages = new Map<number, readonly string[] | 'pending'>();
  let first: ElementsPage | undefined;
  let problem: Problem | undefined;
  const load = async (page: number): Promise<void> => {
    pages.set(page, 'pending');
    try {
      const answer = await host.elements({ view, from: page * PAGE, count: PAGE });
      first ??= answer;
      pages.delete(page);
      pages.set(page, new TextDecoder().decode(answer.values).split('\n').slice(0, -1));
      for (const oldest of [...pages.keys()].slice(0, Math.max(0, pages.size - MAX_PAGES))) pages.delete(oldest);
    } catch (error) {
      problem = problemOf(error);
    }
    changed();
  };
  void load(0);
  return {
    get total() {
      return first === undefined ? undefined : Number(first.total);
    },
    get statistics() {
      return first?.statistics;
    },
    get problem() {
      return problem;
    },
    at(index) {
      const page = pages.get(Math.floor(index / PAGE));
      return page === 'pending' ? undefined : page?.[index % PAGE];
    },
    want(start, end) {
      const limit = first === undefined ? 0 : Math.min(end, Number(first.total));
      for (let page = Math.floor(start / PAGE); page * PAGE < limit; page++) if (!pages.has(page)) void load(page);
    },
  };
}
