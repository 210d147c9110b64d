// Tests beside the TypeScript sources, with Node's own runner. Kernels are built with clang and with gcc.
import { availableParallelism } from 'node:os';
import { filesBelow } from '../files.mjs';
import { runTests } from '../nodeTest.mjs';
import { needSystem, wantSystem } from '../tools.mjs';

const folders = ['protocol', 'engine', 'extension', 'webview', 'language-server', 'cli', 'bench', 'scripts', 'test/unit'];

export async function unit(filter) {
  needSystem('compiler', 'clang');
  wantSystem('spirv-dis', 'llvm-objdump', 'perf');
  const files = filesBelow(folders, '.test.ts').filter((file) => filter.length === 0 || filter.some((word) => file.includes(word)));
  // While one waits for another's measurement, or for a time to pass, there is one more.
  return runTests(files, { atOnce: availableParallelism() + 1 });
}
