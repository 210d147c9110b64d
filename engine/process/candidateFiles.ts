/** What a candidate is made of: which contents its verdict is about. */
import type { Candidate, CandidateFile } from '../../protocol/replay/substitution';
import type { CaptureKeys } from '../history/captureKey';
import { isSource } from '../kernels/substitutes';

/** Files of the candidate while it is built, verified and timed. */
export interface FollowedFiles {
  /** As they were all the time: one that was written to has no content. */
  ended(): Promise<readonly CandidateFile[]>;
}

/** Begins to follow the files of a candidate. Never rejects. */
export async function followFiles({ substitutions }: Candidate, keys: CaptureKeys, signal: AbortSignal): Promise<FollowedFiles> {
  const paths = substitutions.map((one) => one.slice(one.indexOf('=') + 1));
  // Of one that cannot be read, or when nobody waits any more, nothing is known.
  const before = await Promise.all(paths.map(async (path) => ({ path, content: await keys.of(path, signal).catch(() => undefined) })));
  return {
    ended: () =>
      Promise.all(
        before.map(async ({ path, content }): Promise<CandidateFile> => {
          const same = content !== undefined && (await keys.isStill(path, content));
          return { path, ...(same ? { content } : {}) };
        }),
      ),
  };
}

/**
 * Executables that were written to meanwhile. They are read again for each preparation: what was timed may be another one than what was
 * verified. A source is built once, and what was built stays.
 */
export const changedExecutables = (files: readonly CandidateFile[]): readonly string[] =>
  files.filter(({ path, content }) => content === undefined && !isSource(path)).map(({ path }) => path);
