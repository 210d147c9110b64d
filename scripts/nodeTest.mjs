import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checked, none } from './counts.mjs';
import { root } from './run.mjs';

/**
 * Runs TypeScript test files with node:test, one process per file and one file per processor, and counts the tests. They wait only for each
 * other's measurements.
 */
export async function runTests(files, { env = process.env, timeoutSeconds = 900 } = {}) {
  const runtime = mkdtempSync(path.join(tmpdir(), 'iree-replay-runtime-'));
  try {
    return await inChild(files, timeoutSeconds * 1000, { ...env, XDG_RUNTIME_DIR: runtime });
  } finally {
    rmSync(runtime, { recursive: true, force: true });
  }
}

/** In its own process, whose environment and flags node:test passes to the files' processes. */
function inChild(files, timeout, env) {
  return new Promise((resolve, reject) => {
    const script = (name) => path.join(root, 'scripts', name);
    const flags = ['--import', 'tsx', '--require', script('picturesAsText.cjs')];
    const child = spawn(process.execPath, [...flags, script('runTestFiles.mjs'), String(timeout), ...files], {
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
