/** Reads two profiles and what one took against the other, as the comparison's page draws it. */
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import { areOfOneCapture, diffTimes, timesOf, type ProfileTimes } from './profileDiff';
import { compareSampledRuns, readSampledRun } from './hotspotsDiff';
import { orWithoutSamples } from '../rendering/hotspots';
import type { HotspotsComparison } from '../../protocol/code/hotspotsComparison';
import type { ProfileDiffRow } from '../../protocol/jobs/profileDiff';
import type {
  ComparedFunction,
  ComparedProfile,
  ComparedProfiles,
  ComparedSamples,
  KeptComparison,
} from '../../protocol/profile/profileComparison';
import { isCancelled, problemOf, ProblemError } from '../../protocol/base/problemOf';

/** What is known of a profile without reading it. Rejects where there is no such file. */
export async function describeProfile(file: string): Promise<ComparedProfile> {
  const { mtime } = await stat(file);
  return { path: file, name: path.basename(file), changed: mtime.toISOString() };
}

/** Profiles that have been read: samples are asked for while they are shown. */
export interface ReadComparison {
  readonly compared: Omit<ComparedProfiles, 'choices'>;
  samplesOf(key: string, record: number | undefined): ComparedSamples;
}

/** Rejects as reportProfile() does, and where a file is not there. */
export async function readComparison({ before, b }: KeptComparison, signal?: AbortSignal): Promise<ReadComparison> {
  const described = await Promise.all([...before, b].map(describeProfile));
  const later = described.pop();
  const earlier: ProfileTimes[] = [];
  for (const file of before) earlier.push(await timesIn(file, signal));
  const now = await timesIn(b, signal);
  const last = earlier.at(-1);
  if (last === undefined || later === undefined) throw new Error('A comparison has two profiles.');
  const byFunction = await diffTimes(earlier, now, 'function', signal);
  const matchedBy = areOfOneCapture(now, earlier) ? 'record' : 'function';
  const byRecord = matchedBy === 'record' ? await diffTimes(earlier, now, 'record', signal) : undefined;
  const { beforeNs, afterNs, untimed } = byFunction;
  return {
    compared: {
      before: described,
      b: later,
      functions: withRecords(byFunction.rows, byRecord?.rows ?? []),
      beforeNs,
      afterNs,
      untimed,
      matchedBy,
    },
    samplesOf: (key, record) => ({ a: samplesIn(last, key, record), b: samplesIn(now, key, record) }),
  };
}

/** Says of which of the profiles it is that one cannot be read. */
async function timesIn(file: string, signal: AbortSignal | undefined): Promise<ProfileTimes> {
  try {
    return await timesOf(file, signal);
  } catch (error) {
    if (isCancelled(error)) throw error;
    const problem = problemOf(error);
    throw new ProblemError({ ...problem, message: `${path.basename(file)}: ${problem.message}` });
  }
}

/** Why there is nothing to compare where a profile has no samples. Rejects where one cannot be read. */
export async function comparedHotspots(
  a: string,
  b: string,
  signal?: AbortSignal,
): Promise<HotspotsComparison | { readonly missing: string }> {
  const read = (file: string): Promise<Awaited<ReturnType<typeof readSampledRun>> | undefined> =>
    orWithoutSamples(readSampledRun(file, signal), undefined);
  const [before, after] = [await read(a), await read(b)];
  if (before !== undefined && after !== undefined) return compareSampledRuns(before, after);
  const which = before === undefined ? (after === undefined ? 'Both profiles' : path.basename(a)) : path.basename(b);
  return {
    missing: `${which} ${before === undefined && after === undefined ? 'have' : 'has'} no samples: record a profile with --sample.`,
  };
}

function withRecords(functions: readonly ProfileDiffRow[], records: readonly ProfileDiffRow[]): readonly ComparedFunction[] {
  const ofFunction = new Map<string, ProfileDiffRow[]>();
  for (const row of records) {
    const known = ofFunction.get(row.key);
    if (known === undefined) ofFunction.set(row.key, [row]);
    else known.push(row);
  }
  return functions.map((row) => ({ ...row, records: ofFunction.get(row.key) ?? [] }));
}

function samplesIn({ rows }: ProfileTimes, key: string, record: number | undefined): readonly number[] {
  return rows.find((row) => row.key === key && row.record === record)?.samples ?? [];
}
