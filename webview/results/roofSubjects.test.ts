import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TableRow } from './benchmarkRows';
import { roofSubjects } from './roofSubjects';

const part = (fields: object) => ({ kind: 'function', label: 'f', executable: '4', ordinal: 0, executions: 2, bytes: '2048', ...fields });
const row = (fields: object, of: object): TableRow =>
  ({ kind: 'scope', key: 'scope', colour: 'grey', points: [], parts: [], ...fields, of: { repetition: 0, ...of } }) as unknown as TableRow;

test('of a scope that was broken down each function stands for one of its executions', () => {
  const parts = [part({ medianNs: 400 }), part({ kind: 'operation', label: 'copy', medianNs: 5 })];
  const [one, ...others] = roofSubjects([row({ parts: [{ kind: 'function', label: 'f', colour: 'red' }] }, { breakdown: { parts } })], {
    f: { operations: 32, type: 'f64' },
  });
  assert.deepEqual(others, []);
  assert.deepEqual(one, { key: 'scope 4 f', name: 'f', colour: 'red', medianNs: 200, bytes: 1024, operations: 32, type: 'f64' });
});

test('a dispatch that was timed alone stands for itself, and a repetition of it for nothing', () => {
  const timed = row({ kind: 'dispatch', key: 'd', medianNs: 300 }, { label: 'f', bytes: '64' });
  const again = row({ kind: 'dispatch', key: 'd 2', medianNs: 310 }, { label: 'f', bytes: '64', repetition: 1 });
  assert.deepEqual(roofSubjects([timed, again], {}), [{ key: 'd', name: 'f', colour: 'grey', medianNs: 300, bytes: 64 }]);
});

test('what has no time or nothing bound is not known to have', () => {
  const unknown = row({ kind: 'dispatch', key: 'd' }, { label: 'f' });
  const unbound = row({}, { breakdown: { parts: [part({ bytes: '0' })] } });
  assert.deepEqual(
    roofSubjects([unknown, unbound], {}).map(({ medianNs, bytes }) => [medianNs, bytes]),
    [
      [undefined, undefined],
      [undefined, undefined],
    ],
  );
});
