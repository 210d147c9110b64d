/** Two profiles that are open along time while they are compared: each is read when it is first asked. */
import { stat } from 'node:fs/promises';
import { openProfile, type ProfileDocument } from '../../../engine/addon/profileDocument';
import { comparedTimelines } from '../../../engine/jobs/comparedTimelines';
import type { ComparedSide, ComparedTimelines } from '../../../protocol/profile/profileComparison';
import type { Holder, MemoryBudget } from '../../captures/memoryBudget';

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
      return comparedTimelines(a, b, sameCapture(), signal);
    },
    close: closeAll,
    dispose: closeAll,
  };
}
