// Builds the addon with node-gyp, incrementally, into prebuilds/, where engine/addon/load.ts looks first.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { nodeHeaders } from './headers.mjs';
import { withLock } from './lock.mjs';
import { root, run } from './run.mjs';

const require = createRequire(import.meta.url);
const nodeGyp = require.resolve('node-gyp/bin/node-gyp.js');

const standardHeader = path.join(root, 'native', 'standard.h');
/** Beside the makefiles that node-gyp writes: how they compile the standard library's headers, once for all units, with the units' flags. */
const precompiling = `standard/standard.h.gch: standard/standard.h ${standardHeader}
\t$(CXX.target) $(DEFS_Release) $(INCS_Release) $(CFLAGS_Release) $(CFLAGS_CC_Release) -x c++-header -o $@ $<
`;

/** Flags for using it; a compiler that cannot reads the header. GCC then misjudges std::string, as if its code were ours. */
const withStandard = [
  ...['-include', 'standard/standard.h'],
  ...['array-bounds', 'stringop-overflow', 'stringop-overread', 'maybe-uninitialized'].map((warning) => `-Wno-${warning}`),
];

/** Where the build and the package keep the addon. */
export const prebuilt = path.join(root, 'prebuilds', `${process.platform}-${process.arch}`, 'iree-replay.node');

function isNewer(file, than) {
  return !existsSync(than) || statSync(file).mtimeMs > statSync(than).mtimeMs;
}

/** Precompiles the standard library's headers into build/standard, unless that is done. */
function precompileStandard() {
  const build = path.join(root, 'build');
  mkdirSync(path.join(build, 'standard'), { recursive: true });
  const files = { 'standard.mk': precompiling, 'standard/standard.h': `#include "${standardHeader}"\n` };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(build, name);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
  run('make', ['-C', build, '-f', 'Makefile', '-f', 'standard.mk', 'standard/standard.h.gch'], { quiet: true });
}

/** Builds what has changed of the addon; throws Failed, with what the compiler says. */
export async function buildAddon() {
  await withLock('native', () => {
    const headers = nodeHeaders();
    const flags = headers === undefined ? [] : [`--nodedir=${headers}`];
    const makefile = path.join(root, 'build', 'Makefile');
    const lists = ['binding.gyp', 'native/core/sources.txt', 'native/addon', 'scripts/sources.mjs', 'package-lock.json'].map((file) =>
      path.join(root, file),
    );
    if (lists.some((file) => isNewer(file, makefile))) run(process.execPath, [nodeGyp, 'configure', ...flags], { quiet: true });
    precompileStandard();
    const env = { ...process.env, CXXFLAGS: [process.env['CXXFLAGS'] ?? '', ...withStandard].join(' ') };
    run(process.execPath, [nodeGyp, 'build', '--jobs', String(availableParallelism()), ...flags], { quiet: true, env });

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
