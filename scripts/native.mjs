// Builds the addon with node-gyp, incrementally, into prebuilds/, where engine/addon/load.ts looks first.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { nodeHeaders } from './headers.mjs';
import { withLock } from './lock.mjs';
import { root, run } from './run.mjs';

const require = createRequire(import.meta.url);
const nodeGyp = require.resolve('node-gyp/bin/node-gyp.js');

/** Where the build and the package keep the addon. */
export const prebuilt = path.join(root, 'prebuilds', `${process.platform}-${process.arch}`, 'iree-replay.node');

function isNewer(file, than) {
  return !existsSync(than) || statSync(file).mtimeMs > statSync(than).mtimeMs;
}

export async function buildAddon() {
  await withLock('native', () => {
    const headers = nodeHeaders();
    const flags = headers === undefined ? [] : [`--nodedir=${headers}`];
    const makefile = path.join(root, 'build', 'Makefile');
    const lists = ['binding.gyp', 'native/core/sources.txt', 'native/addon', 'package-lock.json'].map((file) => path.join(root, file));
    if (lists.some((file) => isNewer(file, makefile))) run(process.execPath, [nodeGyp, 'configure', ...flags], { quiet: true });
    run(process.execPath, [nodeGyp, 'build', '--jobs', String(availableParallelism()), ...flags], { quiet: true });

    const built = path.join(root, 'build', 'Release', 'iree_replay.node');
    if (!isNewer(built, prebuilt)) return;
    mkdirSync(path.dirname(prebuilt), { recursive: true });
    // A running editor may have the old file mapped: never write to it.
    const next = `${prebuilt}.${String(process.pid)}`;
    copyFileSync(built, next);
    spawnSync('strip', process.platform === 'darwin' ? ['-Sx', next] : ['--strip-unneeded', next]);
    renameSync(next, prebuilt);
    console.log(`  ${path.relative(root, prebuilt)}  ${(statSync(prebuilt).size / 1024).toFixed(0)} KiB`);
  });
}
