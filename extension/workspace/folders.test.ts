import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byFolder } from './folders';

const root = { name: 'work', path: '/work' };

test('files stand below the folder that they lie in, those of the root last', () => {
  const files = ['/work/b.ireereplay', '/work/models/block/y.ireereplay', '/work/models/a.ireeprof', '/work/models/block/x.ireeprof'];
  assert.deepEqual(byFolder(files, [root]), [
    { name: 'models', files: ['/work/models/a.ireeprof'] },
    { name: 'models/block', files: ['/work/models/block/x.ireeprof', '/work/models/block/y.ireereplay'] },
    { name: '', files: ['/work/b.ireereplay'] },
  ]);
});

test('numbers in names are in the order of numbers', () => {
  const [only] = byFolder(['/work/run10.ireeprof', '/work/run9.ireeprof', '/work/Run1.ireeprof'], [root]);
  assert.deepEqual(only?.files, ['/work/Run1.ireeprof', '/work/run9.ireeprof', '/work/run10.ireeprof']);
});

test('several roots are named, and a file of one inside another is of the inner one', () => {
  const roots = [root, { name: 'inner', path: '/work/inner' }];
  assert.deepEqual(
    byFolder(['/work/inner/deep/a.ireereplay', '/work/b.ireereplay', '/work/inner/c.ireereplay', '/work/b.ireereplay'], roots),
    [
      { name: 'inner', files: ['/work/inner/c.ireereplay'] },
      { name: 'inner/deep', files: ['/work/inner/deep/a.ireereplay'] },
      { name: 'work', files: ['/work/b.ireereplay'] },
    ],
  );
});

test('a folder whose name begins with two dots is inside, one beside the root is not', () => {
  assert.deepEqual(
    byFolder(['/work/..hidden/a.ireereplay', '/other/b.ireereplay'], [root]).map(({ name }) => name),
    ['..hidden', '/other'],
  );
});
