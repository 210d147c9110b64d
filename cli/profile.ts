/** ireereplay profile: what iree-profile answers. */
import { closeSync, openSync } from 'node:fs';
import { reportProfile, type ProfileAsked } from '../engine/addon/profile';
import { PROFILE_JOBS, PROFILE_REPORTS, profileExport } from '../protocol/jobs/profile';
import { command, type Command, type Starts } from './command';
import { asksForHelp, helpOf } from './help';
import { interruptSignal } from './interrupt';
import { print } from './print';
import { UsageError } from './usageError';

/** Asks, and says what is unusual about the profile where it does not get into the answer. */
async function ask(path: string, question: string, asked: ProfileAsked, fd: number): Promise<number> {
  const notice = await reportProfile(path, question, asked, fd, interruptSignal());
  if (notice !== undefined) console.error(`ireereplay: ${notice}`);
  return 0;
}

const questionOf = (name: string): string => name.replace('profile ', '');

const reports = PROFILE_REPORTS.map((job) =>
  command(job, async ({ options: { capture, format, ...asked } }) =>
    ask(capture, questionOf(job.name), { ...asked, jsonl: format === 'jsonl' }, 1),
  ),
);

const exporting = command(profileExport, async ({ options: { capture, output } }) => {
  const asked = { jsonl: true, filter: '*', dispatchEvents: false, counterSamples: false };
  if (output === '-') return ask(capture, 'export', asked, 1);
  const fd = openSync(output, 'w');
  try {
    return await ask(capture, 'export', asked, fd);
  } finally {
    closeSync(fd);
  }
});

const commands: readonly Command[] = [...reports, exporting];

/**
 * The command that is asked for, and its arguments. As iree-profile has it, flags may stand before it, and a profile alone is asked for
 * `cat`. Throws UsageError.
 */
function profileCommand(args: readonly string[]): readonly [Command, readonly string[]] {
  const positions = [...args.keys()].filter((index) => !(args[index] ?? '').startsWith('-'));
  const [first = -1] = positions;
  const named = commands.find(({ job }) => questionOf(job.name) === args[first]);
  const cat = commands.find(({ job }) => job.name === 'profile cat');
  if (named !== undefined) return [named, args.filter((_, index) => index !== first)];
  if (cat !== undefined && positions.length === 1) return [cat, args];
  const asked = ['profile', ...(args[first] === undefined ? [] : [args[first]])].join(' ');
  throw new UsageError(`no command ${asked}: there are ${commands.map(({ job }) => questionOf(job.name)).join(', ')}`);
}

/** What is asked of a profile is a word more. */
export const profile: Starts = {
  start: async (args) => {
    if (asksForHelp(args) && args.every((arg) => arg.startsWith('-'))) {
      print(helpOf(PROFILE_JOBS, 'Answers what is asked of a profile, as iree-profile does.', 'profile COMMAND [flags] PROFILE'));
      return 0;
    }
    const [asked, rest] = profileCommand(args);
    return asked.start(rest);
  },
};
