/** The addon of a package, as a library. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { run } from '../programs';
import { here, unpacked } from './packages';

const addon = path.join(unpacked(here), 'prebuilds', here, 'iree-replay.node');

function readelf(flag: string): string {
  const { status, stdout, stderr } = run('readelf', ['--wide', flag, addon]);
  assert.equal(status, 0, stderr);
  return stdout.toString();
}

test("loads glibc's libraries alone: the C++ library is inside", () => {
  const loaded = [...readelf('--dynamic').matchAll(/\(NEEDED\).*\[(.*)\]/g)].map(([, name = '']) => name);
  assert.ok(loaded.includes('libc.so.6'), loaded.join(' '));
  for (const name of loaded) assert.match(name, /^(lib(c|m|dl|rt|pthread)|ld-linux-.*)\.so\.\d+$/);
});

test('shows nothing but what Node looks for', () => {
  const shown = readelf('--dyn-syms')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , , binding = '', , index]) => /^(GLOBAL|WEAK|UNIQUE)$/.test(binding) && index !== 'UND')
    .map((columns) => columns[7]);
  assert.deepEqual(shown.sort(), ['napi_register_module_v1', 'node_api_module_get_api_version_v1']);
});
