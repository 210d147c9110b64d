import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownName } from './shownName';

const FILE = '/w/models/model.ireereplay';
const COMMIT = '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d';
const inGit = (ref: unknown): string => shownName({ scheme: 'git', path: FILE, query: JSON.stringify({ path: FILE, ref }) });

test('what lies on disk has its name alone', () => {
  assert.equal(shownName({ scheme: 'file', path: FILE, query: '' }), 'model.ireereplay');
});

test('a version in Git says which it is', () => {
  for (const [ref, version] of [
    ['HEAD', 'HEAD'],
    ['', 'index'],
    ['~', 'index'],
    ['~1', 'base'],
    ['~2', 'ours'],
    ['~3', 'theirs'],
    [COMMIT, '1a2b3c4'],
    [`${COMMIT}^`, '1a2b3c4^'],
    [`${COMMIT}${COMMIT.slice(0, 24)}`, '1a2b3c4'],
    ['1a2b3c4d', '1a2b3c4d'],
    ['feature/tiles', 'feature/tiles'],
    ['stash@{0}', 'stash@{0}'],
  ] as const)
    assert.equal(inGit(ref), `model.ireereplay (${version})`);
});

test('where no version is known, the scheme is said', () => {
  assert.equal(shownName({ scheme: 'review', path: FILE, query: '{"ref":"HEAD"}' }), 'model.ireereplay (review)');
  for (const query of ['', 'HEAD', 'null', '{}']) assert.equal(shownName({ scheme: 'git', path: FILE, query }), 'model.ireereplay (git)');
  assert.equal(inGit(7), 'model.ireereplay (git)');
});
