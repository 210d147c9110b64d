import { work } from '../../engine/jobs/extract';
import { extract as job } from '../../protocol/jobs/extract';
import { extractedSentence } from '../../protocol/words/sharingWords';
import { command } from '../options/command';
import { printLine } from '../printing/print';
import { executed, sayOnStderr } from '../running/reported';

/** ireereplay extract: the smallest capture that does a piece of another. */
export const extract = command(job, ({ options, output: { format } }) =>
  executed(async (signal) => {
    const extracted = await work(options, () => undefined, signal, sayOnStderr);
    printLine(format === 'json' ? JSON.stringify(extracted, null, 2) : extractedSentence(extracted, options.output));
    return 0;
  }),
);
