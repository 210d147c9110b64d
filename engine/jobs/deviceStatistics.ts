/** --print_device_statistics: what a replay recorded, added up; the profile itself is not kept. */
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { profileRequest, type ProfileRequest, type Profiling } from '../../protocol/jobs/profiling';
import type { RecordedProfile } from '../../protocol/jobs/runResult';
import { reportText } from './reportText';

/** What `record` gives, told what it is to record; with statistics in place of the profile where those were asked for. */
export async function withStatistics<Result extends { readonly profile?: RecordedProfile }>(
  told: Profiling | undefined,
  signal: AbortSignal,
  record: (request: ProfileRequest | undefined) => Promise<Result>,
): Promise<Omit<Result, 'profile'> & { readonly profile?: RecordedProfile; readonly deviceStatistics?: string }> {
  if (told?.statistics !== true) return record(profileRequest(told));
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'iree-replay-statistics-'));
  try {
    const request = profileRequest(told, path.join(folder, 'replay.ireeprof'));
    const { profile, ...result } = await record(request);
    const deviceStatistics = profile === undefined ? undefined : await reportText(profile.file, 'statistics', false, signal);
    return { ...result, ...(deviceStatistics === undefined ? {} : { deviceStatistics }) };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
