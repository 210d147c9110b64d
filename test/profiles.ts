/** Asking a profile in tests: by the addon alone, without a process for each question. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { reportProfile } from '../engine/addon/profile';

/** The value of a flag that is given; the flag alone is true. */
function valueOf(args: readonly string[], flag: string): string | undefined {
  const given = args.find((arg) => arg === `--${flag}` || arg.startsWith(`--${flag}=`));
  return given?.includes('=') === true ? given.slice(given.indexOf('=') + 1) : given;
}

/** What `ireereplay profile` prints for these arguments, a question first; `folder` is for what it prints. Rejects as that fails. */
export async function askProfile(args: readonly string[], profile: string, folder: string): Promise<Buffer> {
  const [question = ''] = args;
  const id = valueOf(args, 'id');
  const printed = path.join(folder, 'printed');
  const fd = openSync(printed, 'w');
  try {
    await reportProfile(
      profile,
      question,
      {
        jsonl: question === 'export' || valueOf(args, 'format') === 'jsonl',
        filter: valueOf(args, 'filter') ?? '*',
        ...(id === undefined ? {} : { id: Number(id) }),
        dispatchEvents: valueOf(args, 'dispatch_events') !== undefined,
        counterSamples: valueOf(args, 'counter_samples') !== undefined,
      },
      fd,
    );
  } finally {
    closeSync(fd);
  }
  return readFileSync(printed);
}
