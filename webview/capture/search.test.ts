import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { SearchState } from '../../protocol/capture/capture';
import { createSearch } from './search';

const found = (query: string): SearchState => ({ query, matches: 1, searched: 1, done: true });

interface Asked {
  readonly query: string;
  readonly signal: AbortSignal;
  readonly answer: (state: SearchState) => void;
}

/** A search whose host answers when the test says so, or fails when it is cancelled. */
function searched() {
  const asked: Asked[] = [];
  const taken: SearchState[] = [];
  const view = { query: '', filter: false };
  const search = createSearch({
    view: () => view,
    ask: ({ query }, signal) =>
      new Promise((answer, fail) => {
        signal.addEventListener('abort', () => fail(new DOMException('cancelled', 'AbortError')));
        asked.push({ query, signal, answer });
      }),
    take: (state) => {
      taken.push(state);
      return Promise.resolve();
    },
    complain: (error) => assert.ok(error instanceof DOMException && error.name === 'AbortError', String(error)),
  });
  const type = (query: string): void => {
    view.query = query;
    search.soon();
  };
  return { asked, taken, view, search, type };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a query that is typed over is given up at once, and only the newest is answered', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { asked, taken, type } = searched();
    type('m');
    mock.timers.tick(100);
    type('ma');
    assert.equal(asked[0]?.signal.aborted, true, 'before the pause in typing');
    type('mat');
    mock.timers.tick(100);
    assert.deepEqual(
      asked.map(({ query }) => query),
      ['m', 'mat'],
    );
    asked[1]?.answer(found('mat'));
    await turn();
    assert.deepEqual(
      taken.map(({ query }) => query),
      ['mat'],
    );
  } finally {
    mock.timers.reset();
  }
});

test('an answer that comes after another query was typed is not taken', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { asked, taken, type } = searched();
    type('m');
    mock.timers.tick(100);
    asked[0]?.answer(found('m'));
    type('ma');
    await turn();
    assert.deepEqual(taken, []);
  } finally {
    mock.timers.reset();
  }
});

test('who needs the answer waits for the newest query, also while one types', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { asked, taken, type, search } = searched();
    type('mat');
    let settled = false;
    const wait = search.settled().then(() => (settled = true));
    await turn();
    assert.equal(asked.length, 1, 'without the pause');
    assert.equal(settled, false);
    asked[0]?.answer(found('mat'));
    await wait;
    assert.equal(taken.length, 1);
    await search.settled();
    assert.equal(asked.length, 1, 'an answer that is there is not asked for again');
  } finally {
    mock.timers.reset();
  }
});
