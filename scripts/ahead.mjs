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
      ...['google-benchmark', 'chromium', 'ripgrep', 'spirv-dis', 'llvm-objdump', 'perf', 'jq', 'llvm-omp', 'lavapipe'],
    );
  },
  /** Those that are kept in the cache, and the largest of Debian's packages, which only the last suites need. */
  async tools() {
    const servers = vscodes.map((version) => () => vscodeServer(version));
    for (const install of [ireeTools, benchmarkCompare, perfetto, ireeSource, newCmake, ...servers]) await unlessItFails(install);
    wantSystem('pytorch');
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

const begin = (kind, options) => spawn(process.execPath, [fileURLToPath(import.meta.url), kind], { stdio: 'inherit', ...options });

const ended = (child) =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });

/** Begins with the 'system' or the 'tools', in a process of its own; the promise is fulfilled when that has ended. */
export const ahead = (kind) => ended(begin(kind));

/**
 * Begins with the builds, in processes that end with this one. What is returned ends them: who needs them then goes on where they were, and
 * does not wait for what only has what others leave of the processors, which beside other work may be nothing.
 */
export function buildAhead() {
  const child = begin('builds', { detached: true });
  const end = ended(child);
  const stop = () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has ended meanwhile.
    }
  };
  process.on('exit', stop);
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  return () => {
    stop();
    return end;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await kinds[process.argv[2]]();
