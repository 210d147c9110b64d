/** Failures of jobs, as the command line says them. */
import { BuildError } from '../native/kernel/build';
import { Refused } from '../native/jobs/refused';
import { problemText } from './problems';

/** Does `work`; what preflight found or a compiler said goes to stderr in full, with exit status 1. Rejects with what is neither. */
export async function reported(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
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
