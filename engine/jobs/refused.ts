/** A replay that cannot be: what preflight found. */
import type { Problem } from '../../protocol/capture/capture';
import type { RunOptions } from '../../protocol/replay/run';
import { prepareDispatches, type Dispatches } from '../addon/measuring';
import { prepareReplay, type ReplaySession, type SessionKind } from '../addon/replay';

/** Thrown by jobs where preflight has errors. */
export class Refused extends Error {
  constructor(
    { capture, devices }: Pick<RunOptions, 'capture' | 'devices'>,
    readonly problems: readonly Problem[],
  ) {
    super(`${capture} cannot be replayed on ${devices.join(', ') || 'local-sync'}`);
  }
}

/** A session and what preflight warned of. Rejects with Refused, or the signal's reason. */
export async function prepared(
  options: RunOptions & SessionKind,
  signal: AbortSignal,
): Promise<{ readonly session: ReplaySession; readonly warnings: readonly Problem[] }> {
  const { report, session } = await prepareReplay(options, signal);
  // Preflight that was ended early has nothing to refuse.
  if (session === undefined) signal.throwIfAborted();
  if (session === undefined) throw new Refused(options, report.problems);
  return { session, warnings: report.problems };
}

/** A session that goes from dispatch to dispatch. Rejects with Refused, or the signal's reason. */
export async function preparedDispatches(options: RunOptions, signal: AbortSignal): Promise<Dispatches> {
  const { report, dispatches } = await prepareDispatches(options, signal);
  if (dispatches === undefined) signal.throwIfAborted();
  if (dispatches === undefined) throw new Refused(options, report.problems);
  return dispatches;
}
