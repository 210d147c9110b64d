/** Rows of code, fetched in pages when they are drawn. */
import type { CodePage } from '../../../protocol/code/kernelCode';

const PAGE = 256;
/** Pages that are kept; the oldest go first. */
const MAX_PAGES = 64;

export interface CodePages<Row> {
  /** Undefined until the first page is there. */
  readonly total: number | undefined;
  /** Why they cannot be read. */
  readonly problem: string | undefined;
  /** Undefined until it has been fetched. */
  row(index: number): Row | undefined;
  /** Fetches what of [first, end) is missing. */
  want(first: number, end: number): void;
  /** What is under way is not wanted any more. */
  dispose(): void;
}

/** `changed` is called when rows arrived, or failed to. */
export function createCodePages<Row>(
  fetch: (start: number, count: number, signal: AbortSignal) => Promise<CodePage<Row>>,
  changed: () => void,
): CodePages<Row> {
  const controller = new AbortController();
  const pages = new Map<number, readonly Row[] | 'pending'>();
  let total: number | undefined;
  let problem: string | undefined;
  const load = async (page: number): Promise<void> => {
    pages.set(page, 'pending');
    try {
      const answer = await fetch(page * PAGE, PAGE, controller.signal);
      total = answer.total;
      pages.delete(page);
      pages.set(page, answer.rows);
      for (const oldest of [...pages.keys()].slice(0, Math.max(0, pages.size - MAX_PAGES))) pages.delete(oldest);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    if (!controller.signal.aborted) changed();
  };
  void load(0);
  return {
    get total() {
      return total;
    },
    get problem() {
      return problem;
    },
    row(index) {
      const page = pages.get(Math.floor(index / PAGE));
      return page === 'pending' ? undefined : page?.[index % PAGE];
    },
    want(first, end) {
      const limit = Math.min(end, total ?? 0);
      for (let page = Math.floor(Math.max(0, first) / PAGE); page * PAGE < limit; page++) if (!pages.has(page)) void load(page);
    },
    dispose: () => controller.abort(),
  };
}
