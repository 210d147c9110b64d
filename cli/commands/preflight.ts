import { preflight as preflightCapture } from '../../engine/addon/replay';
import { preflight as job } from '../../protocol/jobs/preflight';
import { command } from '../options/command';
import { interruptSignal } from '../running/interrupt';
import { printLine } from '../printing/print';
import { problemText } from '../printing/problems';
import { byteSize, count } from '../printing/units';

/** ireereplay preflight: every reason why a replay would fail. */
export const preflight = command(job, async ({ options, output: { format } }) => {
  const report = await preflightCapture(options, interruptSignal());
  if (format === 'json') {
    printLine(JSON.stringify(report, null, 2));
  } else {
    for (const problem of report.problems) printLine(problemText(problem));
    printLine(
      report.canRun
        ? `can be replayed: ${count(report.operations, 'operation')}, ${count(report.dispatches, 'dispatch', 'dispatches')}, ${byteSize(report.peakBytes)} of buffers at once`
        : 'cannot be replayed',
    );
  }
  return report.canRun ? 0 : 1;
});
