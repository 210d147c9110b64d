/** What is in each package. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { addons, here, universal, unpacked, warningsOf } from './packages';

for (const target of [...addons, universal]) {
  test(`the package ${target} has its own addon and no other`, () => {
    const addons = path.join(unpacked(target), 'prebuilds');
    assert.deepEqual(existsSync(addons) ? readdirSync(addons) : [], target === universal ? [] : [target]);
  });

  test(`the package ${target} says for which platform it is`, () => {
    const manifest = readFileSync(path.join(unpacked(target), '..', 'extension.vsixmanifest'), 'utf8');
    assert.equal(/ TargetPlatform="(.*?)"/.exec(manifest)?.[1], target === universal ? undefined : target);
  });

  test(`the package ${target} has all that its manifest names`, () => {
    const inside = (file: string): boolean => existsSync(path.join(unpacked(target), file));
    const text = readFileSync(path.join(unpacked(target), 'package.json'), 'utf8');
    const { main, bin } = JSON.parse(text) as { main: string; bin: Record<string, string> };
    const named = [...text.matchAll(/"(?:\.\/)?((?:media|snippets)\/[^"]+)"/g)].map(([, file = '']) => file);
    assert.ok(named.length > 4);
    const torch = ['schemas.txt', 'replay.py', 'results.py', 'export.py'].map((name) => `dist/torch/${name}`);
    const unnamed = ['dist/ThirdPartyNotices.txt', 'dist/example/matmul.ireereplay', ...torch];
    for (const file of [main, ...Object.values(bin), ...named, ...unnamed]) assert.ok(inside(file), file);
  });
}

test('vsce warns of nothing but the missing address', () => {
  const missingAddress = / WARNING {2}A 'repository' field is missing from the 'package.json' manifest file\.\nUse .* to bypass\.\n/;
  assert.equal(warningsOf(here).replace(missingAddress, ''), '');
});

test('vsce warns of nothing in a package with an address', () => {
  assert.equal(warningsOf(universal), '');
});

test("a package with an address shows the README's pictures from there, and leads to its issues", () => {
  const readme = readFileSync(path.join(unpacked(universal), 'readme.md'), 'utf8');
  const pictures = [...readme.matchAll(/!\[.*?\]\((.*?)\)/g)].map(([, link = '']) => link);
  assert.ok(pictures.length > 0);
  for (const picture of pictures) assert.match(picture, /^https:\/\/github\.com\/owner\/iree-replay\/raw\/HEAD\/media\//);
  const { bugs } = JSON.parse(readFileSync(path.join(unpacked(universal), 'package.json'), 'utf8')) as { bugs: { url: string } };
  assert.equal(bugs.url, 'https://github.com/owner/iree-replay/issues');
});
