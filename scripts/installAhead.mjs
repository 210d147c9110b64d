// What whole runs of the tests need besides npm's packages, installed before a suite asks for it: Debian's packages by one call, and what
// mostly waits for the network while the first suites run. What cannot be installed is left to the suite that needs it, which says so.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failed } from './run.mjs';
import { benchmarkCompare, ireeSource, ireeTools, newCmake, perfetto, vscodes, vscodeServer, wantSystem } from './tools.mjs';

/** What the suites name, all together, but for ccache: the core's builds would use it, which makes a first one longer. */
export function installSystem() {
  wantSystem(
    ...['compiler', 'clang', 'fuzzer', 'lld', 'clang-format', 'cmake', 'ninja', 'cargo', 'googletest', 'zlib', 'python'],
    ...['google-benchmark', 'chromium', 'ripgrep', 'spirv-dis', 'llvm-objdump', 'perf', 'jq'],
  );
}

/** Starts to install the tools that are kept in the cache, in a process of its own; the promise is fulfilled when that has ended. */
export function installTools() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const servers = vscodes.map((version) => () => vscodeServer(version));
  for (const install of [ireeTools, benchmarkCompare, perfetto, ireeSource, newCmake, ...servers]) {
    try {
      install();
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
    }
  }
}
