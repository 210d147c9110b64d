// Loops that keep processors busy: what depends on a fast machine shows beside them.
import { spawn } from 'node:child_process';

/** A loop ends with the process that started it, however that ends: a signal may leave it no time to end its loops. */
const loop = 'const parent = Number(process.argv[1]); while (process.ppid === parent) for (let n = 0; n < 1e7; n++);';

/** Does `work` while `count` processes keep a processor busy each. */
export async function besideBusyLoops(count, work) {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['--eval', loop, String(process.pid)], { stdio: 'ignore' }));
  try {
    await Promise.all(loops.map(started));
    return await work();
  } finally {
    for (const each of loops) each.kill();
  }
}

function started(child) {
  return new Promise((resolve, reject) => {
    child.on('spawn', resolve);
    child.on('error', reject);
  });
}
