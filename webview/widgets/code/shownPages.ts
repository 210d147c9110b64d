/** Pages of what is shown now, which are begun anew where that is something else. */
import type { CodePage } from '../../../protocol/code/kernelCode';
import { createCodePages, type CodePages } from './codePages';

export interface ShownPages<Shown, Row> {
  /** Those of `shown`; undefined where nothing is. */
  of(shown: Shown | undefined): CodePages<Row> | undefined;
  /** They are fetched again, even of the same. */
  forget(): void;
}

export interface ShownPagesOptions<Shown, Row> {
  readonly fetch: (shown: Shown, start: number, count: number, signal: AbortSignal) => Promise<CodePage<Row>>;
  /** Whether what is shown is still what it was. */
  readonly same: (a: Shown, b: Shown) => boolean;
  /** Rows arrived, or failed to. */
  readonly changed: () => void;
}

export function createShownPages<Shown, Row>({ fetch, same, changed }: ShownPagesOptions<Shown, Row>): ShownPages<Shown, Row> {
  let now: { readonly of: Shown; readonly pages: CodePages<Row> } | undefined;
  return {
    of(shown) {
      if (shown === undefined) return undefined;
      if (now === undefined || !same(now.of, shown)) {
        now?.pages.dispose();
        now = { of: shown, pages: createCodePages((start, count, signal) => fetch(shown, start, count, signal), changed) };
      }
      return now.pages;
    },
    forget() {
      now?.pages.dispose();
      now = undefined;
    },
  };
}
