/** The process that executes captured machine code, so that nothing else dies with it. */
import { fork, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { EngineEvent, EngineJob, EngineJobs, EngineRequest, EngineState } from '../../protocol/engine';
import type { CrashReport, RunCrash } from '../../protocol/run';

export interface EngineProcess {
  /** Does one job; `report` gets every state, the last of which is how it ended. One job at a time. */
  start<Job extends EngineJob>(
    job: Job,
    options: EngineJobs[Job]['options'],
    report: (state: EngineState<Job>) => void,
    signal: AbortSignal,
  ): Promise<EngineState<Job>>;
  /** False when it has ended; the next job needs another process. */
  readonly alive: boolean;
  dispose(): void;
}

/** File descriptor on which the engine writes its last words. */
export const CRASH_FD = 3;
/** What has not ended so long after the user cancelled is ended with its process: a kernel that does not return. */
const KILL_AFTER_MS = 100;
/** Measurements are given the time to say what they had until then. */
const KILL_MEASUREMENT_AFTER_MS = 1500;
/** A disposed process is given so long to end by itself. */
const DISPOSE_MS = 1000;
/** What a crashing process wrote may arrive after its end. */
const LAST_WORDS_MS = 200;

/** Starts `script` in another process of the same Node (in VS Code, its own). `print` gets what the process writes. */
export function startEngine(script: string, print: (line: string) => void): EngineProcess {
  const child = fork(script, [], {
    execPath: process.execPath,
    execArgv: [],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    // 0 to 2, the crash report, the messages.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'ipc'],
    serialization: 'json',
  });
  let lastWords = '';
  const words = child.stdio[CRASH_FD] as Readable | null | undefined;
  words?.setEncoding('utf8').on('data', (text: string) => (lastWords += text));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line !== '') print(line);
    });
  }
  let alive = true;
  child.once('exit', () => (alive = false));
  child.once('error', (error) => {
    alive = false;
    print(error.message);
  });

  return {
    get alive() {
      return alive;
    },
    start: (job, options, report, signal) => doJob(child, job, options, report, signal, () => lastWords),
    dispose() {
      alive = false;
      // Without its parent the engine ends itself and what it has started; one that cannot is ended.
      if (child.connected) child.disconnect();
      setTimeout(() => child.kill('SIGKILL'), DISPOSE_MS).unref();
    },
  };
}

function doJob<Job extends EngineJob>(
  child: ChildProcess,
  job: Job,
  options: EngineJobs[Job]['options'],
  report: (state: EngineState<Job>) => void,
  signal: AbortSignal,
  lastWords: () => string,
): Promise<EngineState<Job>> {
  const send = (request: EngineRequest): void => {
    if (child.connected) child.send(request);
  };
  return new Promise((resolve) => {
    let killing: ReturnType<typeof setTimeout> | undefined;
    let killed = false;
    const finish = (state: EngineState<Job>): void => {
      clearTimeout(killing);
      signal.removeEventListener('abort', cancel);
      child.off('message', receive);
      child.off('exit', exited);
      report(state);
      resolve(state);
    };
    const cancel = (): void => {
      send({ type: 'cancel' });
      const measures = job === 'benchmark' || job === 'substitute';
      killing = setTimeout(
        () => {
          killed = true;
          child.kill('SIGKILL');
        },
        measures ? KILL_MEASUREMENT_AFTER_MS : KILL_AFTER_MS,
      );
    };
    const receive = (message: unknown): void => {
      // One job at a time: what comes is about this one.
      const state = (message as EngineEvent).state as EngineState<Job>;
      if (state.state === 'running') report(state);
      else finish(state);
    };
    const exited = (code: number | null, exitSignal: NodeJS.Signals | null): void => {
      if (killed) {
        finish({ state: 'cancelled' });
        return;
      }
      setTimeout(() => finish({ state: 'crashed', crash: crashOf(lastWords(), exitSignal ?? `exit ${String(code)}`) }), LAST_WORDS_MS);
    };
    child.on('message', receive);
    child.once('exit', exited);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    send({ type: job, options } as EngineRequest);
  });
}

/** What is known of a crash: the report that the process could still write, or how it ended. */
export function crashOf(lastWords: string, ending: string): RunCrash {
  const line = lastWords.split('\n').find((text) => text.startsWith('{"crash"'));
  if (line === undefined) return { signal: ending };
  try {
    const { crash } = JSON.parse(line) as CrashReport;
    const { signal, address, record, execute_record, executable, function: name, workgroup, workgroup_count, instruction_set } = crash;
    return {
      signal,
      ...(record === undefined ? {} : { record }),
      ...(execute_record === undefined ? {} : { via: execute_record }),
      ...(executable === undefined ? {} : { executable: String(executable) }),
      ...(name === undefined ? {} : { function: name }),
      ...(workgroup === undefined ? {} : { workgroup }),
      ...(workgroup_count === undefined ? {} : { workgroupCount: workgroup_count }),
      ...(address === undefined ? {} : { faultAddress: address }),
      ...(crash.source === undefined ? {} : { source: `${crash.source}:${String(crash.line)}` }),
      ...(instruction_set === undefined ? {} : { instructionSet: instruction_set }),
    };
  } catch {
    return { signal: ending };
  }
}
