/**
 * A program for tests: gives a queue of engine processes jobs while this process can start no other, and prints how they ended, as
 * JSON. Arguments: what there is none of, `descriptors` or `processes`, and the engine's script.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { EngineState } from '../protocol/processes/engine';
import { createJobQueue } from '../engine/process/jobQueue';

const [without, script] = process.argv.slice(2);
const queue = createJobQueue(script ?? '', () => undefined);
const ends: EngineState<'run'>[] = [];

async function job(): Promise<EngineState<'run'>> {
  const options = { capture: '/x.ireereplay', devices: ['local-sync'], fileRemaps: [] };
  const end = await queue.start('run', options, () => undefined, new AbortController().signal);
  ends.push(end);
  return end;
}

/** Opens files until there can be no more. */
function takeDescriptors(): number[] {
  const taken: number[] = [];
  for (;;) {
    try {
      taken.push(openSync('/dev/null', 'r'));
    } catch {
      return taken;
    }
  }
}

/** Lets this user have one process, which there is already. */
function takeProcesses(): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(process.pid), '--nproc=1:'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  // The superuser has no limit.
  const nobody = 65534;
  if (process.getuid?.() === 0) process.setuid?.(nobody);
}

async function starve(): Promise<void> {
  if (without === 'processes') {
    takeProcesses();
    await job();
    await job();
  } else {
    // First there is none left, then one, and so on: another step of the start fails each time.
    for (let left = 0, end: EngineState<'run'> | undefined; end === undefined || end.state === 'failed'; ++left) {
      const taken = takeDescriptors();
      for (const descriptor of taken.splice(0, left)) closeSync(descriptor);
      end = await job();
      for (const descriptor of taken) closeSync(descriptor);
    }
  }
  queue.dispose();
  console.log(JSON.stringify(ends));
}

void starve();
