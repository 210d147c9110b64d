import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createDetailsRoom } from './detailsRoom';
import type { Parts } from './skeleton';

/** Of the page what gives room, with the pointer over the timeline or not. */
function page(isPointed: boolean) {
  const [details, detailsEdge] = [{ hidden: true }, { hidden: true }];
  const room = createDetailsRoom({ details, detailsEdge, timeline: { matches: () => isPointed } } as unknown as Parts);
  return { room, shown: () => [!details.hidden, !detailsEdge.hidden] };
}

test('details open and close at once where the pointer is elsewhere', () => {
  const { room, shown } = page(false);
  room(true);
  assert.deepEqual(shown(), [true, true]);
  room(false);
  assert.deepEqual(shown(), [false, false]);
});

test('under the pointer nothing moves as long as a second click may come, however often the page is drawn', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { room, shown } = page(true);
  room(true);
  mock.timers.tick(250);
  room(true);
  assert.deepEqual(shown(), [false, false]);
  mock.timers.tick(50);
  assert.deepEqual(shown(), [true, true]);
  room(false);
  mock.timers.tick(100);
  assert.deepEqual(shown(), [true, true]);
  // Something else is selected meanwhile.
  room(true);
  mock.timers.tick(1000);
  assert.deepEqual(shown(), [true, true]);
  mock.timers.reset();
});
