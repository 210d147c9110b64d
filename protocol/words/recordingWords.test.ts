import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureLine, recordedSentence } from './recordingWords';

test('what was recorded is said with its inputs', () => {
  const recorded = {
    function: 'main',
    inputs: ['2xf32=random', '7'],
    devices: ['local-task'],
    bytes: 4711,
    program: '/bin/iree-run-module',
  };
  assert.equal(recordedSentence(recorded, 'a.ireereplay'), 'wrote a.ireereplay: main(2xf32=random, 7) on local-task, 4711 bytes');
  const profiled = { ...recorded, profile: 'a.ireeprof' };
  assert.match(recordedSentence(profiled, 'a.ireereplay'), /4711 bytes; its profile is a\.ireeprof$/);
});

test("of what IREE's programs say, the line that tells why", () => {
  const [place, why] = ['c/runtime/src/iree/modules/hal/utils/buffer_diagnostics.c:225: ', 'INVALID_ARGUMENT; input0 shape mismatch'];
  assert.equal(failureLine(`\nWARNING: something\n${place}${why}\n[ 0] bytecode module\n`), why);
  assert.equal(failureLine('note\nmodel.mlir:3:5: error: no such operation\n  excerpt'), 'model.mlir:3:5: error: no such operation');
  assert.equal(failureLine('something else\nand more'), 'something else');
  assert.equal(failureLine(''), '');
});
