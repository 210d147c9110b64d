/** Entry of the engine process: does the jobs it is given, one at a time, and reports. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { EngineEvent, EngineJobs, EngineState, ProcessJob } from '../../protocol/processes/engine';
import { isCancelled, problemOf } from '../../protocol/base/problemOf';
import { installCrashReport } from '../addon/replay';
import * as benchmark from '../jobs/benchmark';
import { inspecting } from '../jobs/inspect';
import { Refused } from '../jobs/refused';
import * as extract from '../jobs/extract';
import { llvmBenchmark } from '../jobs/llvmBenchmark';
import { llvmSweep } from '../jobs/llvmSweep';
import { llvmVerify } from '../jobs/llvmVerify';
import * as roof from '../jobs/roof';
import { work as reduce } from '../jobs/reduce';
import { sharing } from '../jobs/sharing';
import { run } from '../jobs/run';
import { torchCompare } from '../jobs/torchCompare';
import { torchExtract } from '../jobs/torchExtract';
import { torchReplay } from '../jobs/torchReplay';
import * as substitute from '../jobs/substitute';
import { torchCapture } from '../jobs/torchCapture';
import * as verify from '../jobs/verify';
import type { Work } from '../jobs/work';
import { BuildError } from '../kernels/buildError';
import { CRASH_FD } from './engineProcess';
import { toldOf } from './told';

/** For temporary files of jobs: the parent's, which removes it when this process has ended. */
const folder = process.argv[2] ?? tmpdir();

/** The schemas of PyTorch's operators, and the scripts that call them. */
const TORCH = path.join(__dirname, 'torch');

const jobs: { readonly [Job in ProcessJob]: Work<Job> } = {
  run: run(folder),
  ...inspecting(),
  benchmark: benchmark.work,
  verify: verify.work,
  substitute: substitute.work,
  roof: roof.work,
  llvmVerify: (options, _, signal) => llvmVerify(options, signal),
  llvmBenchmark,
  llvmSweep,
  torchCapture: (options, report, signal, waits) => torchCapture(options, TORCH, report, signal, waits),
  extract: extract.work,
  ...sharing,
  reduce,
  torchReplay: (options, report, signal, waits) => torchReplay(options, TORCH, report, signal, waits),
  torchExtract: (options, report, signal) => torchExtract(options, TORCH, report, signal),
  torchCompare: (options, report, signal, waits) => torchCompare(options, TORCH, report, signal, waits),
};

/** Jobs that, when ended early, give what they have. */
const GIVE_WHAT_THERE_IS: readonly ProcessJob[] = ['benchmark', 'verify', 'substitute'];

function send(state: EngineState<ProcessJob>): void {
  const event: EngineEvent = { type: 'state', state };
  process.send?.(event);
}

async function work<Job extends ProcessJob>(
  job: Job,
  options: EngineJobs[Job]['told'],
  signal: AbortSignal,
): Promise<EngineState<ProcessJob>> {
  try {
    const result = await jobs[job](
      options,
      (progress) => send({ state: 'running', progress, ...(signal.aborted ? { cancelling: true } : {}) }),
      signal,
      (waitsFor) => send({ state: 'idle', waitsFor }),
    );
    return { state: signal.aborted && GIVE_WHAT_THERE_IS.includes(job) ? 'cancelled' : 'done', result };
  } catch (error) {
    if (error instanceof Refused) return { state: 'refused', problems: error.problems };
    if (error instanceof BuildError) {
      const { diagnostics, output, missing } = error;
      return { state: 'failed', problem: problemOf(error), diagnostics, output, ...(missing === undefined ? {} : { missing }) };
    }
    return signal.aborted || isCancelled(error) ? { state: 'cancelled' } : { state: 'failed', problem: problemOf(error) };
  }
}

let running: AbortController | undefined;

process.on('message', (message: unknown) => {
  const told = toldOf(message);
  if (told.type === 'cancel') {
    running?.abort();
    return;
  }
  if (told.type === 'wrong') {
    send({ state: 'failed', problem: { severity: 'error', code: 'INVALID_ARGUMENT', message: told.message } });
    return;
  }
  running = new AbortController();
  void work(told.type, told.options, running.signal).then(send);
});
process.on('disconnect', () => {
  // What the job has started ends with it.
  running?.abort();
  // The parent that would remove it may be gone.
  if (process.argv[2] !== undefined) rmSync(folder, { recursive: true, force: true });
  // A kernel that does not return would keep exit() from ending the process.
  process.kill(process.pid, 'SIGKILL');
});
// Ctrl+C in a terminal reaches every process: the one that gives the jobs decides what it means here.
process.on('SIGINT', () => undefined);
installCrashReport(CRASH_FD);
