import { compareCaptures } from '../engine/addon/difference';
import { diff as job } from '../protocol/jobs/diff';
import { diffLines } from '../protocol/words/captureDifferenceWords';
import { withBefore } from './beforeAndAfter';
import { command, type Starts } from './command';
import { interruptSignal } from './interrupt';
import { printLine } from './print';

/** 1 is for what is not known: a script that asks whether captures are the same must not take a failure for a difference. */
const STATUS = { same: 0, differ: 3, unknown: 1 } as const;

const { start } = command(job, async ({ options, output: { format } }) => {
  const found = await compareCaptures(options, interruptSignal());
  printLine(format === 'json' ? JSON.stringify(found, null, 2) : diffLines(found).join('\n'));
  return STATUS[found.verdict];
});

/** ireereplay diff: what differs between two captures. */
export const diff: Starts = { start: (args) => start(withBefore(args)) };
