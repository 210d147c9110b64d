// The core's own tests, plain and with AddressSanitizer and UndefinedBehaviorSanitizer; `threads` adds ThreadSanitizer.
import path from 'node:path';
import { buildCore } from '../cmake.mjs';
import { googleTestCounts, sum } from '../counts.mjs';
import { follow } from '../run.mjs';
import { needSystem } from '../tools.mjs';

export async function native(filter) {
  needSystem('compiler', 'cmake', 'ninja', 'googletest', 'zlib');
  const counts = [];
  for (const build of ['plain', 'sanitized', ...(filter.includes('threads') ? ['threads'] : [])]) {
    console.log(`native/build/${build}`);
    const folder = await buildCore(build);
    const flags = ['--gtest_brief=1', ...filter.filter((flag) => flag.startsWith('--gtest'))];
    const env = { ...process.env, UBSAN_OPTIONS: 'print_stacktrace=1' };
    counts.push(googleTestCounts(await follow(path.join(folder, 'core_tests'), flags, { env })));
  }
  return sum(counts);
}
