import * as path from 'node:path';
import { bisect as work } from '../engine/bisecting/bisect';
import { createJobQueue } from '../engine/process/jobQueue';
import type { BisectResult } from '../protocol/bisection';
import { bisect as job } from '../protocol/jobs/bisect';
import { command } from './command';
import { printLine } from './print';
import { reported, sayOnStderr } from './reported';

/** The answer, and under it those that were tested, in the series' order, each as it was last. */
function resultText({ sentence, tests }: BisectResult): string {
  const latest = new Map(tests.map((test) => [test.number, test]));
  const rows = [...latest.values()].sort((a, b) => a.number - b.number);
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
    const queue = createJobQueue(path.join(__dirname, 'engine.js'), sayOnStderr);
    try {
      const found = await work(options, { start: queue.start, waits: sayOnStderr, signal }, ({ name, tests }) => {
        const last = tests.at(-1);
        if (last !== undefined) sayOnStderr(`${last.name}: ${last.answer}`);
        sayOnStderr(`tests ${name}`);
      });
      printLine(format === 'json' ? JSON.stringify(found, null, 2) : resultText(found));
      return found.verdict === 'found' ? 0 : 1;
    } finally {
      queue.dispose();
    }
  }),
);
