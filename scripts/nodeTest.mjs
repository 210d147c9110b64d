import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { checked, none } from './counts.mjs';
import { root } from './run.mjs';

/**
 * Runs TypeScript test files with node:test, one process per file, and counts the tests. They wait only for each other's measurements.
 * `perProcessor` files run at once: more than one where they wait for something else half of the time.
 */
export async function runTests(files, { env = process.env, timeoutSeconds = 900, perProcessor = 1 } = {}) {
  const runtime = mkdtempSync(path.join(tmpdir(), 'iree-replay-runtime-'));
  try {
    const atOnce = Math.ceil(availableParallelism() * perProcessor);
    return await inChild(files, timeoutSeconds * 1000, atOnce, { ...env, XDG_RUNTIME_DIR: runtime });
  } finally {
    rmSync(runtime, { recursive: true, force: true });
  }
}

/** In its own process, whose environment and flags node:test passes to the files' processes. */
function inChild(files, timeout, atOnce, env) {
  return new Promise((resolve, reject) => {
    const script = (name) => path.join(root, 'scripts', name);
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
