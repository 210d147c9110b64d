/** Where an editor of a capture is to go: kept until its page has gone there, since it may have no page and no rows yet. */
import { placeOf } from '../../captures/placeOf';
import type { CaptureAction } from '../../../protocol/capture/capture';

type Going = Extract<CaptureAction, { readonly action: 'goToRecord' }>;

/** Who has been sent for so many milliseconds and is elsewhere has gone there themselves. */
const SENT_MS = 10_000;

export interface Destination {
  /** Goes there as soon as there are a page and rows. */
  readonly set: (record: number, via?: number) => void;
  /** There may be a page or rows now. */
  go(): void;
  /** Says which node is selected now. */
  arrived(key: string | undefined): void;
}

/**
 * `send` tells the page; `isReady` says whether there is one, with rows. One that has been told may be loaded once more before it has gone
 * there: the next one is told again, for a while. What had to wait for its page, however long, is told it. `now` is in milliseconds.
 */
export function createDestination(
  send: (action: Going) => void,
  isReady: () => boolean,
  now: () => number = () => performance.now(),
): Destination {
  let pending: { readonly action: Going; first: number | undefined } | undefined;
  const go = (): void => {
    if (pending === undefined || !isReady()) return;
    pending.first ??= now();
    if (now() - pending.first > SENT_MS) pending = undefined;
    else send(pending.action);
  };
  return {
    set(record, via) {
      pending = { action: { action: 'goToRecord', record, ...(via === undefined ? {} : { via }) }, first: undefined };
      go();
    },
    go,
    arrived(key) {
      if (pending !== undefined && placeOf(key)?.record === pending.action.record) pending = undefined;
    },
  };
}
