import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { checkout } from '../test/programs';
import { PLATFORMS } from '../engine/addon/missing';
import { manifest } from './manifest.mjs';
import { needNoNewer, newestGlibc } from './prebuild.mjs';

test('a package without an address names none', () => {
  const { repository, bugs, homepage } = manifest({});
  assert.deepEqual([repository, bugs, homepage], [undefined, undefined, undefined]);
});

test("a workflow's package has the address of the repository that it runs in", () => {
  const { repository, bugs, homepage } = manifest({ GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'one/two' });
  assert.deepEqual(repository, { type: 'git', url: 'https://github.example/one/two.git' });
  assert.deepEqual(bugs, { url: 'https://github.example/one/two/issues' });
  assert.equal(homepage, 'https://github.example/one/two#readme');
});

test('the packages workflow makes one for each platform with a native core, and the universal one', () => {
  const workflow = readFileSync(path.join(checkout, '.github', 'workflows', 'packages.yml'), 'utf8');
  const made = [...workflow.matchAll(/target: ([\w-]+)$/gm)].map(([, target]) => target);
  assert.deepEqual(made, [...PLATFORMS, 'universal']);
});

test('nothing names the address of this project but the manifest', () => {
  // Of GitHub's repositories only other people's may be named.
  const others = /github\.com\/(iree-org|microsoft)\//;
  const files = [
    'README.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    ...readdirSync(path.join(checkout, '.github/ISSUE_TEMPLATE')).map((name) => `.github/ISSUE_TEMPLATE/${name}`),
  ];
  for (const file of files) {
    const links = readFileSync(path.join(checkout, file), 'utf8').match(/github\.com\/[\w-]+\//g) ?? [];
    for (const link of links) assert.match(link, others, file);
  }
});

test('a library that needs too new a glibc is named, with what it needs from it', () => {
  const library = path.join(checkout, 'build', 'Release', 'iree_replay.node');
  const { version, names } = newestGlibc(library);
  assert.match(version, /^2\.\d\d$/);
  assert.ok(names.length > 0);
  needNoNewer(library, version);
  needNoNewer(library, '2.100');
  for (const older of ['2.2.5', '2.3.2']) {
    assert.throws(() => needNoNewer(library, older), {
      message: new RegExp(`asks for glibc ${version} \\(.*${names[0] ?? ''}.*\\), not ${older}$`),
    });
  }
  assert.throws(() => newestGlibc(path.join(checkout, 'README.md')), /readelf cannot read it/);
});
