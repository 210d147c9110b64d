import { unpackCapture, unpackedFile } from '../../engine/addon/sharing';
import { unpack as job } from '../../protocol/jobs/unpack';
import { unpackedLines } from '../../protocol/words/sharingWords';
import { command } from '../options/command';
import { interruptSignal } from '../running/interrupt';
import { printLine } from '../printing/print';

/** ireereplay unpack: a capture that refers to the bytes of its files, and those as files. */
export const unpack = command(job, async ({ options, output: { format } }) => {
  const unpacked = await unpackCapture(options, interruptSignal());
  printLine(format === 'json' ? JSON.stringify(unpacked, null, 2) : unpackedLines(unpacked, unpackedFile(options)).join('\n'));
  return 0;
});
