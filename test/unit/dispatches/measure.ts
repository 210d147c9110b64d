/**
 * Times every dispatch of the capture given as argument, in this process; "cancel" ends it after the second report. Prints its memory use,
 * in bytes, as JSON.
 */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { benchmark } from '../../../engine/jobs/benchmark';
import * as v from 'valibot';
import { benchmark as job } from '../../../protocol/jobs/benchmark';
import { preflight } from '../../../engine/addon/replay';

function memory(field: 'VmRSS' | 'VmHWM'): number {
  const [, kibibytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

async function main(): Promise<void> {
  const [capture = '', how = ''] = process.argv.slice(2);
  const run = { capture, devices: ['local-sync'], fileRemaps: [] };
  const { peakBytes, dispatches } = await preflight(run);
  const before = memory('VmRSS');
  const abort = new AbortController();
  const places: string[] = [];
  let cancelled = 0;
  const result = await benchmark(
    v.parse(job.options, { run, dispatches: ['*'], minTime: how === 'cancel' ? { seconds: 0.2 } : { iterations: 1 } }),
    ({ thing, things }) => {
      if (thing === undefined) return;
      places.push(`${String(thing)} of ${String(things)}`);
      if (how !== 'cancel' || places.length < 3) return;
      cancelled ||= performance.now();
      abort.abort();
    },
    abort.signal,
  );
  const endedMs = cancelled === 0 ? 0 : performance.now() - cancelled;
  // The bound is a second: what has not been freed by then counts.
  await setTimeout(Math.max(0, 1000 - endedMs));
  const after = memory('VmRSS');
  const peak = memory('VmHWM');
  console.log(
    JSON.stringify({
      live: Number(peakBytes),
      dispatches: Number(dispatches),
      rows: result.rows.length,
      before,
      peak,
      after,
      places,
      endedMs,
    }),
  );
}

void main();
