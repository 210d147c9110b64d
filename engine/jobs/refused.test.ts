import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture } from '../../test/programs';
import { prepared, preparedDispatches } from './refused';

const options = { capture: fixture('models/mm256/mm256.sync.ireereplay'), devices: ['local-sync'], fileRemaps: [] };

/** Aborts after so many turns of the event loop: while the capture is read, or what a replay would do is found out, or afterwards. */
function abortAfter(turns: number): AbortSignal {
  const controller = new AbortController();
  const turn = (left: number): unknown => (left === 0 ? controller.abort() : setImmediate(turn, left - 1));
  turn(turns);
  return controller.signal;
}

test('what is cancelled while it is prepared is not refused, whenever that is', async () => {
  let cancelled = 0;
  for (let turns = 0; turns < 20_000; turns = Math.ceil(1.2 * (turns + 1))) {
    try {
      (await prepared(options, abortAfter(turns))).session.close();
      (await preparedDispatches(options, abortAfter(turns))).close();
    } catch (error) {
      assert.equal((error as Error).name, 'AbortError', String(error));
      cancelled++;
    }
  }
  assert.ok(cancelled > 0);
});
