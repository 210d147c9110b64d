/** Of what a test acts on: what is not there is a failure, and not a step that is left out. */
import assert from 'node:assert/strict';

/** `value`, which must be there; `what` says in the failure what it is. */
export function present<T>(value: T | undefined, what: string): T {
  assert.ok(value !== undefined, `there is no ${what}`);
  return value;
}
