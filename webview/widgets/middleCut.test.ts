import assert from 'node:assert/strict';
import { test } from 'node:test';
import { middleCut } from './middleCut';

test('a name keeps its beginning and its end', () => {
  assert.equal(middleCut('mlp_dispatch_1_matmul_128x4096x1024_f32', 17), 'mlp_disp…1024_f32');
  assert.equal(middleCut('mlp_dispatch', 12), 'mlp_dispatch');
  assert.equal(middleCut('mlp_dispatch', 5), 'mlp_…');
  assert.equal(middleCut('mlp_dispatch', 3), '');
});
