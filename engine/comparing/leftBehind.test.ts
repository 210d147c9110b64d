import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeptState } from '../../protocol/replay/verification';
import { stateSentence } from '../../protocol/words/stateSentence';
import { leftBehind } from './leftBehind';

const data: KeptState = { kind: 'data', executable: '4', bytes: 2, place: 'calls+0x8' };
const outside: KeptState = { kind: 'outside', executable: '4', bytes: 4, place: '4 bytes before buffer 9' };
const control: KeptState = { kind: 'control', bytes: 0, place: '' };

test('the first that the candidate leaves behind, and the original does not', () => {
  assert.equal(leftBehind([], []), undefined);
  assert.equal(leftBehind([undefined, data, outside], [undefined]), data);
  assert.equal(leftBehind([outside, control], [outside]), control);
  assert.equal(leftBehind([outside], [undefined, outside]), undefined);
});

test('each kind has its sentence', () => {
  assert.equal(
    stateSentence(data),
    'The substitute of executable 4 keeps state: it has changed 2 bytes of its own data, the first at calls+0x8. What it computes may depend on what it was called for before.',
  );
  assert.equal(
    stateSentence(outside),
    "The substitute of executable 4 writes outside of its buffers: 4 bytes outside of all buffers hold something else, the first 4 bytes before buffer 9. They may be another's.",
  );
  assert.equal(
    stateSentence(control),
    'A substitute changes how its thread computes: rounding, denormals or traps of floating-point arithmetic are not as it found them. Whoever computes on that thread next gets other results.',
  );
});
