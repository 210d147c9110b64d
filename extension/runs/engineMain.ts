/** Entry of the engine process: replays what it is told to, one capture at a time, and reports. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { installCrashReport, prepareReplay, type ReplaySession } from '../../native/replay';
import type { EngineEvent, EngineRequest, RunOptions, RunResult, RunState } from '../../protocol/run';
import { isCancelled, problemOf } from '../capture/problemOf';
import { CRASH_FD } from './engineProcess';

/** Between two reports of progress. */
const REPORT_MS = 50;

function report(state: RunState): void {
  const event: EngineEvent = { type: 'state', state };
  process.send?.(event);
}

/** Runs a prepared session, saying where it is. */
async function execute(session: ReplaySession, signal: AbortSignal): Promise<RunResult> {
  const timer = setInterval(() => report({ state: 'running', progress: { phase: 'executing', ...session.progress() } }), REPORT_MS);
  try {
    return await session.run(signal);
  } finally {
    clearInterval(timer);
  }
}

async function replay(options: RunOptions, signal: AbortSignal): Promise<RunState> {
  // What the application read back is hashed from files; without a folder of the user's they go when the run ends.
  const temporary = options.outputs === undefined ? await mkdtemp(path.join(tmpdir(), 'iree-replay-')) : undefined;
  try {
    report({ state: 'running', progress: { phase: 'preparing', record: 0, records: 0 } });
    const { report: preflight, session } = await prepareReplay({ ...options, outputs: options.outputs ?? temporary ?? '' }, signal);
    if (session === undefined) return { state: 'refused', problems: preflight.problems };
    try {
      return { state: 'done', result: await execute(session, signal) };
    } finally {
      session.close();
    }
  } catch (error) {
    return signal.aborted || isCancelled(error) ? { state: 'cancelled' } : { state: 'failed', problem: problemOf(error) };
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  }
}

let running: AbortController | undefined;

process.on('message', (request: EngineRequest) => {
  if (request.type === 'cancel') {
    running?.abort();
    return;
  }
  const controller = (running = new AbortController());
  void replay(request.options, controller.signal).then(report);
});
process.on('disconnect', () => process.exit(0));
installCrashReport(CRASH_FD, 'json');
