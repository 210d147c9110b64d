import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileSummary, Preflight } from '../../protocol/capture/capture';
import { missingFolders } from './missingFolders';

const file = (record: number, name: string): FileSummary => ({
  id: String(record),
  record,
  reference: 'external_path',
  path: name,
  bytes: '1',
});
const files = [file(1, '/a/x.bin'), file(2, '/a/y.bin'), file(3, '/b c/z.bin'), file(4, '/there/w.bin')];
const complaint = (record: number, kind: string) => ({ severity: 'error', code: 'NOT_FOUND', kind, message: '', record }) as const;
const done = (...problems: readonly ReturnType<typeof complaint>[]): Preflight => ({
  state: 'done',
  device: 'local-sync',
  problems,
  milliseconds: 1,
});

test('every folder whose files are missing or changed is offered once', () => {
  const preflight = done(complaint(1, 'file-missing'), complaint(2, 'file-missing'), complaint(3, 'file-changed'));
  assert.deepEqual(missingFolders(files, preflight), ['/a', '/b c']);
});

test('before anybody has looked, every folder is', () => {
  assert.deepEqual(missingFolders(files, { state: 'unknown' }), ['/a', '/b c', '/there']);
  assert.deepEqual(missingFolders(files, done(complaint(1, 'scope-unbalanced'))), ['/a', '/b c', '/there']);
  assert.deepEqual(missingFolders([], done()), []);
});
