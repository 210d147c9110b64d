// The packages that are published: each is laid out in its own folder. Those for a version of glibc have an addon built from scratch, apart
// from the checkout's; others have the checkout's.
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifest } from './manifest.mjs';
import { buildAddon, prebuilt } from './native.mjs';
import { pack, platform, universal } from './pack.mjs';
import { prebuild } from './prebuild.mjs';
import { root, run } from './run.mjs';

/** Platforms whose packages have an addon. */
const platforms = ['linux-x64', 'linux-arm64'];

/** What packages can be made for here: machines like this one, with its compiler; with a version of glibc, all. */
export const targetsFor = (glibc) => [...platforms.filter((one) => one === platform || glibc !== undefined), universal];

/** What each has unchanged from the checkout. */
const kept = ['.vscodeignore', 'CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'l10n', 'media', 'package.nls.json', 'snippets'];

/**
 * Makes the package for `target` and writes it to `file`. Returns vsce's warnings. `env` may give an address: manifest.mjs; `glibc` is the
 * oldest version that the addon must load with: prebuild.mjs.
 */
export async function makePackage(target, file, { env = process.env, glibc } = {}) {
  const folder = path.join(root, '.cache', 'packages', target);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of kept) symlinkSync(path.join(root, name), path.join(folder, name));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest(env), undefined, 2)}\n`);
  run(process.execPath, ['esbuild.mjs', '--production', `--outdir=${path.join(folder, 'dist')}`, '--log-level=warning']);
  if (target !== universal) await addAddon(target, folder, glibc);
  return pack(file, { folder, target });
}

/** Puts the addon for `target` where a package's folder has it. */
async function addAddon(target, folder, glibc) {
  if (glibc !== undefined) {
    prebuild(target, path.join(root, '.cache', 'addons', target), folder, glibc);
    return;
  }
  await buildAddon();
  const file = path.join(folder, path.relative(root, prebuilt));
  mkdirSync(path.dirname(file), { recursive: true });
  copyFileSync(prebuilt, file);
}
