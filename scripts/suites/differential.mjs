// Compares with IREE's published tools. If they are missing and cannot be installed the suite says so and is skipped, but never in CI.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { buildCore } from '../cmake.mjs';
import { none } from '../counts.mjs';
import { filesBelow } from '../files.mjs';
import { runTests } from '../nodeTest.mjs';
import { Failed } from '../run.mjs';
import {
  benchmarkCompare,
  cache,
  ireePrograms,
  ireeSource,
  ireeTools,
  lavapipe,
  needSystem,
  newCmake,
  perfetto,
  wantSystem,
  which,
} from '../tools.mjs';

/** A file whose tests take much longer than those of the others. */
const isLong = (file) => /\/(documented|guides|random|reduceByIree|sharing|torchCapture|torchCompare)\.test\.ts$/.test(file);

export async function differential(filter) {
  let tools;
  let programs;
  let compare;
  let trace;
  let source;
  let cmake;
  try {
    tools = ireeTools();
    programs = ireePrograms();
    compare = benchmarkCompare();
    trace = perfetto();
    source = ireeSource();
    cmake = newCmake();
  } catch (error) {
    if (process.env['CI'] || !(error instanceof Failed)) throw error;
    console.log(`skipped: IREE's tools cannot be installed: ${error.message}`);
    return { ...none, skipped: 1 };
  }
  needSystem('compiler', 'clang', 'fuzzer', 'lld', 'cmake', 'ninja', 'googletest', 'zlib', 'jq', 'llvm-omp', 'lavapipe', 'pytorch');
  // What the guide for C compiles of IREE is the same each time.
  wantSystem('ccache');
  const built = await buildCore('sanitized', 'random_captures', 'made_profile');
  const files = filesBelow(['test/differential'], '.test.ts').filter((file) => filter.every((word) => file.includes(word)));
  // First, for at the end no other would run beside them.
  files.sort((one, other) => Number(isLong(other)) - Number(isLong(one)));
  return runTests(files, {
    env: {
      ...process.env,
      IREE_TOOLS: tools,
      IREE_PROGRAMS: programs,
      RANDOM_CAPTURES: path.join(built, 'random_captures'),
      MADE_PROFILE: path.join(built, 'made_profile'),
      COMPARE_PYTHON: compare.python,
      COMPARE_SCRIPT: compare.script,
      PERFETTO_PYTHON: trace.python,
      PERFETTO_PACKAGES: trace.packages,
      TORCH_PYTHON: '/usr/bin/python3',
      IREE_SOURCE: source,
      CMAKE_FOLDER: cmake,
      // The tests' one Vulkan device, whatever the machine has.
      VK_ICD_FILENAMES: lavapipe,
      // IREE itself chooses a build with optimizations, which takes half as long again.
      CMAKE_BUILD_TYPE: 'Debug',
      ...(which('ccache') === undefined
        ? {}
        : { CMAKE_C_COMPILER_LAUNCHER: 'ccache', CCACHE_DIR: path.join(cache, 'ccache'), CCACHE_NOHASHDIR: '1' }),
    },
    timeoutSeconds: 300,
    atOnce: availableParallelism() + 1,
  });
}
