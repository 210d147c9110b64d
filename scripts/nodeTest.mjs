import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { checked, none } from './counts.mjs';
import { root } from './run.mjs';

/**
 * Runs TypeScript test files with node:test, by default one process per file and one file per processor, and counts the tests. They wait
 * only for each other's measurements. With `about`, the path of a module, there are only as many processes as files run at once, each of
 * which loads that module first and calls its `end` last: for files that have much to load, and nothing to hide from each other.
 */
export async function runTests(files, { env = process.env, timeoutSeconds = 900, about, atOnce = availableParallelism() } = {}) {
  const runtime = mkdtempSync(path.join(tmpdir(), 'iree-replay-runtime-'));
  const timeout = timeoutSeconds * 1000;
  const own = { ...env, XDG_RUNTIME_DIR: runtime };
  try {
    if (about === undefined) return await inChild(files, timeout, atOnce, own);
    const claims = mkdtempSync(path.join(runtime, 'files-'));
    const processes = Array(Math.min(atOnce, files.length)).fill(script('testFilesTogether.mjs'));
    const together = JSON.stringify({ files, about, claims, timeout });
    return await inChild(processes, 2 * timeout, atOnce, { ...own, IR_TEST_TOGETHER: together });
  } finally {
    rmSync(runtime, { recursive: true, force: true });
  }
}

const script = (name) => path.join(root, 'scripts', name);

/** In its own process, whose environment and flags node:test passes to the files' processes. */
function inChild(files, timeout, atOnce, env) {
  return new Promise((resolve, reject) => {
    const flags = ['--import', 'tsx', '--require', script('picturesAsText.cjs')];
    const child = spawn(process.execPath, [...flags, script('runTestFiles.mjs'), String(timeout), String(atOnce), ...files], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let counts = none;
    child.on('message', (message) => (counts = message));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(checked(counts, code ?? signal)));
  });
}
