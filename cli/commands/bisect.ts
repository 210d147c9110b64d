import type { BisectProgress, BisectResult } from '../../protocol/measurement/bisection';
import { bisect as job } from '../../protocol/jobs/bisect';
import { latestTests } from '../../protocol/words/bisectionWords';
import { command } from '../options/command';
import { failure, inEngine } from '../running/engine';
import { printLine } from '../printing/print';
import { reported, sayOnStderr } from '../running/reported';

/** The answer, and under it those that were tested, in the series' order, each as it was last. */
function resultText({ sentence, tests }: BisectResult): string {
  const rows = latestTests(tests);
  const width = Math.max(...rows.map(({ name }) => name.length));
  const digits = Math.max(...rows.map(({ number }) => String(number).length));
  return [
    sentence,
    ...rows.map(
      ({ number, name, answer, sentence: said }) =>
        `  ${String(number).padStart(digits)}  ${name.padEnd(width)}  ${answer.padEnd(7)}  ${said}`,
    ),
  ].join('\n');
}

/** ireereplay bisect: the first of a series that is not as the first one. */
export const bisect = command(job, ({ options, output: { format } }) =>
  reported(async (signal) => {
    let before: BisectProgress | undefined;
    const say = (progress: BisectProgress): void => {
      // It is told again of what it has waited with.
      if (progress === before) return;
      before = progress;
      const last = progress.tests.at(-1);
      if (last !== undefined) sayOnStderr(`${last.name}: ${last.answer}`);
      sayOnStderr(`tests ${progress.name}`);
    };
    const state = await inEngine('bisect', options, (now) => now.state === 'running' && say(now.progress), signal);
    const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
    if (result === undefined) throw failure(options, state);
    printLine(format === 'json' ? JSON.stringify(result, null, 2) : resultText(result));
    return result.verdict === 'found' ? 0 : 1;
  }),
);
