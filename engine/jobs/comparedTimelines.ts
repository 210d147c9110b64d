/** Two profiles along time: which of their runs lie over each other, and what is drawn of each. */
import type { ComparedTimeline, ComparedTimelines, Repetitions, Run } from '../../protocol/profile/profileComparison';
import type { ProfileDocument } from '../addon/profileDocument';
import { repeatedInBoth } from './repeatedInBoth';

/** Both have been read. `sameCapture`: the same record is the same operation in both. */
export async function comparedTimelines(
  a: ProfileDocument,
  b: ProfileDocument,
  sameCapture: boolean,
  signal?: AbortSignal,
): Promise<ComparedTimelines> {
  const [repeatedA, repeatedB] = await Promise.all([a.repetitions(signal), b.repetitions(signal)]);
  const both = repeatedInBoth(repeatedA, repeatedB, sameCapture);
  const [sideA, sideB] = await Promise.all([timelineOf(a, both?.a, signal), timelineOf(b, both?.b, signal)]);
  return {
    a: sideA,
    b: sideB,
    sameCapture,
    ...(both === undefined ? { by: 'whole', name: '' } : { by: both.a.by, name: both.a.name }),
    ...(both?.a.record === undefined ? {} : { record: both.a.record }),
  };
}

async function timelineOf(
  document: ProfileDocument,
  repeated: Repetitions | undefined,
  signal: AbortSignal | undefined,
): Promise<ComparedTimeline> {
  const [{ span }, tracks, names] = await Promise.all([document.summary(), document.tracks(), document.names()]);
  // The last moment belongs to the profile.
  const whole: Run = { from: '0', to: String(BigInt(span) + 1n) };
  const begun = new Set((await document.begun(whole, signal)).map(({ track }) => track));
  return { tracks: tracks.filter(({ id }) => begun.has(id)), names, span, runs: repeated?.runs ?? [whole] };
}
