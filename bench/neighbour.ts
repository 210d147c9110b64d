/** Another program that wants processors while something is measured. */
import { spawn } from 'node:child_process';

/** Works `part` of each period of `microseconds`, or ever more of it within so many seconds; then sleeps. */
export interface Neighbour {
  readonly part: number;
  readonly microseconds: number;
  readonly risingSeconds?: number;
}

const program = ({ part, microseconds, risingSeconds = 0 }: Neighbour): string => `
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const begin = performance.now();
  for (;;) {
    const share = ${String(part)} * (${String(risingSeconds)} === 0 ? 1 : Math.min(1, (performance.now() - begin) / ${String(1000 * risingSeconds)}));
    const until = performance.now() + share * ${String(microseconds / 1000)};
    while (performance.now() < until);
    if (share < 1) Atomics.wait(pause, 0, 0, (1 - share) * ${String(microseconds / 1000)});
  }`;

/** Does `work` beside as many of these, each a process of its own, which have begun before it and end after it. */
export async function beside<T>(neighbours: readonly Neighbour[], work: () => Promise<T>): Promise<T> {
  const processes = neighbours.map((neighbour) => spawn(process.execPath, ['-e', program(neighbour)], { stdio: 'ignore' }));
  try {
    return await work();
  } finally {
    for (const one of processes) one.kill('SIGKILL');
  }
}
