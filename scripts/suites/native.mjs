// The core's own tests: plain, with AddressSanitizer and UndefinedBehaviorSanitizer, and those that run on several
// threads with ThreadSanitizer. `plain`, `sanitized` or `threads` runs one build alone.
import path from 'node:path';
import { buildCore } from '../cmake.mjs';
import { googleTestCounts, sum } from '../counts.mjs';
import { follow } from '../run.mjs';
import { needSystem } from '../tools.mjs';

const builds = ['plain', 'sanitized', 'threads'];
/** What ThreadSanitizer is for: replays on local-task, and what is read from other threads. */
const threaded = '--gtest_filter=*Session.*:Devices/*/LocalTask:RandomPrograms.*:TaskPool.*';

export async function native(filter) {
  needSystem('compiler', 'cmake', 'ninja', 'googletest', 'zlib', 'clang');
  const counts = [];
  const chosen = builds.filter((build) => filter.includes(build));
  for (const build of chosen.length > 0 ? chosen : builds) {
    console.log(`native/build/${build}`);
    const folder = await buildCore(build);
    const flags = ['--gtest_brief=1', ...(build === 'threads' ? [threaded] : []), ...filter.filter((flag) => flag.startsWith('--gtest'))];
    const env = { ...process.env, UBSAN_OPTIONS: 'print_stacktrace=1' };
    counts.push(googleTestCounts(await follow(path.join(folder, 'core_tests'), flags, { env })));
  }
  return sum(counts);
}
