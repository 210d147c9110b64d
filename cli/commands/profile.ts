/** ireereplay profile: what iree-profile answers. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { reportProfile, UNFILTERED } from '../../engine/addon/profile';
import { checkReport, writeReport } from '../../engine/report/reportFile';
import { isClosedPipe } from '../../engine/programs/writeAll';
import { PROFILE_JOBS, PROFILE_REPORTS, profileExport } from '../../protocol/jobs/profile';
import { profileDiff } from '../../protocol/jobs/profileDiff';
import { profileRender } from '../../protocol/jobs/profileRender';
import { profileRoof } from '../../protocol/jobs/profileRoof';
import { command, type Command, type Starts } from '../options/command';
import { agentsGuide } from '../options/agentsGuide';
import { withBefore } from '../options/beforeAndAfter';
import { asksForHelp, helpOf } from '../options/help';
import { interruptSignal } from '../running/interrupt';
import { print } from '../printing/print';
import { sayOnStderr } from '../running/reported';
import { UsageError } from '../options/usageError';

const ANSWERS = 'Answers what is asked of a profile, as iree-profile does.';

const questionOf = (name: string): string => name.replace('profile ', '');

/** Does `work` with a file to write, or with stdout for `-`, and says what is unusual about the profile. */
async function writing(output: string, work: (fd: number) => Promise<string | undefined>): Promise<number> {
  const fd = output === '-' ? 1 : openSync(output, 'w');
  try {
    const notice = await work(fd);
    if (notice !== undefined) console.error(`ireereplay: ${notice}`);
    return 0;
  } catch (error) {
    if (fd === 1 && isClosedPipe(error)) return 0;
    throw error;
  } finally {
    if (fd !== 1) closeSync(fd);
  }
}

/** Samples of two profiles side by side. */
async function printComparison(before: string, after: string, filter: string, format: 'text' | 'jsonl'): Promise<number> {
  const [{ compareHotspots, ofKernels }, { hotspotsDiffLines, hotspotsDiffText }] = await Promise.all([
    import('../../engine/jobs/hotspotsDiff'),
    import('../printing/hotspotsDiffText'),
  ]);
  const comparison = ofKernels(await compareHotspots(before, after, interruptSignal()), filter);
  print(format === 'jsonl' ? hotspotsDiffLines(comparison) : hotspotsDiffText(comparison));
  return 0;
}

/** Samples in the lines of a text. */
async function printAssembly(profile: string, assembly: string, filter: string, format: 'text' | 'jsonl'): Promise<number> {
  const [{ assemblyHeat, sampledCode }, { assemblyHeatLines, assemblyHeatText }] = await Promise.all([
    import('../../engine/jobs/assemblyHeat'),
    import('../printing/assemblyHeatText'),
  ]);
  const text = await readFile(assembly, 'utf8');
  const heated = assemblyHeat(text, await sampledCode(profile, filter, interruptSignal())).map(({ heat }) => heat);
  print(format === 'jsonl' ? assemblyHeatLines(assembly, heated) : assemblyHeatText(assembly, heated));
  return 0;
}

const reports = PROFILE_REPORTS.map((job) =>
  command(job, async ({ options: { capture, format, rocmLibraryPath, against, disassembly, assembly, ...asked } }) => {
    if (against !== undefined) return printComparison(against, capture, asked.filter, format);
    if (assembly !== undefined) return printAssembly(capture, assembly, asked.filter, format);
    if (asked.outputFolder !== undefined) mkdirSync(asked.outputFolder, { recursive: true });
    const question = disassembly ? 'disassembly' : questionOf(job.name);
    const status = await writing('-', (fd) =>
      reportProfile(capture, question, { ...asked, jsonl: format === 'jsonl' }, fd, interruptSignal()),
    );
    if (question === 'att') {
      const { decoderSentence } = await import('../../engine/jobs/rocmDecoder');
      console.error(`ireereplay: ${decoderSentence(rocmLibraryPath)}`);
    }
    return status;
  }),
);

const exporting = command(profileExport, async ({ options: { capture, output } }) => {
  return writing(output, (fd) => reportProfile(capture, 'export', { ...UNFILTERED, jsonl: true }, fd, interruptSignal()));
});

const rendering = command(profileRender, async ({ options: { capture, format, output } }) => {
  const { renderProfile } = await import('../../engine/jobs/profileRender');
  return writing(output, (fd) => renderProfile(capture, format, { pages: path.join(__dirname, 'webview'), fd }, interruptSignal()));
});

const differing = command(profileDiff, async ({ options: { capture, before }, output }) => {
  await checkReport(output);
  const [{ diffProfiles }, { diffLines, diffText }] = await Promise.all([
    import('../../engine/jobs/profileDiff'),
    import('../printing/profileDiffText'),
  ]);
  const signal = interruptSignal();
  const diff = await diffProfiles(before, capture, signal);
  if (output.report !== undefined) {
    const { comparisonPage } = await import('../../engine/jobs/comparisonPage');
    const files = before.map((file) => path.resolve(file));
    const page = await comparisonPage({ before: files, b: path.resolve(capture) }, path.join(__dirname, 'webview'), signal);
    await writeReport(path.resolve(output.report), page);
  }
  print(output.format === 'jsonl' ? diffLines(diff) : diffText(diff));
  return 0;
});

const standing = command(profileRoof, async ({ options: { capture, ...asked }, output: { format } }) => {
  const [{ work }, { profileAgainstRoof }, { profileRoofText, roofLines }] = await Promise.all([
    import('../../engine/jobs/roof'),
    import('../../engine/jobs/profileRoof'),
    import('../printing/profileRoofText'),
  ]);
  const signal = interruptSignal();
  const roof = await work({ again: false }, () => undefined, signal, sayOnStderr);
  const result = await profileAgainstRoof(capture, roof, asked, signal);
  print(format === 'jsonl' ? roofLines(result) : profileRoofText(result));
  return 0;
});

const commands: readonly Command[] = [...reports, standing, differing, rendering, exporting];

/**
 * The command that is asked for, and its arguments. As iree-profile has it, flags may stand before it, and a profile alone is asked for
 * `cat`. Throws UsageError.
 */
function profileCommand(args: readonly string[]): readonly [Command, readonly string[]] {
  const positions = [...args.keys()].filter((index) => !(args[index] ?? '').startsWith('-'));
  const [first = -1] = positions;
  const named = commands.find(({ job }) => questionOf(job.name) === args[first]);
  const cat = commands.find(({ job }) => job.name === 'profile cat');
  const rest = args.filter((_, index) => index !== first);
  if (named !== undefined) return [named, named === differing ? withBefore(rest) : rest];
  if (cat !== undefined && positions.length === 1) return [cat, args];
  const asked = ['profile', ...(args[first] === undefined ? [] : [args[first]])].join(' ');
  throw new UsageError(`no command ${asked}: there are ${commands.map(({ job }) => questionOf(job.name)).join(', ')}`);
}

/** What is asked of a profile is a word more. */
export const profile: Starts = {
  start: async (args) => {
    if (args.includes('--agents_md')) {
      print(agentsGuide());
      return 0;
    }
    if (asksForHelp(args) && args.every((arg) => arg.startsWith('-'))) {
      print(
        helpOf(PROFILE_JOBS, `${ANSWERS}\n--agents_md prints a guide in Markdown, for an AGENTS.md.`, 'profile COMMAND [flags] PROFILE'),
      );
      return 0;
    }
    const [asked, rest] = profileCommand(args);
    return asked.start(rest);
  },
};
