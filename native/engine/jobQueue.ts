/** An engine process and those that follow it: jobs one after the other, in a new process when the last one has died. */
import { startEngine, type EngineProcess } from './engineProcess';

export interface JobQueue {
  /** Does the job when those before it have ended. */
  readonly start: EngineProcess['start'];
  /** Ends the process. */
  dispose(): void;
}

/** Runs `script` when the first job comes. `print` gets what the process writes. */
export function createJobQueue(script: string, print: (line: string) => void): JobQueue {
  let engine: EngineProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    start(job, options, report, signal) {
      const turn = last.then(() => {
        if (signal.aborted) return { state: 'cancelled' } as const;
        if (engine?.alive !== true) engine = startEngine(script, print);
        return engine.start(job, options, report, signal);
      });
      last = turn.catch(() => undefined);
      return turn;
    },
    dispose: () => engine?.dispose(),
  };
}
