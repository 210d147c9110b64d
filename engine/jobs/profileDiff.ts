/** profile diff: two profiles, record by record or function by function. */
import { isRecord } from '../../protocol/base/isRecord';
import type { ProfileDiffResult, ProfileDiffRow } from '../../protocol/jobs/profileDiff';
import { differenceApart, noiseOfRuns } from '../../protocol/results/separateRuns';
import { medianOf } from '../../protocol/measurement/statistics';
import { missingSentence } from '../../protocol/words/differenceWords';
import { clockOverheadNs, describeSamples } from '../addon/measuring';
import { READINGS } from '../measuring/resolution';
import { reportText } from './reportText';

/** What one thing took in one profile. */
export interface Times {
  readonly key: string;
  readonly record?: number;
  readonly executions: number;
  readonly total_ns: number;
  readonly samples: readonly number[];
}

/** What a profile says of its executions: the times of its functions, and of its records. */
export interface ProfileTimes {
  /** The capture that was replayed, as it was then; undefined of profiles that IREE recorded. */
  readonly capture: string | undefined;
  /** Other work had the processors in part while it was recorded; false also of profiles that do not say. */
  readonly disturbed: boolean;
  readonly untimed: number;
  readonly rows: readonly Times[];
}

/** Of the time that its threads had, a recorded run waits for processors no more than this on a machine without other work. */
const MOST_WAITED = 0.05;

/** What this engine says of the replay; undefined of profiles that IREE recorded. */
function replayOf(text: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const description: unknown = JSON.parse(text);
    return isRecord(description) ? description : undefined;
  } catch {
    return undefined; // Not what this engine writes.
  }
}

/** Path, size and time of change: a capture that was recorded again under its name is another one. */
function captureOf(replay: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const identity = ['capture', 'capture_bytes', 'capture_modified_ns'].map((name) => replay?.[name]);
  return identity.every((part) => typeof part === 'string') ? JSON.stringify(identity) : undefined;
}

function isDisturbed(replay: Readonly<Record<string, unknown>> | undefined): boolean {
  const { waited_ns: waited, ran_ns: ran, workers } = replay ?? {};
  if (typeof waited !== 'string' || typeof ran !== 'string' || typeof workers !== 'number') return false;
  return Number(waited) > MOST_WAITED * Number(ran) * workers;
}

/** Rejects as reportProfile() does. */
export async function timesOf(profile: string, signal?: AbortSignal): Promise<ProfileTimes> {
  const [first = '{}', ...lines] = (await reportText(profile, 'times', true, signal)).trimEnd().split('\n');
  const summary = JSON.parse(first) as { readonly untimed: number; readonly replay?: string };
  const replay = replayOf(summary.replay);
  const { untimed } = summary;
  return { capture: captureOf(replay), disturbed: isDisturbed(replay), untimed, rows: lines.map((line) => JSON.parse(line) as Times) };
}

/** What two rows are the same thing by. */
const placeOf = ({ key, record }: Times): string => JSON.stringify([record ?? null, key]);

const ofEither = ({ rows }: ProfileTimes, byRecord: boolean): ReadonlyMap<string, Times> =>
  new Map(rows.filter(({ record }) => (record !== undefined) === byRecord).map((times) => [placeOf(times), times]));

const sideOf = ({ executions, total_ns: totalNs, samples }: Times): NonNullable<ProfileDiffRow['before']> => ({
  executions,
  totalNs,
  medianNs: medianOf(samples),
});

/** What one thing took in a run, and whether that was disturbed. */
interface Timed {
  readonly times: Times;
  readonly disturbed: boolean;
}

/** `earlier` are medians of runs of what was before. */
async function differenceOf(before: Timed, after: Timed, earlier: readonly number[]): Promise<NonNullable<ProfileDiffRow['difference']>> {
  const timed = async ({ times: { samples }, disturbed }: Timed): Promise<Parameters<typeof differenceApart>[0]> => {
    const statistics = await describeSamples(Float64Array.from(samples));
    return { statistics, belowResolution: statistics.median < READINGS * clockOverheadNs(), disturbed };
  };
  const difference = differenceApart(await timed(before), await timed(after), noiseOfRuns(earlier));
  const { ratio, interval, verdict, noise } = difference;
  const missing = missingSentence(difference);
  const hasInterval = Math.min(before.times.samples.length, after.times.samples.length) > 1;
  return {
    ratio,
    verdict,
    ...(hasInterval ? { interval } : {}),
    ...(missing === undefined ? {} : { missing }),
    ...(noise === undefined ? {} : { noise }),
  };
}

/** Whether all are of one capture, as it was then: their records are the same operations. */
export const areOfOneCapture = (now: ProfileTimes, others: readonly ProfileTimes[]): boolean =>
  now.capture !== undefined && others.every(({ capture }) => capture === now.capture);

/** What was before is the last of the profiles in `before`; all of them together say how far runs are from each other. */
export async function diffProfiles(before: readonly string[], after: string, signal?: AbortSignal): Promise<ProfileDiffResult> {
  const earlier: ProfileTimes[] = [];
  for (const profile of before) earlier.push(await timesOf(profile, signal));
  const now = await timesOf(after, signal);
  return diffTimes(earlier, now, areOfOneCapture(now, earlier) ? 'record' : 'function', signal);
}

/** As diffProfiles(), of times that have been read. Records are matched only where all are of one capture. */
export async function diffTimes(
  earlier: readonly ProfileTimes[],
  now: ProfileTimes,
  matchedBy: ProfileDiffResult['matchedBy'],
  signal?: AbortSignal,
): Promise<ProfileDiffResult> {
  const last = earlier.at(-1) ?? now;
  const byRecord = matchedBy === 'record';
  const runs = earlier.map((timed) => ofEither(timed, byRecord));
  const [then, later] = [ofEither(last, byRecord), ofEither(now, byRecord)];
  const rows: ProfileDiffRow[] = [];
  for (const place of new Set([...then.keys(), ...later.keys()])) {
    signal?.throwIfAborted();
    const [first, second] = [then.get(place), later.get(place)];
    const { key, record } = second ?? first ?? { key: place };
    const medians = runs.flatMap((run) => medianIn(run, place));
    rows.push({
      key,
      ...(record === undefined ? {} : { record }),
      ...(first === undefined ? {} : { before: sideOf(first) }),
      ...(second === undefined ? {} : { after: sideOf(second) }),
      differenceNs: (second?.total_ns ?? 0) - (first?.total_ns ?? 0),
      ...(first === undefined || second === undefined
        ? {}
        : {
            difference: await differenceOf(
              { times: first, disturbed: last.disturbed },
              { times: second, disturbed: now.disturbed },
              medians,
            ),
          }),
    });
  }
  rows.sort(
    (a, b) => Math.abs(b.differenceNs) - Math.abs(a.differenceNs) || (a.record ?? 0) - (b.record ?? 0) || a.key.localeCompare(b.key),
  );
  const total = (side: 'before' | 'after'): number => rows.reduce((sum, one) => sum + (one[side]?.totalNs ?? 0), 0);
  return {
    matchedBy,
    beforeNs: total('before'),
    afterNs: total('after'),
    untimed: last.untimed + now.untimed,
    rows,
  };
}

const medianIn = (run: ReadonlyMap<string, Times>, place: string): readonly number[] => {
  const times = run.get(place);
  return times === undefined ? [] : [medianOf(times.samples)];
};
