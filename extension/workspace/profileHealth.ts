/** What a profile that is not open has recorded, and whether all of that is there. */
import { stat } from 'node:fs/promises';
import { openProfile } from '../../engine/addon/profileDocument';
import type { Problem } from '../../protocol/capture/capture';
import type { ProfileSummary } from '../../protocol/profile/profile';
import { unreadable } from '../captures/unreadable';

/** What is read of a profile is about as large in memory as in the file; who wants to know of a larger one opens it. */
const MOST_BYTES = 256 * 1024 * 1024;

export type ProfileHealth =
  | { readonly state: 'unreadable'; readonly problem: Problem }
  | { readonly state: 'large' }
  | { readonly state: 'read'; readonly summary: ProfileSummary };

/** Rejects only when aborted. */
export async function profileHealth(file: string, signal: AbortSignal, mostBytes = MOST_BYTES): Promise<ProfileHealth> {
  try {
    if ((await stat(file)).size > mostBytes) return { state: 'large' };
    const profile = await openProfile(file, signal);
    try {
      await profile.load(undefined, signal);
      return { state: 'read', summary: await profile.summary() };
    } finally {
      profile.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    return { state: 'unreadable', problem: unreadable(error, 'profile') };
  }
}
