// Compares with IREE's published tools. If they are missing and cannot be installed the suite says so and is skipped, but never in CI.
import path from 'node:path';
import { buildCore } from '../cmake.mjs';
import { none } from '../counts.mjs';
import { filesBelow } from '../files.mjs';
import { runTests } from '../nodeTest.mjs';
import { Failed } from '../run.mjs';
import { benchmarkCompare, ireePrograms, ireeTools, needSystem, perfetto } from '../tools.mjs';

export async function differential(filter) {
  let tools;
  let programs;
  let compare;
  let trace;
  try {
    tools = ireeTools();
    programs = ireePrograms();
    compare = benchmarkCompare();
    trace = perfetto();
  } catch (error) {
    if (process.env['CI'] || !(error instanceof Failed)) throw error;
    console.log(`skipped: IREE's tools cannot be installed: ${error.message}`);
    return { ...none, skipped: 1 };
  }
  needSystem('compiler', 'clang', 'lld', 'cmake', 'ninja', 'googletest', 'zlib');
  const built = await buildCore('plain', 'random_captures', 'made_profile');
  const files = filesBelow(['test/differential'], '.test.ts').filter((file) => filter.every((word) => file.includes(word)));
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
    },
    timeoutSeconds: 300,
  });
}
