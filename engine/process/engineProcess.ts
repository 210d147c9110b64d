/** The process that executes captured machine code, so that nothing else dies with it. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Readable } from 'node:stream';
import type { Problem } from '../../protocol/capture/capture';
import type { EngineEvent, EngineJobs, EngineRequest, EngineState, ProcessJob, StartJob } from '../../protocol/processes/engine';
import { crashOf } from './lastWords';

export interface EngineProcess {
  /** One job at a time. */
  readonly start: StartJob<ProcessJob>;
  /** False when it has ended; the next job needs another process. */
  readonly alive: boolean;
  dispose(): void;
}

/** File descriptor to which the engine writes its last words. */
export const CRASH_FD = 3;
/** How long after cancellation a job that has not ended, such as a kernel that does not return, is killed with its process. */
const KILL_AFTER_MS = 100;
/** A replay that records a profile gets time to write what it has, also where its kernel does not return. */
const KILL_PROFILED_AFTER_MS = 5000;
/** Measurements get time to end what they execute. */
const KILL_MEASUREMENT_AFTER_MS = 1500;
/** And whatever a busy machine may need to sum up what they have, once they say that they execute nothing: it is lost with the process. */
const KILL_SUMMING_UP_AFTER_MS = 60_000;
/** How long a disposed process has to end by itself. */
const DISPOSE_MS = 1000;
/** What a crashing process wrote may arrive after its end. */
const LAST_WORDS_MS = 200;
/** How many of its bytes are kept: a report, and an executable as large as any compiler makes. */
const MOST_LAST_WORDS = 64 * 2 ** 20;

/** How the process ended, or that it never started. */
type Ending = { readonly by: string } | { readonly unstarted: Error };

/**
 * Starts `script` in another process of the same Node (in VS Code, its own), with a folder of its own as argument, removed when the process
 * has ended, in whatever way. `print` gets what the process writes. Throws when no process can be started.
 */
export function startEngine(script: string, print: (line: string) => void): EngineProcess {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-'));
  const child = fork(script, [folder], {
    execPath: process.execPath,
    execArgv: [],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    // 0 to 2, the crash report, the messages.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'ipc'],
    // Times and bytes cross as they are.
    serialization: 'advanced',
  });
  let alive = true;
  let disposed = false;
  const ended = new Promise<Ending>((resolve) => {
    const end = async (ending: Ending): Promise<void> => {
      alive = false;
      await rm(folder, { recursive: true, force: true }).catch((error: unknown) => print(String(error)));
      resolve(ending);
    };
    child.once('exit', (code, signal) => void end({ by: signal ?? `exit ${String(code)}` }));
    child.on('error', (error) => {
      // For a running process it only means that a message or a signal did not arrive: 'exit' follows.
      if (child.pid === undefined) void end({ unstarted: error });
      else print(error.message);
    });
  });
  const lastWords: Buffer[] = [];
  let length = 0;
  // Without free descriptors there are not even pipes.
  const pipes = child.stdio as ChildProcess['stdio'] | undefined;
  const words = pipes?.[CRASH_FD] as Readable | null | undefined;
  words?.on('data', (bytes: Buffer) => {
    length += bytes.length;
    if (length <= MOST_LAST_WORDS) lastWords.push(bytes);
  });
  for (const stream of [child.stdout, child.stderr] as readonly (Readable | null | undefined)[]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line !== '') print(line);
    });
  }

  return {
    get alive() {
      return alive && !disposed;
    },
    start: (job, options, report, signal) =>
      doJob({ child, ended, disposed: () => disposed, lastWords: () => Buffer.concat(lastWords) }, job, options, report, signal),
    dispose() {
      disposed = true;
      // Without its parent the engine ends itself and what it has started; if it cannot, it is killed.
      if (child.connected) child.disconnect();
      setTimeout(() => child.kill('SIGKILL'), DISPOSE_MS).unref();
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  readonly disposed: () => boolean;
  readonly lastWords: () => Buffer;
}

function doJob<Job extends ProcessJob>(
  { child, ended, disposed, lastWords }: Running,
  job: Job,
  options: EngineJobs[Job]['options'],
  report: (state: EngineState<Job>) => void,
  signal: AbortSignal,
): Promise<EngineState<Job>> {
  const send = (request: EngineRequest): void => {
    // Sending only fails to a process that has ended, or is about to.
    if (child.connected) child.send(request, () => undefined);
  };
  return new Promise((resolve) => {
    let killing: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    let latest: EngineState<Job> | undefined;
    const tell = (state: EngineState<Job>): void => {
      latest = state;
      report(state.state === 'running' && signal.aborted ? { ...state, cancelling: true } : state);
    };
    const finish = (state: EngineState<Job>): void => {
      if (over) return;
      over = true;
      clearTimeout(killing);
      signal.removeEventListener('abort', cancel);
      child.off('message', receive);
      report(state);
      resolve(state);
    };
    const killAfter = (milliseconds: number): void => {
      clearTimeout(killing);
      killing = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    };
    const measures = job === 'benchmark' || job === 'substitute';
    const profiles = job === 'run' && (options as EngineJobs['run']['options']).profiling !== undefined;
    const cancel = (): void => {
      send({ type: 'cancel' });
      // Who cancels sees at once that it was heard: a kernel that is being executed is not interrupted.
      if (latest?.state === 'running') tell(latest);
      killAfter(profiles ? KILL_PROFILED_AFTER_MS : measures ? KILL_MEASUREMENT_AFTER_MS : KILL_AFTER_MS);
    };
    const receive = (message: unknown): void => {
      // One job at a time: messages are about this one.
      const state = (message as EngineEvent).state as EngineState<Job>;
      if (measures && state.state === 'running' && state.cancelling === true) killAfter(KILL_SUMMING_UP_AFTER_MS);
      if (state.state === 'running' || state.state === 'idle') tell(state);
      else finish(state);
    };
    const exited = (ending: Ending): void => {
      // Whoever cancelled the job or closed its engine wanted it to end: that is no crash.
      if (signal.aborted || disposed()) finish({ state: 'cancelled' });
      else if ('unstarted' in ending) finish({ state: 'failed', problem: unstarted(ending.unstarted) });
      else setTimeout(() => void crashOf(lastWords(), ending.by).then((crash) => finish({ state: 'crashed', crash })), LAST_WORDS_MS);
    };
    child.on('message', receive);
    void ended.then(exited);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    send({ type: job, options } as EngineRequest);
  });
}

/** Why there is no engine process. */
export function unstarted(error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  return {
    severity: 'error',
    code: 'UNAVAILABLE',
    message: `The engine process could not be started: ${why}.`,
    remedy: 'Close programs that use many processes or files, or a lot of memory, and try again.',
  };
}
