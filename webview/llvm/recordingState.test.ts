import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_STATE, stateOf } from './recordingState';

test('what was kept comes back', () => {
  const compared = { type: 'f32', absolute: '1e-3', ulp: '', teams: '4', threads: '' } as const;
  const state = { tab: 'changes', element: 'f64', side: 'after', top: 36, code: '2', argument: '3', compared } as const;
  assert.deepEqual(stateOf(JSON.parse(JSON.stringify(state))), state);
});

test('what is no state, or one of another version, is left out', () => {
  for (const kept of [null, undefined, 5, 'memory', []]) assert.deepEqual(stateOf(kept), FIRST_STATE);
  assert.deepEqual(stateOf({ tab: 'image', element: 'f16', side: 'left', top: -1, code: 2, argument: 3 }), FIRST_STATE);
  assert.equal(stateOf({ top: Infinity }).top, 0);
});
