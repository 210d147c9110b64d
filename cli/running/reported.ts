/** Runs jobs, and reports their failures on the command line. */
import * as path from 'node:path';
import { BuildError } from '../../engine/kernels/buildError';
import { Refused } from '../../engine/jobs/refused';
import { installCrashReport } from '../../engine/addon/replay';
import { interruptSignal } from './interrupt';
import { problemText } from '../printing/problems';

/** What a job waits for, and other remarks that are not output. */
export function sayOnStderr(sentence: string): void {
  console.error(sentence);
}

/**
 * Does `work`, which Ctrl+C aborts. Preflight's problems and a compiler's messages go to stderr in full, with exit status 1. Rejects with
 * anything else.
 */
export async function reported(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  try {
    return await work(interruptSignal());
  } catch (error) {
    if (error instanceof Refused) {
      for (const problem of error.problems) console.error(problemText(problem));
      console.error(`ireereplay: ${error.message}`);
      return 1;
    }
    if (error instanceof BuildError) {
      if (error.output !== '') console.error(error.output.trimEnd());
      console.error(`ireereplay: ${error.message}`);
      return 1;
    }
    throw error;
  }
}

/** The same for work that executes captured code in this process: a crash becomes a sentence on stderr, and exit status 1. */
export function executed(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  installCrashReport([process.execPath, path.join(__dirname, 'lastWords.js')]);
  return reported(work);
}
