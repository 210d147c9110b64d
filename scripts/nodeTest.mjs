import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { checked, none } from './counts.mjs';
import { filesBelow } from './files.mjs';
import { root } from './run.mjs';
import { transpile } from './transpile.cjs';

const sources = ['protocol', 'engine', 'extension', 'webview', 'language-server', 'cli', 'bench', 'scripts', 'test'];

/**
 * Runs TypeScript test files with node:test, one process per file and one file per processor, or so many `more`, and counts the tests. They
 * wait only for each other's measurements.
 */
export async function runTests(files, { env = process.env, timeoutSeconds = 900, more = 0 } = {}) {
  const runtime = mkdtempSync(path.join(tmpdir(), 'iree-replay-runtime-'));
  try {
    const transpiled = env['TRANSPILED'] ?? (await transpiledBelow(path.join(runtime, 'transpiled')));
    const options = [timeoutSeconds * 1000, availableParallelism() + more];
    return await inChild(files, options, { ...env, XDG_RUNTIME_DIR: runtime, TRANSPILED: transpiled });
  } finally {
    rmSync(runtime, { recursive: true, force: true });
  }
}

/** The folder, with all TypeScript of the checkout in it. Where one file is wrong it stays empty: what loads that file then says so. */
async function transpiledBelow(folder) {
  const files = filesBelow(sources, '.ts').filter((file) => !file.endsWith('.d.ts'));
  try {
    await transpile(files, root, folder);
  } catch (error) {
    console.log(error.message);
  }
  return folder;
}

/** In its own process, whose environment and flags node:test passes to the files' processes. */
function inChild(files, options, env) {
  return new Promise((resolve, reject) => {
    const script = (name) => path.join(root, 'scripts', name);
    const flags = ['loadTranspiled.cjs', 'picturesAsText.cjs'].flatMap((name) => ['--require', script(name)]);
    const child = spawn(process.execPath, [...flags, script('runTestFiles.mjs'), ...options.map(String), ...files], {
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
