import { roofsFile } from '../../engine/history/roofs';
import { work } from '../../engine/jobs/roof';
import { roof as job } from '../../protocol/jobs/roof';
import { command } from '../options/command';
import { print } from '../printing/print';
import { reported, sayOnStderr } from '../running/reported';
import { roofText } from '../printing/roofText';

/** ireereplay roof: the most that this machine computes and moves in a second. */
export const roof = command(job, ({ options, output: { format } }) =>
  reported(async (signal) => {
    const found = await work(options, () => undefined, signal, sayOnStderr);
    print(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : roofText(found, roofsFile()));
    return 0;
  }),
);
