/** What is done along a timeline: from slice to slice, and from match to match. */
import type { Calls } from '../../protocol/base/rpc';
import type { SliceId, TimelineHost } from '../../protocol/profile/profile';
import type { Actions } from './actions';
import { selectedSlice, type Model } from './model';
import type { Timeline, TimelineSelection } from './timeline/timeline';

/** What it needs of a page with a timeline. */
export interface TimelinePage {
  readonly model: Pick<Model, 'selection' | 'search' | 'ordinal' | 'match'> & { readonly view: Pick<Model['view'], 'query'> };
  readonly host: Pick<Calls<TimelineHost>, 'details' | 'neighbour' | 'search' | 'nextMatch'>;
  readonly timeline: Timeline;
  /** Keeps the query that the user types. */
  setQuery(query: string): void;
  /** Something else is selected. */
  selected(selection: TimelineSelection | undefined): void;
  /** Draws what tells of the search. */
  redraw(): void;
  announce(sentence: string): void;
  complain(error: unknown): void;
}

export interface TimelineActions extends Pick<Actions, 'goToSlice' | 'step' | 'zoomToSelection' | 'setQuery' | 'nextMatch'> {
  /** Selects by something else than the timeline: that is told. */
  choose(selection: TimelineSelection | undefined, reveal: boolean): void;
  /** Selects what is found, unless something else is selected or sought meanwhile. */
  chooseLatest<T>(find: (signal: AbortSignal) => Promise<T>, found: (value: T) => void): Promise<void>;
  /** What is sought does not count any more. */
  leave(): void;
}

type Placed = SliceId & { readonly start: string; readonly end: string };

export const sliceSelection = ({ track, index, start, end }: Placed): TimelineSelection => ({
  kind: 'slice',
  slice: { track, index },
  range: { from: BigInt(start), to: BigInt(end) },
});

export function createTimelineActions(page: TimelinePage): TimelineActions {
  const { model, host, timeline } = page;
  const choose = (selection: TimelineSelection | undefined, reveal: boolean): void => {
    timeline.select(selection, reveal);
    page.selected(selection);
  };
  let searching: AbortController | undefined;
  /** Fulfilled when the matches of the query are known: before, the next one is that of another query. */
  let searched: Promise<void> = Promise.resolve();
  let choosing: AbortController | undefined;
  const chooseLatest = async <T>(find: (signal: AbortSignal) => Promise<T>, found: (value: T) => void): Promise<void> => {
    choosing?.abort();
    const { signal } = (choosing = new AbortController());
    try {
      const value = await find(signal);
      if (!signal.aborted) found(value);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  return {
    choose,
    chooseLatest,
    leave: () => choosing?.abort(),
    goToSlice: (slice) =>
      chooseLatest(
        (signal) => host.details(slice, signal),
        ({ start, end }) => choose(sliceSelection({ ...slice, start, end }), true),
      ),
    async step(by) {
      const slice = selectedSlice(model);
      const next = slice === undefined ? undefined : await host.neighbour({ ...slice, by });
      if (next !== undefined) choose(sliceSelection(next), true);
    },
    zoomToSelection: () => timeline.zoomToSelection(),
    setQuery(query) {
      page.setQuery(query);
      Object.assign(model, { ordinal: undefined, match: undefined } satisfies Partial<Model>);
      page.redraw();
      searching?.abort();
      const mine = (searching = new AbortController());
      searched = host.search({ query }, mine.signal).then(
        (answer) => {
          if (mine.signal.aborted) return;
          model.search = answer;
          timeline.refresh(query !== '' && answer.error === undefined);
          page.redraw();
        },
        (error: unknown) => page.complain(error),
      );
    },
    async nextMatch(direction) {
      await searched;
      if (model.view.query === '') return;
      const { selection } = model;
      const { view, visibleTracks } = timeline;
      const from = model.match ?? selectedSlice(model);
      const time = selection === undefined ? (direction === 1 ? view.from : view.to) : selection.range.from;
      const next = await host.nextMatch({ from, time: String(time), direction, tracks: visibleTracks });
      if (next === undefined) {
        page.announce('No further match');
        return;
      }
      choose(sliceSelection(next), true);
      Object.assign(model, { ordinal: next.ordinal, match: { track: next.track, index: next.index } } satisfies Partial<Model>);
      page.redraw();
    },
  };
}
