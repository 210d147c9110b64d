// A published package's addon, built by prebuildify from scratch in a folder of its own, so that the checkout's build is unchanged.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { nodeHeaders } from './headers.mjs';
import { Failed, capture, root, run } from './run.mjs';
import { zig } from './tools.mjs';

/** What node-gyp and binding.gyp read. */
const inputs = ['binding.gyp', 'native', 'node_modules', 'package.json', 'scripts'];

/** zig's names for packages' platforms. */
const triples = { 'linux-x64': 'x86_64-linux-gnu', 'linux-arm64': 'aarch64-linux-gnu' };

/** What prebuildify should build with: zig's compiler for a given glibc version. */
function toolsFor(target, glibc) {
  const to = `-target ${triples[target]}.${glibc}`;
  const [, arch] = target.split('-');
  // This machine's strip may not know the other's processor: the linker omits the symbols.
  const env = { CC: `${zig()} cc ${to}`, CXX: `${zig()} c++ ${to}`, AR: `${zig()} ar`, LDFLAGS: '-Wl,-s' };
  return { flags: ['--arch', arch], env };
}

/** Compares versions by their numbers: 2.3.2 is older than 2.28. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** The newest glibc version that a library needs something from, and what it needs. */
export function newestGlibc(library) {
  const symbols = capture('readelf', ['--wide', '--dyn-syms', library]) ?? '';
  const asked = [...symbols.matchAll(/ UND (\S+)@GLIBC_([\d.]+)/g)].map(([, name, version]) => ({ name, version }));
  const versions = asked.map(({ version }) => version).sort((a, b) => compare(b, a));
  const [newest] = versions;
  if (newest === undefined) throw new Failed(`${library} asks for nothing of glibc, or readelf cannot read it`);
  return { version: newest, names: [...new Set(asked.filter(({ version }) => version === newest).map(({ name }) => name))] };
}

/** Throws Failed, with what is too new, when a library needs a newer glibc than this version. */
export function needNoNewer(library, glibc) {
  const { version, names } = newestGlibc(library);
  if (compare(version, glibc) > 0) throw new Failed(`${library} asks for glibc ${version} (${names.join(', ')}), not ${glibc}`);
}

/**
 * Builds the addon for `target` in `folder`, and leaves it in `out`/prebuilds: for every machine with the target's processor and that
 * version of glibc or a newer one.
 */
export function prebuild(target, folder, out, glibc) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of inputs) symlinkSync(path.join(root, name), path.join(folder, name));
  const headers = nodeHeaders();
  const tools = toolsFor(target, glibc);
  const env = {
    ...process.env,
    PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
    JOBS: 'max',
    ...(headers === undefined ? {} : { npm_config_nodedir: headers }),
    ...tools.env,
  };
  run('prebuildify', ['--napi', ...tools.flags, '--target', process.versions.node, '--out', out], { cwd: folder, env, quiet: true });
  needNoNewer(path.join(out, 'prebuilds', target, 'iree-replay.node'), glibc);
}
