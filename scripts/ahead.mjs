// What whole runs of the tests need besides npm's packages, made ready before a suite asks for it: Debian's packages by one call, and tools,
// which both mostly wait for the network, while the first suites run; and the core's builds with sanitizers, with what the suites before leave
// of the processors. What fails here is left to the suite that needs it, which says why.
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildCore, builtForTests } from './cmake.mjs';
import { Failed } from './run.mjs';
import { benchmarkCompare, ireeSource, ireeTools, newCmake, perfetto, vscodes, vscodeServer, wantSystem } from './tools.mjs';

const kinds = {
  /** What the suites name, all together, but for ccache: the core's builds would use it, which makes a first one longer. */
  system() {
    wantSystem(
      ...['compiler', 'clang', 'fuzzer', 'lld', 'clang-format', 'cmake', 'ninja', 'cargo', 'googletest', 'zlib', 'python'],
      ...['google-benchmark', 'chromium', 'ripgrep', 'spirv-dis', 'llvm-objdump', 'perf', 'jq'],
    );
  },
  /** Those that are kept in the cache. */
  async tools() {
    const servers = vscodes.map((version) => () => vscodeServer(version));
    for (const install of [ireeTools, benchmarkCompare, perfetto, ireeSource, newCmake, ...servers]) await unlessItFails(install);
  },
  async builds() {
    setPriority(constants.priority.PRIORITY_LOW);
    for (const [build, targets] of Object.entries(builtForTests)) await unlessItFails(() => buildCore(build, ...targets));
  },
};

async function unlessItFails(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
  }
}

/** Begins with the 'system', the 'tools' or the 'builds', in a process of its own; the promise is fulfilled when that has ended. */
export function ahead(kind) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), kind], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await kinds[process.argv[2]]();
