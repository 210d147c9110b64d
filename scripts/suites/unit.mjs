// Tests beside the TypeScript sources, with Node's own runner. Kernels are built with clang and with gcc.
import { availableParallelism } from 'node:os';
import { sum } from '../counts.mjs';
import { filesBelow } from '../files.mjs';
import { runTests } from '../nodeTest.mjs';
import { needSystem, wantSystem } from '../tools.mjs';

/** Whose tests neither start anything nor change what their process has: it takes longer to start theirs than to run them. */
const pure = ['protocol', 'extension', 'webview', 'language-server'];
const others = ['engine', 'cli', 'bench', 'scripts', 'test/unit'];

export async function unit(filter) {
  needSystem('compiler', 'clang');
  wantSystem('spirv-dis', 'llvm-objdump', 'perf');
  const wanted = (file) => filter.length === 0 || filter.some((word) => file.includes(word));
  const filesOf = (folders) => filesBelow(folders, '.test.ts').filter(wanted);
  const [short, long] = [filesOf(pure), filesOf(others)];
  const counts = [];
  if (short.length > 0) counts.push(await runTests(short, { together: true }));
  // While one waits for another's measurement, or for a time to pass, there is one more.
  if (long.length > 0) counts.push(await runTests(long, { atOnce: availableParallelism() + 1 }));
  return sum(counts);
}
