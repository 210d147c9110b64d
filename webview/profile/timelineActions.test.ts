import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model } from './model';
import type { Timeline } from './timeline/timeline';
import { createTimelineActions, type TimelinePage } from './timelineActions';

test('the next match is one of the query that was asked last, also while it is being looked for', async () => {
  const asked: string[] = [];
  let tell: (answer: NonNullable<Model['search']>) => void = () => undefined;
  const view = { query: '' };
  const nothing = (): void => undefined;
  const page: TimelinePage = {
    model: { selection: undefined, search: undefined, ordinal: undefined, match: undefined, view },
    host: {
      search: ({ query }) => {
        asked.push(query);
        return new Promise((resolve) => (tell = resolve));
      },
      nextMatch: () => {
        asked.push('next');
        return Promise.resolve(undefined);
      },
      details: () => assert.fail('nothing is selected'),
      neighbour: () => assert.fail('nothing is selected'),
    },
    timeline: { view: { from: 0n, to: 1n }, visibleTracks: [], refresh: nothing } as unknown as Timeline,
    setQuery: (query) => (view.query = query),
    selected: nothing,
    redraw: nothing,
    announce: (sentence) => asked.push(sentence),
    complain: (error) => assert.fail(String(error)),
  };
  const { setQuery, nextMatch } = createTimelineActions(page);
  setQuery('fn:*addmm*');
  const next = nextMatch(1);
  await new Promise(setImmediate);
  assert.deepEqual(asked, ['fn:*addmm*']);
  tell({ matches: 26 } as unknown as NonNullable<Model['search']>);
  await next;
  assert.deepEqual(asked, ['fn:*addmm*', 'next', 'No further match']);
});
