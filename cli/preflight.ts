import { preflight as preflightCapture } from '../native/replay';
import { choice } from './arguments';
import { interruptSignal } from './interrupt';
import { problemText } from './problems';
import { substitutionFlags, runFlags, runOptions } from './runFlags';
import { byteSize, count } from './units';
import type { Command } from './usage';

/** ireereplay preflight: every reason why a replay would fail. */
export const preflight: Command = {
  name: 'preflight',
  summary: 'say every reason why a replay would fail, hang or differ',
  description:
    'Reads a capture and says at once everything that would make its replay fail, hang or differ, with the record and what\nto do. Executes nothing.',
  flags: {
    ...runFlags,
    ...substitutionFlags,
    format: { type: 'string', value: 'text|json', help: 'text for reading (the default), json for programs.' },
  },
  examples: ['model.ireereplay', '--device=local-task --format=json model.ireereplay'],
  run: async (args) => {
    const format = choice(args, 'format', ['text', 'json']);
    const report = await preflightCapture(runOptions(args), interruptSignal());
    if (format === 'json') {
      console.log(JSON.stringify(report, null, 2));
    } else {
      for (const problem of report.problems) console.log(problemText(problem));
      if (report.problemsLeftOut !== '0') console.log(`and ${report.problemsLeftOut} more`);
      console.log(
        report.canRun
          ? `can be replayed: ${count(report.operations, 'operation')}, ${report.dispatches} dispatches, ${byteSize(report.peakBytes)} of buffers at once`
          : 'cannot be replayed',
      );
    }
    return report.canRun ? 0 : 1;
  },
};
