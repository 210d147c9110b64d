/** The addon of a package, as a library. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../programs';
import { addonOf, addons, glibc } from './packages';

function readelf(target: string, flag: string): string {
  const { status, stdout, stderr } = run('readelf', ['--wide', flag, addonOf(target)]);
  assert.equal(status, 0, stderr);
  return stdout.toString();
}

const parts = (version: string): readonly number[] => version.split('.').map(Number);

function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [parts(version), parts(than)];
  const at = ours.findIndex((part, i) => part !== theirs[i]);
  return at !== -1 && (ours[at] ?? 0) > (theirs[at] ?? 0);
}

for (const target of addons) {
  test(`the addon for ${target} loads glibc's libraries alone: the C++ library is inside`, () => {
    const loaded = [...readelf(target, '--dynamic').matchAll(/\(NEEDED\).*\[(.*)\]/g)].map(([, name = '']) => name);
    assert.ok(loaded.includes('libc.so.6'), loaded.join(' '));
    for (const name of loaded) assert.match(name, /^(lib(c|m|dl|rt|pthread)|ld-linux-.*)\.so\.\d+$/);
  });

  test(`the addon for ${target} asks for nothing newer than glibc ${glibc}`, () => {
    const asked = [...readelf(target, '--dyn-syms').matchAll(/ UND (\S+)@GLIBC_([\d.]+)/g)];
    assert.ok(asked.length > 50);
    assert.deepEqual(
      asked.filter(([, , version = '']) => isNewer(version, glibc)).map(([, name, version]) => `${name ?? ''} of ${version ?? ''}`),
      [],
    );
  });

  test(`the addon for ${target} shows nothing but what Node looks for`, () => {
    const shown = readelf(target, '--dyn-syms')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , , binding = '', , index]) => /^(GLOBAL|WEAK|UNIQUE)$/.test(binding) && index !== 'UND')
      .map((columns) => columns[7]);
    assert.deepEqual(shown.sort(), ['napi_register_module_v1', 'node_api_module_get_api_version_v1']);
  });
}
