/** Whether a capture that is not open can be read, and replayed here: found by reading alone, and let go of again. */
import { openCapture } from '../../engine/addon/capture';
import { preflight } from '../../engine/addon/replay';
import type { CaptureSummary, Problem } from '../../protocol/capture/capture';
import type { RunOptions } from '../../protocol/replay/run';
import { unreadable } from '../captures/unreadable';

/** More records take noticeable time and memory; who wants to know of such a capture opens it. */
const MOST_RECORDS = 1_000_000;

export type CaptureHealth =
  | { readonly state: 'unreadable'; readonly problem: Problem }
  /** It has more records than are looked at unasked. */
  | { readonly state: 'large' }
  | {
      readonly state: 'read';
      readonly summary: Pick<CaptureSummary, 'records' | 'fileBytes' | 'devices' | 'scopes' | 'executables' | 'hermetic'>;
      /** What was asked of it; undefined where IREE's tools decide. */
      readonly replay: RunOptions | undefined;
      /** Of the file and of a replay, errors first. */
      readonly problems: readonly Problem[];
    };

/** `replayOf` says how a capture of so many devices would be replayed. Rejects only when aborted. */
export async function captureHealth(
  file: string,
  replayOf: (devices: number) => RunOptions | undefined,
  signal: AbortSignal,
  mostRecords = MOST_RECORDS,
): Promise<CaptureHealth> {
  try {
    const summary = await summaryOf(file, signal, mostRecords);
    if (summary === undefined) return { state: 'large' };
    const replay = replayOf(summary.devices);
    const against = replay === undefined ? [] : (await preflight(replay, signal)).problems;
    const messages = new Set(against.map(({ message }) => message));
    // Preflight finds the file's own defects, too.
    const problems = [...against, ...summary.problems.filter(({ message }) => !messages.has(message))];
    return { state: 'read', summary, replay, problems: problems.sort((a, b) => rank(a) - rank(b)) };
  } catch (error) {
    signal.throwIfAborted();
    return { state: 'unreadable', problem: unreadable(error, 'capture') };
  }
}

/** Undefined where there are more records. */
async function summaryOf(file: string, signal: AbortSignal, mostRecords: number): Promise<CaptureSummary | undefined> {
  const capture = await openCapture(file);
  const tooMany = new AbortController();
  try {
    await capture.index(
      ({ records }) => {
        if (records > mostRecords) tooMany.abort();
      },
      AbortSignal.any([signal, tooMany.signal]),
    );
    const summary = await capture.summary();
    return summary.records > mostRecords ? undefined : summary;
  } catch (error) {
    if (tooMany.signal.aborted && !signal.aborted) return undefined;
    throw error;
  } finally {
    capture.close();
  }
}

const rank = ({ severity }: Problem): number => ['error', 'warning', 'info'].indexOf(severity);
