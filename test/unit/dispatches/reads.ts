/**
 * Replays the capture given as argument once, and then times its last dispatch, in this process. Prints the bytes that each of the two read
 * from files, as JSON.
 */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { benchmark as job } from '../../../protocol/jobs/benchmark';
import { benchmark } from '../../../engine/jobs/benchmark';
import { listDispatches } from '../../../engine/addon/dispatches';
import { prepareReplay } from '../../../engine/addon/replay';

const bytesRead = (): number => Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

async function reading(work: () => Promise<unknown>): Promise<number> {
  const before = bytesRead();
  await work();
  return bytesRead() - before;
}

async function main(): Promise<void> {
  const [capture = ''] = process.argv.slice(2);
  const run = { capture, devices: ['local-sync'], fileRemaps: [] };
  const { dispatches } = await listDispatches(run);
  const { signal } = new AbortController();
  const replay = async (): Promise<void> => {
    const { session } = await prepareReplay(run);
    await session?.run();
    session?.close();
  };
  const told = v.parse(job.options, { run, dispatches: [String(dispatches.at(-1)?.record)], minTime: { iterations: 1 } });
  const measure = (): Promise<unknown> => benchmark(told, () => undefined, signal);
  // What is read once per process, such as code, does not count.
  await measure();
  console.log(JSON.stringify({ replay: await reading(replay), measure: await reading(measure) }));
}

void main();
