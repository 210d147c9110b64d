// The core's own tests: all with AddressSanitizer and UndefinedBehaviorSanitizer, and those that run on several threads with
// ThreadSanitizer. `sanitized` or `threads` runs only that build, `plain` one without sanitizers, which is the quickest to make.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { buildCore } from '../cmake.mjs';
import { googleTestCounts, sum } from '../counts.mjs';
import { googleTestOutcomes } from '../outcomes.mjs';
import { follow, onEachProcessor } from '../run.mjs';
import { needSystem } from '../tools.mjs';

const builds = ['sanitized', 'threads'];
/** So many that no processor waits long for the last of another. */
const SHARDS_OF_A_PROCESSOR = 4;
/** What ThreadSanitizer is for: replays on local-task, and what other threads read. */
const threaded = '--gtest_filter=*Session.*:Devices/*/LocalTask:RandomPrograms.*:TaskPoolTest.*';

export async function native(filter) {
  needSystem('compiler', 'cmake', 'ninja', 'googletest', 'zlib', 'clang', 'fuzzer');
  const counts = [];
  const chosen = ['plain', ...builds].filter((build) => filter.includes(build));
  for (const build of chosen.length > 0 ? chosen : builds) {
    console.log(`native/build/${build}`);
    const folder = await buildCore(build, 'core_tests');
    const asked = filter.filter((flag) => flag.startsWith('--gtest'));
    const flags = ['--gtest_brief=1', ...(build === 'threads' ? [threaded] : []), ...asked];
    const env = { ...process.env, UBSAN_OPTIONS: 'print_stacktrace=1' };
    // Of a few tests some shards would have none.
    const shards = asked.length > 0 ? 1 : SHARDS_OF_A_PROCESSOR * availableParallelism();
    const tests = path.join(folder, 'core_tests');
    await onEachProcessor([...Array(shards).keys()], async (index) => {
      const own = { ...env, GTEST_TOTAL_SHARDS: String(shards), GTEST_SHARD_INDEX: String(index) };
      counts.push(await shard(tests, flags, own));
    });
  }
  return sum(counts);
}

/** Runs a shard of the tests. Its counts are those that it prints, which are there even when it ends before it has written its report. */
async function shard(tests, flags, env) {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-googletest-'));
  try {
    const report = path.join(folder, 'report.json');
    const counts = googleTestCounts(await follow(tests, [...flags, `--gtest_output=json:${report}`], { env }));
    return { ...counts, tests: googleTestOutcomes(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
