import { work } from '../../engine/jobs/reduce';
import { reduce as job } from '../../protocol/jobs/reduce';
import { reducedSentences } from '../../protocol/words/sharingWords';
import { command } from '../options/command';
import { printLine } from '../printing/print';
import { reported, sayOnStderr } from '../running/reported';

/** How often it says how far it is. */
const SAY_MS = 5000;

/** ireereplay reduce: the records that a failure needs. */
export const reduce = command(job, ({ options, output: { format } }) =>
  reported(async (signal) => {
    let said = Date.now();
    const reduced = await work(
      options,
      ({ records, ofRecords, checks }) => {
        if (Date.now() - said < SAY_MS) return;
        said = Date.now();
        sayOnStderr(`${String(records)} of ${String(ofRecords)} records after ${String(checks)} checks`);
      },
      signal,
      sayOnStderr,
    );
    printLine(format === 'json' ? JSON.stringify(reduced, null, 2) : reducedSentences(reduced, options.output).join('\n'));
    return 0;
  }),
);
