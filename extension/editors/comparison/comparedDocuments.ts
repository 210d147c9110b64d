/** Two profiles that are open along time while they are compared: each is read when it is first asked. */
import { stat } from 'node:fs/promises';
import { openProfile, type ProfileDocument } from '../../../engine/addon/profileDocument';
import type { ComparedSide, ComparedTimeline, ComparedTimelines, Repetitions, Run } from '../../../protocol/profileComparison';
import type { Holder, MemoryBudget } from '../../captures/memoryBudget';
import { repeatedInBoth } from './repeatedInBoth';

export interface ComparedDocuments {
  /** Whole. Rejects where there is no profile in the file. */
  of(side: ComparedSide): Promise<ProfileDocument>;
  timelines(signal: AbortSignal): Promise<ComparedTimelines>;
  /** Lets go of both; what is asked afterwards reads them again. */
  close(): void;
  dispose(): void;
}

export interface ComparedDocumentsOptions {
  readonly budget: MemoryBudget;
  /** The file of a side, as it is compared now. */
  readonly fileOf: (side: ComparedSide) => string;
  readonly shown: () => boolean;
  /** Both are of one capture: the same record is the same operation. */
  readonly sameCapture: () => boolean;
}

interface Opened {
  readonly whole: Promise<ProfileDocument>;
  readonly holder: Holder;
  close(): void;
}

export function createComparedDocuments({ budget, fileOf, shown, sameCapture }: ComparedDocumentsOptions): ComparedDocuments {
  const open = new Map<ComparedSide, Opened>();
  const close = (side: ComparedSide): void => {
    const one = open.get(side);
    if (one === undefined) return;
    open.delete(side);
    budget.forget(one.holder);
    one.close();
  };
  const of = (side: ComparedSide): Promise<ProfileDocument> => {
    const there = open.get(side);
    if (there !== undefined) {
      budget.touch(there.holder);
      return there.whole;
    }
    const ending = new AbortController();
    let profile: ProfileDocument | undefined;
    let bytes = 0;
    const holder: Holder = {
      // What has been read is about as large in memory as in the file.
      bytes: () => bytes,
      get shown() {
        return shown();
      },
      drop: () => close(side),
    };
    const read = async (): Promise<ProfileDocument> => {
      const file = fileOf(side);
      ({ size: bytes } = await stat(file));
      const opened = (profile = await openProfile(file, ending.signal));
      budget.touch(holder);
      await opened.load(undefined, ending.signal);
      return opened;
    };
    const one: Opened = {
      holder,
      whole: read(),
      close() {
        ending.abort();
        profile?.close();
      },
    };
    open.set(side, one);
    // What cannot be read is tried again when it is asked again.
    one.whole.catch(() => open.get(side) === one && close(side));
    return one.whole;
  };
  const closeAll = (): void => {
    close('a');
    close('b');
  };
  return {
    of,
    async timelines(signal) {
      const [a, b] = await Promise.all([of('a'), of('b')]);
      const [repeatedA, repeatedB] = await Promise.all([a.repetitions(signal), b.repetitions(signal)]);
      const both = repeatedInBoth(repeatedA, repeatedB, sameCapture());
      const [sideA, sideB] = await Promise.all([timelineOf(a, both?.a, signal), timelineOf(b, both?.b, signal)]);
      return {
        a: sideA,
        b: sideB,
        sameCapture: sameCapture(),
        ...(both === undefined ? { by: 'whole', name: '' } : { by: both.a.by, name: both.a.name }),
        ...(both?.a.record === undefined ? {} : { record: both.a.record }),
      };
    },
    close: closeAll,
    dispose: closeAll,
  };
}

async function timelineOf(document: ProfileDocument, repeated: Repetitions | undefined, signal: AbortSignal): Promise<ComparedTimeline> {
  const [{ span }, tracks, names] = await Promise.all([document.summary(), document.tracks(), document.names()]);
  // The last moment belongs to the profile.
  const whole: Run = { from: '0', to: String(BigInt(span) + 1n) };
  const begun = new Set((await document.begun(whole, signal)).map(({ track }) => track));
  return { tracks: tracks.filter(({ id }) => begun.has(id)), names, span, runs: repeated?.runs ?? [whole] };
}
