/** At a kernel's definition, or where it is named: what its executions took, how that is distributed, and where to go from there. */
import * as vscode from 'vscode';
import { IN_CAPTURE, SHOW_DISASSEMBLY, type CaptureAct, type KernelLine } from '../../protocol/processes/languageServer';
import { profileFileOf } from '../runs/profiling';
import { timeWords } from '../runs/timeWords';
import { histogramImage } from './histogramImage';
import type { LanguageFeatures } from '../source/languageFeatures';
import type { DescribedTimes } from './profiledKernels';
import type { SourceTimes, TimedKernel } from './sourceTimes';
import { heatSentence } from './heatWords';
import type { SourceHeat } from './sourceHeat';
import { percent, runSentence, shortWords, trendSentence } from './timesWords';

/** Opens the profile that is the first argument at the record that is the second. */
export const SHOW_KERNEL_IN_PROFILE = 'ireeReplay.showKernelInProfile';
/** Asks which run inline times are of. */
export const CHOOSE_TIMES = 'ireeReplay.chooseInlineTimes';

/** A line of several kernels names so many of them. */
const MOST_KERNELS = 3;

export function registerTimesHover(times: SourceTimes, heat: SourceHeat, features: LanguageFeatures): vscode.Disposable {
  return vscode.languages.registerHoverProvider([{ scheme: 'file' }, { scheme: 'ireereplay' }], {
    async provideHover({ uri }, position) {
      const kernels = await features.kernelsAt(uri, position);
      const timed = await Promise.all(kernels.slice(0, MOST_KERNELS).map(async (kernel) => ({ kernel, timed: await times.of(kernel) })));
      const parts = timed.map((one) => kernelMarkdown(one.kernel, one.timed));
      const enabled =
        uri.scheme === 'file' && vscode.workspace.getConfiguration('ireeReplay.inlineTimes', uri).get<boolean>('enabled', true);
      const heated = enabled ? (await heat.linesIn(uri)).find(({ line }) => line === position.line) : undefined;
      if (heated !== undefined) parts.push(new vscode.MarkdownString().appendText(heatSentence(heated)));
      return parts.length === 0 ? undefined : new vscode.Hover(parts);
    },
  });
}

function kernelMarkdown(kernel: KernelLine, timed: TimedKernel | undefined): vscode.MarkdownString {
  const said = new vscode.MarkdownString('', true);
  said.isTrusted = { enabledCommands: [IN_CAPTURE, SHOW_DISASSEMBLY, SHOW_KERNEL_IN_PROFILE, CHOOSE_TIMES] };
  if (timed !== undefined) addTimes(said, timed);
  said.appendMarkdown(linksOf(kernel, timed).join(' \u00A0 '));
  return said;
}

function addTimes(said: vscode.MarkdownString, timed: TimedKernel): void {
  const { kernel, time, times } = timed;
  const all = time.part === undefined ? vscode.l10n.t('the time in kernels') : vscode.l10n.t('scope {0}', time.part.scope);
  said.appendMarkdown('**');
  said.appendText(vscode.l10n.t('{0} of {1}', percent(time.share), all));
  said.appendMarkdown('**');
  said.appendText(`: ${timeWords(Number(time.ns))}, ${shortWords({ kernel, time, ...(times === undefined ? {} : { times }) })}`);
  said.appendMarkdown('\n\n');
  if (times !== undefined) {
    const records = times.records.length > 1 ? times.records : [];
    const rows: readonly (readonly [string, DescribedTimes])[] = [
      [time.part === undefined ? vscode.l10n.t('each of {0}', times.count) : vscode.l10n.t('iteration (of {0})', times.count), times],
      ...records.map((one) => [vscode.l10n.t('record #{0}, {1}×', one.record, one.count), one] as const),
    ];
    said.appendMarkdown(`| | Median | MAD | p95 | Min | Max |\n|:--|--:|--:|--:|--:|--:|\n`);
    for (const [name, { medianNs, madNs, p95Ns, leastNs, mostNs }] of rows)
      said.appendMarkdown(`| ${name} | ${[medianNs, madNs, p95Ns, leastNs, mostNs].map(timeWords).join(' | ')} |\n`);
    said.appendMarkdown('\n');
    const image = histogramImage(times.histogram, times.medianNs);
    if (times.count > 1 && image !== undefined) said.appendMarkdown(`![${vscode.l10n.t('Distribution of times')}](${image})\n\n`);
  }
  said.appendText(trendSentence(timed));
  said.appendMarkdown('\n\n');
  said.appendText(`${runSentence(timed.time)}. `);
  said.appendMarkdown(`[${vscode.l10n.t('Choose Run…')}](command:${CHOOSE_TIMES})\n\n`);
  if (kernel.changed === true) {
    said.appendText(`⚠ ${vscode.l10n.t('These times were measured before the source last changed.')}`);
    said.appendMarkdown('\n\n');
  }
}

function linksOf(kernel: KernelLine, timed: TimedKernel | undefined): readonly string[] {
  const { capture, executable, ordinal, name, record } = kernel;
  const link = (title: string, command: string, ...given: readonly unknown[]): string =>
    `[${title}](${vscode.Uri.parse(`command:${command}`)
      .with({ query: JSON.stringify(given) })
      .toString()})`;
  const inCapture = (title: string, act: CaptureAct): readonly string[] =>
    record === undefined ? [] : [link(title, IN_CAPTURE, { capture, act, record })];
  const profile = timed === undefined ? undefined : profileFileOf(timed.time.run);
  return [
    ...(profile === undefined || record === undefined
      ? []
      : [link(vscode.l10n.t('Show in Profile'), SHOW_KERNEL_IN_PROFILE, profile, record)]),
    ...inCapture(vscode.l10n.t('Record #{0}', record ?? 0), 'showInCapture'),
    link(vscode.l10n.t('Disassembly'), SHOW_DISASSEMBLY, { capture, executable, ordinal, name }),
    ...(vscode.workspace.isTrusted
      ? [...inCapture(vscode.l10n.t('Benchmark'), 'benchmark'), ...inCapture(vscode.l10n.t('Substitute…'), 'substituteExecutable')]
      : []),
  ];
}
