// Builds of the core without Node, each in its own folder below native/build.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { root, run } from './run.mjs';

/** clang compiles with sanitizers in two thirds of gcc's time, and includes the fuzzer. */
const clang = ['-DCMAKE_C_COMPILER=clang', '-DCMAKE_CXX_COMPILER=clang++'];
const configurations = {
  // For people who change one file after another, and for clang-tidy.
  plain: ['-DIR_UNITS=OFF', ...clang],
  sanitized: ['-DIR_SANITIZE=address,undefined', ...clang],
  threads: ['-DIR_SANITIZE=thread', ...clang],
};

/** Of each configuration all that a whole run of the tests needs. */
export const builtForTests = {
  sanitized: ['core_tests', 'random_captures', 'made_profile', 'fuzz_targets'],
  threads: ['core_tests'],
};

/** Builds targets of one configuration, incrementally, and returns its folder. */
export async function buildCore(name, ...targets) {
  const folder = path.join(root, 'native', 'build', name);
  await withLock(`cmake-${name}`, () => {
    run('cmake', ['-G', 'Ninja', '-S', 'native/test', '-B', folder, ...configurations[name]], { quiet: true });
    run('cmake', ['--build', folder, '--target', ...targets, '-j', String(availableParallelism()), '--', '--quiet'], { quiet: true });
  });
  return folder;
}
