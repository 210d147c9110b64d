import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { checked, none, one, sum } from './counts.mjs';
import { filesBelow } from './files.mjs';
import { root } from './run.mjs';
import { transpile } from './transpile.cjs';

const sources = ['protocol', 'engine', 'extension', 'webview', 'language-server', 'cli', 'bench', 'scripts', 'test'];

/**
 * Runs TypeScript test files with node:test, by default one process per file and one file per processor, and counts the tests. They wait
 * only for each other's measurements. `together` there are only as many processes as files run at once: for files that have nothing to hide
 * from each other. With `about`, the path of a module, each of these processes loads that module first and calls its `end` last.
 */
export async function runTests(
  files,
  { env = process.env, timeoutSeconds = 900, together = false, about, atOnce = availableParallelism() } = {},
) {
  const runtime = mkdtempSync(path.join(tmpdir(), 'iree-replay-runtime-'));
  const timeout = timeoutSeconds * 1000;
  try {
    const transpiled = env['TRANSPILED'] ?? (await transpiledBelow(path.join(runtime, 'transpiled')));
    const own = { ...env, XDG_RUNTIME_DIR: runtime, TRANSPILED: transpiled };
    if (!together) return await inChild(files, timeout, atOnce, own);
    const claims = mkdtempSync(path.join(runtime, 'files-'));
    const processes = Array(Math.min(atOnce, files.length)).fill(script('testFilesTogether.mjs'));
    const shared = JSON.stringify({ files, about, claims, timeout });
    const counts = await inChild(processes, 2 * timeout, atOnce, { ...own, IR_TEST_TOGETHER: shared });
    const left = files.length - readdirSync(claims).length;
    return left === 0 ? counts : sum([counts, one(`${String(left)} files were not run: their processes had ended`, false)]);
  } finally {
    rmSync(runtime, { recursive: true, force: true });
  }
}

const script = (name) => path.join(root, 'scripts', name);

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
function inChild(files, timeout, atOnce, env) {
  return new Promise((resolve, reject) => {
    const flags = ['loadTranspiled.cjs', 'picturesAsText.cjs'].flatMap((name) => ['--require', script(name)]);
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
