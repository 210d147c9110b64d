// The core's own tests: all with AddressSanitizer and UndefinedBehaviorSanitizer, and those that run on several threads with
// ThreadSanitizer. `sanitized` or `threads` runs only that build, `plain` one without sanitizers, which is the quickest to make.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { buildCore } from '../cmake.mjs';
import { googleTestCounts, sum } from '../counts.mjs';
import { follow } from '../run.mjs';
import { needSystem } from '../tools.mjs';

const builds = ['sanitized', 'threads'];
/** What ThreadSanitizer is for: replays on local-task, and what other threads read. */
const threaded = '--gtest_filter=*Session.*:Devices/*/LocalTask:RandomPrograms.*:TaskPool.*';

export async function native(filter) {
  needSystem('compiler', 'cmake', 'ninja', 'googletest', 'zlib', 'clang', 'fuzzer');
  const counts = [];
  const chosen = ['plain', ...builds].filter((build) => filter.includes(build));
  for (const build of chosen.length > 0 ? chosen : builds) {
    console.log(`native/build/${build}`);
    const folder = await buildCore(build, 'core_tests');
    const flags = ['--gtest_brief=1', ...(build === 'threads' ? [threaded] : []), ...filter.filter((flag) => flag.startsWith('--gtest'))];
    const env = { ...process.env, UBSAN_OPTIONS: 'print_stacktrace=1' };
    const shards = Array.from({ length: availableParallelism() }, (_, shard) => ({
      ...env,
      GTEST_TOTAL_SHARDS: String(availableParallelism()),
      GTEST_SHARD_INDEX: String(shard),
    }));
    const tests = path.join(folder, 'core_tests');
    counts.push(...(await Promise.all(shards.map(async (env) => googleTestCounts(await follow(tests, flags, { env }))))));
  }
  return sum(counts);
}
