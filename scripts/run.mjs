// Runs programs for the project's scripts.
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A program ended with a nonzero status; its output has been shown. */
export class Failed extends Error {}

/**
 * Runs a program in the checkout and throws Failed unless it succeeds. `quiet` shows its output only if it fails, and returns what it wrote
 * to stderr.
 */
export function run(program, args, { cwd = root, env = process.env, quiet = false } = {}) {
  const result = spawnSync(program, args, {
    cwd,
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    maxBuffer: 1 << 28,
  });
  if (result.error !== undefined) throw new Failed(`${program}: ${result.error.message}`);
  if (result.status === 0) return result.stderr?.toString() ?? '';
  if (quiet) process.stderr.write(Buffer.concat([result.stdout, result.stderr]));
  throw new Failed(`${path.basename(program)} ${args.join(' ')}: ${result.signal ?? `exit status ${String(result.status)}`}`);
}

/** What a program prints on stdout; undefined when it cannot be started or fails. */
export function capture(program, args, { cwd = root, env = process.env } = {}) {
  const result = spawnSync(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8', maxBuffer: 1 << 28 });
  return result.status === 0 ? result.stdout : undefined;
}

/** Runs a program, showing its output as it runs unless `quiet`; resolves to its exit status and its whole output. */
export function follow(program, args, { cwd = root, env = process.env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    for (const [stream, out] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.on('data', (chunk) => {
        chunks.push(chunk);
        if (!quiet) out.write(chunk);
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? signal, output: Buffer.concat(chunks).toString() }));
  });
}

/** Does `work` with every item, one per processor; at most `most` at once. */
export async function onEachProcessor(items, work, most = availableParallelism()) {
  const waiting = items.values();
  const next = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: most }, next));
}

/** Runs a script's main function; a failed program ends the script with status 1 and one line. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
