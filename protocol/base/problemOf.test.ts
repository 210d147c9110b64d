import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCancelled, problemOf, ProblemError } from './problemOf';

test("takes sentence, code and place from the native core's errors", () => {
  const error = Object.assign(new Error('DATA_LOSS; record 7: torn'), {
    code: 'DATA_LOSS',
    sentence: 'torn',
    record: '7',
    offset: '18446744073709551615',
  });
  assert.deepEqual(problemOf(error), {
    severity: 'error',
    code: 'DATA_LOSS',
    message: 'torn',
    record: 7,
    offset: '18446744073709551615',
  });
});

test('makes a problem of whatever was thrown', () => {
  assert.equal(problemOf(new Error('x')).message, 'x');
  assert.equal(problemOf('y').message, 'y');
  assert.equal(problemOf(undefined).code, 'INTERNAL');
});

test('a problem that was thrown is the same when it is caught, and so is what caused another error', () => {
  const problem = { severity: 'error', code: 'DATA_LOSS', message: 'torn', record: 7, offset: '18446744073709551615' } as const;
  assert.equal(problemOf(new ProblemError(problem)), problem);
  const error = new Error('outputs.json: torn', { cause: new ProblemError(problem) });
  assert.deepEqual(problemOf(error), { ...problem, message: 'outputs.json: torn' });
});

test('tells a cancellation from a failure', () => {
  assert.ok(isCancelled(new DOMException('cancelled', 'AbortError')));
  assert.ok(isCancelled(Object.assign(new Error(), { code: 'CANCELLED' })));
  assert.ok(!isCancelled(new Error('x')));
});
