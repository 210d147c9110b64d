import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byFolder } from './folders';

const root = { name: 'project', path: '/project' };

test('files stand below the folder that they lie in, those of the root last', () => {
  const files = [
    '/project/b.ireereplay',
    '/project/models/block/y.ireereplay',
    '/project/models/a.ireeprof',
    '/project/models/block/x.ireeprof',
  ];
  assert.deepEqual(byFolder(files, [root]), [
    { name: 'models', files: ['/project/models/a.ireeprof'] },
    { name: 'models/block', files: ['/project/models/block/x.ireeprof', '/project/models/block/y.ireereplay'] },
    { name: '', files: ['/project/b.ireereplay'] },
  ]);
});

test('numbers in names are in the order of numbers', () => {
  const [only] = byFolder(['/project/run10.ireeprof', '/project/run9.ireeprof', '/project/Run1.ireeprof'], [root]);
  assert.deepEqual(only?.files, ['/project/Run1.ireeprof', '/project/run9.ireeprof', '/project/run10.ireeprof']);
});

test('several roots are named, and a file of one inside another is of the inner one', () => {
  const roots = [root, { name: 'inner', path: '/project/inner' }];
  assert.deepEqual(
    byFolder(['/project/inner/deep/a.ireereplay', '/project/b.ireereplay', '/project/inner/c.ireereplay', '/project/b.ireereplay'], roots),
    [
      { name: 'inner', files: ['/project/inner/c.ireereplay'] },
      { name: 'inner/deep', files: ['/project/inner/deep/a.ireereplay'] },
      { name: 'project', files: ['/project/b.ireereplay'] },
    ],
  );
});

test('a folder whose name begins with two dots is inside, one beside the root is not', () => {
  assert.deepEqual(
    byFolder(['/project/..hidden/a.ireereplay', '/other/b.ireereplay'], [root]).map(({ name }) => name),
    ['..hidden', '/other'],
  );
});

test('a capture comes before the profiles that are called after it', () => {
  const names = ['block-20260821-114203.ireeprof', 'block-20260820-090000.ireeprof', 'block.ireereplay', 'block2.ireereplay'];
  const [only] = byFolder(
    names.map((name) => `/project/${name}`),
    [root],
  );
  assert.deepEqual(
    only?.files.map((file) => file.replace('/project/', '')),
    ['block.ireereplay', 'block-20260820-090000.ireeprof', 'block-20260821-114203.ireeprof', 'block2.ireereplay'],
  );
});

test('a root that is listed itself stands among its own files', () => {
  assert.deepEqual(byFolder(['/project', '/project/recordings', '/project/a.ireereplay'], [root]), [
    { name: '', files: ['/project/a.ireereplay', '/project', '/project/recordings'] },
  ]);
});
