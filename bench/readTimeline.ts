/** Prints how long one waits for a profile that is asked along time, and what its process holds: readTimeline.ts PROFILE. */
import { readFileSync } from 'node:fs';
import { openProfile, type ProfileDocument } from '../engine/addon/profileDocument';
import type { TimelineReading } from './timelineProcesses';

/** As wide as a page on a large screen. */
const PIXELS = 2000;
/** Each view shows so much less of the time than the one before; from all of it to some slices. */
const ZOOM = 6;
const LEAST_SPAN = 1000;
/** Looks at each place, and asks each query, so often. */
const TIMES = 5;

const QUERIES = {
  names: ['mul', '*', 'fn:*elementwise*', '-mul', 'nothing'],
  durations: ['dur:>1us', 'dur:<=20ns', 'mul dur:>=0', '-dur:20ns'],
} as const;

/** "VmHWM", the largest resident set so far, or "VmRSS", the one now; MiB. */
function resident(which: 'VmHWM' | 'VmRSS'): number {
  const match = new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(match?.[1] ?? NaN) / 1024;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Everything that a page asks when there is more. */
async function asked(profile: ProfileDocument): Promise<void> {
  const [{ span }, tracks] = await Promise.all([profile.summary(), profile.tracks(), profile.names()]);
  const ids = tracks.filter(({ kind }) => kind !== 'group').map(({ id }) => id);
  if (ids.length > 0) await profile.windows({ tracks: ids, from: '0', to: span, pixels: PIXELS });
}

async function read(file: string): Promise<TimelineReading> {
  const before = resident('VmRSS');
  const begin = performance.now();
  const profile = await openProfile(file);
  let firstAnswer: number | undefined;
  let asking: Promise<void> | undefined;
  await profile.load(({ changed }) => {
    if (!changed) return;
    asking ??= asked(profile).finally(() => {
      asking = undefined;
      firstAnswer ??= performance.now() - begin;
    });
  });
  await asking;
  const complete = performance.now() - begin;
  await asked(profile);
  firstAnswer ??= performance.now() - begin;
  const peak = resident('VmHWM');

  const { span: whole, events } = await profile.summary();
  const tracks = (await profile.tracks()).filter(({ kind }) => kind !== 'group').map(({ id }) => id);
  const windows: number[] = [];
  for (let span = Number(whole); span > LEAST_SPAN; span /= ZOOM) {
    for (let i = 0; i < TIMES; i++) {
      const from = Math.floor(((Number(whole) - span) * (i + 1)) / (TIMES + 1));
      const to = String(Math.floor(from + span));
      windows.push(await timed(() => profile.windows({ tracks, from: String(from), to, pixels: PIXELS })));
    }
  }
  const searches = async (queries: readonly string[]): Promise<Record<string, number[]>> => {
    const times: Record<string, number[]> = {};
    for (let i = 0; i < TIMES; i++) for (const query of queries) (times[query] ??= []).push(await timed(() => profile.search({ query })));
    return times;
  };
  const [names, durations] = [await searches(QUERIES.names), await searches(QUERIES.durations)];
  profile.close();
  return { events: Number(events), firstAnswer, complete, before, peak, windows, names, durations };
}

void read(process.argv[2] ?? '').then((reading) => console.log(JSON.stringify(reading)));
