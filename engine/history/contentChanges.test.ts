import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExecutableContent } from '../../protocol/results/contentChanges';
import type { MeasuredRun } from '../../protocol/results/results';
import { compareContents, contentChangesOf } from './contentChanges';

const executable = (
  id: number,
  name: string,
  content: string,
  functions: Readonly<Record<string, string | undefined>> = {},
): ExecutableContent => ({
  id: String(id),
  name,
  content,
  functions: Object.entries(functions).map(([each, code]) => ({ name: each.trim(), ...(code === undefined ? {} : { code }) })),
});

const changeOf = (now: ExecutableContent, was: ExecutableContent): readonly string[] =>
  compareContents([now], [was], false).executables.flatMap(({ change, functions }) => [change, ...functions.map((each) => each.change)]);

test('what is the same to the byte is the same with all of its functions, whatever is known of these', () => {
  assert.deepEqual(changeOf(executable(4, 'a', 'x', { f: '1', g: undefined }), executable(7, 'a', 'x', { f: '1', g: undefined })), [
    ...['same', 'same', 'same'],
  ]);
});

test('a function of an executable that changed is never called the same', () => {
  const was = executable(4, 'a', 'x', { f: '1', g: '2', h: undefined });
  assert.deepEqual(changeOf(executable(4, 'a', 'y', { f: '1', g: '3', h: undefined, i: '4' }), was), [
    ...['changed', 'own-code-same', 'changed', 'unknown', 'new'],
  ]);
});

test('where the code of a function is not known on either side, it is called neither changed nor the same', () => {
  const [known, unknown] = [executable(4, 'a', 'x', { f: '1' }), executable(4, 'a', 'y', { f: undefined })];
  assert.deepEqual(changeOf(known, unknown), ['changed', 'unknown']);
  assert.deepEqual(changeOf(unknown, known), ['changed', 'unknown']);
});

test('functions that share a name, or have none, are not compared', () => {
  const was = executable(4, 'a', 'x', { f: '1', 'f ': '2', g: '3' });
  const now = executable(4, 'a', 'y', { f: '1', g: '4', ' ': '5' });
  assert.deepEqual(changeOf(now, was), ['changed', 'ambiguous', 'changed', 'ambiguous']);
});

test('executables of one capture are found by their ids, and functions by their ordinals', () => {
  const was = [executable(4, 'a', 'x', { f: '1' }), executable(5, 'a', 'y', { f: '2' })];
  const now = [executable(4, 'b', 'z', { other: '1' }), executable(5, 'a', 'y', { f: '2' })];
  const { executables, gone } = compareContents(now, was, true);
  assert.deepEqual(
    executables.map(({ change, before, functions }) => [change, before?.id, before?.by, functions[0]?.change]),
    [
      ['changed', '4', 'id', 'own-code-same'],
      ['same', '5', 'id', 'same'],
    ],
  );
  assert.deepEqual(gone, []);
});

test('executables of two captures are found by contents first, whatever they are called', () => {
  const was = [executable(1, 'a', 'x'), executable(2, 'b', 'y')];
  const { executables } = compareContents([executable(8, 'b', 'x'), executable(9, 'b', 'z')], was, false);
  assert.deepEqual(
    executables.map(({ change, before }) => [change, before?.id, before?.by]),
    [
      ['same', '1', 'content'],
      ['changed', '2', 'name and functions'],
    ],
  );
});

test('of several executables with one name, those with the functions of only one are found; of others nothing is said', () => {
  const was = [executable(1, 'a', 'x', { f: '1' }), executable(2, 'a', 'y', { g: '1' }), executable(3, 'a', 'z', { g: '2' })];
  const { executables, gone } = compareContents(
    [executable(7, 'a', 'u', { f: '3' }), executable(8, 'a', 'v', { g: '3' }), executable(9, 'a', 'w', { g: '4' })],
    was,
    false,
  );
  assert.deepEqual(
    executables.map(({ change, before, functions }) => [change, before?.id, functions[0]?.change]),
    [
      ['changed', '1', 'changed'],
      ['ambiguous', undefined, 'ambiguous'],
      ['ambiguous', undefined, 'ambiguous'],
    ],
  );
  assert.deepEqual(gone, []);
});

test('what has no name is matched by contents alone', () => {
  assert.deepEqual(changeOf(executable(4, '', 'x', { f: '1' }), executable(4, '', 'y', { f: '1' })), ['ambiguous', 'ambiguous']);
  assert.deepEqual(changeOf(executable(4, '', 'x', { f: '1' }), executable(5, '', 'x', { f: '1' })), ['same', 'same']);
});

test('what only one of them has is new or gone, and so are functions', () => {
  const was = [executable(1, 'a', 'x', { f: '1', g: '2' }), executable(2, 'b', 'y')];
  const { executables, gone } = compareContents([executable(1, 'a', 'z', { f: '1' }), executable(2, 'c', 'u')], was, false);
  assert.deepEqual(
    executables.map(({ change, goneFunctions }) => [change, goneFunctions]),
    [
      ['changed', ['g']],
      ['new', []],
    ],
  );
  assert.deepEqual(gone, [{ id: '2', name: 'b' }]);
});

const run = (
  id: string,
  started: string,
  executables: readonly ExecutableContent[] | undefined,
  { capture = '/x', content = 'k', subject = 'execute' } = {},
): MeasuredRun =>
  ({
    ...{ job: 'benchmark', id, capture, subject, started },
    state: {
      state: 'done',
      result: { rows: [], environment: { capture: content }, ...(executables === undefined ? {} : { executables }) },
    },
  }) as unknown as MeasuredRun;

test('the run before is the latest of this path or these contents that knows its executables', () => {
  const [x, y] = [[executable(4, 'a', 'x')], [executable(4, 'a', 'y')]];
  const now = run('now', '2026-01-09', x);
  const changes = (...all: readonly MeasuredRun[]): unknown => {
    const found = contentChangesOf(now, [...all, now]);
    return found && [found.date, found.sameCapture, found.executables[0]?.change];
  };
  assert.equal(changes(), undefined);
  assert.equal(changes(run('none', '2026-01-01', undefined)), undefined);
  assert.equal(changes(run('other', '2026-01-01', x, { capture: '/y', content: 'l' })), undefined);
  assert.equal(changes(run('subject', '2026-01-01', x, { subject: 'another' })), undefined);
  assert.deepEqual(changes(run('a', '2026-01-01', y), run('none', '2026-01-02', undefined)), ['2026-01-01', true, 'changed']);
  assert.deepEqual(changes(run('a', '2026-01-01', y), run('copy', '2026-01-02', x, { capture: '/y' })), ['2026-01-02', true, 'same']);
  assert.deepEqual(changes(run('recorded again', '2026-01-01', y, { content: 'l' })), ['2026-01-01', false, 'changed']);
  assert.equal(changes(run('later', '2026-01-10', y)), undefined);
  assert.equal(contentChangesOf(run('now', '2026-01-09', undefined), [run('a', '2026-01-01', y)]), undefined);
});
