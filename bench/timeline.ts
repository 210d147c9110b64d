/** The profile editor's timeline at ten million events: what the core takes to read and to answer, and what the page takes to draw. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import * as path from 'node:path';
import { needSystem } from '../scripts/tools.mjs';
import { medianOf } from '../protocol/measurement/statistics';
import { perfettoLines } from './perfetto';
import { recordedProfile } from './recordedProfile';
import { milliseconds, ownLine, seconds, type Line } from './report';
import { drawTimeline, readTimeline, type TimelineReading } from './timelineProcesses';

/** Processes that read the profile, one after the other. */
const READINGS = 5;

const own = (what: string, ours: string, target: string, met: boolean): Line => ({ what, ours, ...ownLine, target, met });

/** The median, and the longest in brackets. */
const spread = (values: readonly number[], text: (value: number) => string): string =>
  `${text(medianOf([...values]))} (${text(Math.max(...values))})`;

/** Of the query that takes longest, by its median. */
function slowest(readings: readonly TimelineReading[], kind: 'names' | 'durations'): { readonly query: string; readonly median: number } {
  const queries = Object.keys(readings[0]?.[kind] ?? {});
  const medians = queries.map((query) => ({ query, median: medianOf(readings.flatMap((reading) => reading[kind][query] ?? [])) }));
  return medians.reduce((a, b) => (b.median > a.median ? b : a));
}

function coreLines(profile: string): Line[] {
  const readings = Array.from({ length: READINGS }, () => readTimeline(profile));
  const of = (pick: (reading: TimelineReading) => number): number[] => readings.map(pick);
  const [first, complete] = [of(({ firstAnswer }) => firstAnswer), of((reading) => reading.complete)];
  const peak = Math.max(...of((reading) => reading.peak));
  const before = medianOf(of((reading) => reading.before));
  const windows = readings.flatMap((reading) => reading.windows);
  const what = `${((readings[0]?.events ?? 0) / 1e6).toFixed(1)} million events (${(statSync(profile).size / 2 ** 30).toFixed(1)} GiB)`;
  const search = (kind: 'names' | 'durations', words: string): Line => {
    const { query, median } = slowest(readings, kind);
    return own(`search ${words}, the slowest query (${query})`, milliseconds(median), 'under 100 ms', median < 100);
  };
  return [
    own(`${what}: from opening to the first answer`, spread(first, milliseconds), 'within 0.3 s', medianOf(first) <= 300),
    own('from opening to all levels of detail', spread(complete, seconds), 'within 2 s', medianOf(complete) <= 2000),
    own(
      'largest memory of the process meanwhile',
      `${peak.toFixed(0)} MiB, ${before.toFixed(0)} of them Node's`,
      'at most 600 MB',
      (peak * 2 ** 20) / 1e6 <= 600,
    ),
    own('all tracks of a page of 2,000 pixels, at any zoom', spread(windows, milliseconds), 'within 100 ms', Math.max(...windows) <= 100),
    search('names', 'by name'),
    search('durations', 'by duration'),
  ];
}

function pageLines(profile: string, folder: string): Line[] {
  const dist = path.join(folder, 'dist');
  // As published, without source maps and minified.
  execFileSync(process.execPath, ['esbuild.mjs', '--production', `--outdir=${dist}`, '--log-level=warning'], {
    cwd: path.join(__dirname, '..'),
  });
  const page = drawTimeline(profile, dist);
  const work = [...page.work].sort((a, b) => a - b);
  const p95 = work[Math.floor(work.length * 0.95)] ?? NaN;
  const megabytes = (page.peak * 2 ** 20) / 1e6;
  const painted = (what: string, paints: readonly number[]): Line =>
    own(what, spread(paints, milliseconds), 'within 0.3 s', medianOf([...paints]) <= 300);
  return [
    painted("first slices since the page's own start, of a profile that is opened and read meanwhile", page.firstPaints),
    painted('the same, of a profile that has been read', page.laterPaints),
    own(
      `own work a frame while panning and zooming, 95 of 100 of ${String(work.length)} frames`,
      `${milliseconds(p95)} (median ${milliseconds(medianOf(work))})`,
      'at most 8 ms',
      p95 <= 8,
    ),
    own(
      `longest time that a part of the track of dispatches is blank, ${String(page.blank.frames)} frames`,
      milliseconds(page.blank.milliseconds),
      'at most 100 ms',
      page.blank.milliseconds <= 100,
    ),
    own("largest memory of the page's process", `${page.peak.toFixed(0)} MiB`, 'under 300 MB', megabytes < 300),
  ];
}

/** All lines about the timeline. */
export async function timelineLines(folder: string): Promise<Line[]> {
  needSystem('chromium');
  const profile = await recordedProfile(folder, 100);
  return [...coreLines(profile), ...pageLines(profile, folder), ...(await perfettoLines(folder))];
}
