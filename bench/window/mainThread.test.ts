import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framesOf } from './mainThread';

/** Microseconds; of the page's thread. */
const event = (name: string, ts: number, dur: number, tid = 1): Parameters<typeof framesOf>[0][number] => ({
  name,
  ph: 'X',
  pid: 1,
  tid,
  ts,
  dur,
});

test('adds up what a page does from frame to frame, what is within something else once, and nothing that is not its own', () => {
  const frames = framesOf([
    event('RunTask', 0, 3000),
    event('EventDispatch', 100, 1000),
    event('FunctionCall', 200, 800),
    // Both callbacks are of one frame.
    event('RunTask', 4000, 4000),
    event('FireAnimationFrame', 4100, 2000),
    event('FunctionCall', 4200, 1000),
    event('FireAnimationFrame', 6200, 500),
    event('Paint', 6800, 1000),
    event('RunTask', 9000, 100),
    event('RunTask', 20_000, 5000),
    event('FireAnimationFrame', 20_000, 4000),
    event('FireAnimationFrame', 20_000, 9000, 2),
    event('RunTask', 30_000, 10),
  ]);
  assert.deepEqual(frames, [3.5, 4]);
});
