import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createAtRest } from './atRest';

test('what happens again and again is done once, when it rests', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let done = 0;
    const atRest = createAtRest(250, () => done++);
    for (let i = 0; i < 100; i++) {
      atRest.soon();
      mock.timers.tick(16);
    }
    assert.equal(done, 0);
    mock.timers.tick(250);
    assert.equal(done, 1);
    mock.timers.tick(10_000);
    assert.equal(done, 1);
  } finally {
    mock.timers.reset();
  }
});

test('what is owed is done at once when there is no later, and nothing that is not owed', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let done = 0;
    const atRest = createAtRest(250, () => done++);
    atRest.flush();
    assert.equal(done, 0);
    atRest.soon();
    atRest.flush();
    mock.timers.tick(10_000);
    assert.equal(done, 1);
  } finally {
    mock.timers.reset();
  }
});
