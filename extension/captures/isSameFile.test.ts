import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameFile } from './isSameFile';

test('a file is the same by its path, and in one version alone', () => {
  const file = { scheme: 'file', fsPath: '/w/model.ireereplay', query: '' };
  const head = { scheme: 'git', fsPath: '/w/model.ireereplay', query: '{"ref":"HEAD"}' };
  assert.ok(isSameFile(file, { ...file, fsPath: '/w/models/../model.ireereplay' }));
  assert.ok(isSameFile(head, { ...head }));
  assert.ok(!isSameFile(file, head));
  assert.ok(!isSameFile(head, { ...head, query: '{"ref":"~"}' }));
  assert.ok(!isSameFile(file, { ...file, fsPath: '/w/other.ireereplay' }));
});
