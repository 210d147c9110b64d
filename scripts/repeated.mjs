// Finding tests that do not always pass.
import { besideBusyLoops } from './busy.mjs';
import { sum } from './counts.mjs';
import { wholeNumber } from './flags.mjs';
import { howOftenFailed } from './outcomes.mjs';

/**
 * Runs tests as often as `--repeat=N` among the flags says, beside K loops that keep processors busy with `--busy=K`, and prints how often
 * each of several rounds' tests failed. Once, beside nothing, unless asked.
 */
export async function repeated(flags, runTests) {
  const rounds = wholeNumber(flags, 'repeat', 1, 1);
  return besideBusyLoops(wholeNumber(flags, 'busy', 0), async () => {
    const counts = [];
    for (let round = 1; round <= rounds; round++) {
      if (rounds > 1) console.log(`round ${String(round)} of ${String(rounds)}`);
      counts.push(await runTests());
    }
    const all = sum(counts);
    if (rounds > 1) console.log(howOftenFailed(all.tests).join('\n'));
    return all;
  });
}
