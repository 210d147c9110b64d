/** What a page was left like, kept in the page and with the host: a hidden page ends without notice. */
import { createAtRest } from './atRest';

/** Least time between two writes of the view's state in the page. */
const KEEP_MS = 100;
/** Pause after which the host keeps it, too, in the state of the workspace. */
const REST_MS = 300;

/** Where the page keeps its state while its tab is hidden. */
export interface Keeper {
  read(): unknown;
  write(state: unknown): void;
}

/** Returns what says that the state has changed: what `state` returns is soon kept with `keeper`, and with `save` once it rests or is left. */
export function createKeptView(keeper: Keeper, state: () => unknown, save: (state: unknown) => Promise<unknown>): () => void {
  let keeping: ReturnType<typeof setTimeout> | undefined;
  let keptAt = 0;
  let last: unknown;
  const saved = createAtRest(REST_MS, () => void save(last).catch(() => undefined));
  const keepNow = (): void => {
    keeping = undefined;
    keptAt = performance.now();
    keeper.write((last = state()));
    saved.soon();
  };
  // A page that loses the keyboard may be hidden or closed next.
  const leave = (): void => {
    if (keeping !== undefined) {
      clearTimeout(keeping);
      keepNow();
    }
    saved.flush();
  };
  for (const leaving of ['blur', 'pagehide']) addEventListener(leaving, leave);
  return () => {
    keeping ??= setTimeout(keepNow, Math.max(0, keptAt + KEEP_MS - performance.now()));
  };
}
