/** A replay that cannot be: what preflight found. */
import type { Problem } from '../../protocol/capture';
import type { RunOptions } from '../../protocol/run';
import { prepareReplay, type ReplaySession } from '../replay';

/** Thrown by jobs where preflight has errors; says the first. */
export class Refused extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.find(({ severity }) => severity === 'error')?.message ?? 'it cannot be replayed');
  }
}

/** A session and what preflight warned of. Rejects with Refused. */
export async function prepared(
  options: RunOptions,
  signal: AbortSignal,
): Promise<{ readonly session: ReplaySession; readonly warnings: readonly Problem[] }> {
  const { report, session } = await prepareReplay(options, signal);
  if (session === undefined) throw new Refused(report.problems);
  return { session, warnings: report.problems };
}
