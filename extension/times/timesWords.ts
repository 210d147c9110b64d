/** What a kernel took, in words. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { deviceLabel } from '../../protocol/replay/replay';
import { timeWords } from '../runs/timeWords';
import { together, type KnownKernel } from './lineKernels';
import type { TimedKernel } from './sourceTimes';

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

type Words = Pick<TimedKernel, 'time' | 'times' | 'trend'> & { readonly kernel: { readonly launches?: string } };

/** "2.319 ms × 128": the median and how often, or on average where executions are not known one by one; and what it is against the run before. */
export function shortWords({ kernel: { launches = '1' }, time: { ns, part }, times, trend }: Words): string {
  const often = part?.executions ?? times?.count ?? Number(launches);
  const each = times === undefined ? Number(ns) / often : part === undefined ? times.medianNs : times.medianNs / often;
  const taken = often > 1 ? `${timeWords(each)} × ${String(often)}` : timeWords(each);
  return trend?.verdict === 'faster' || trend?.verdict === 'slower' ? `${taken}  ${trend.words}` : taken;
}

/** "61.0 %  2.319 ms × 128". */
export const shareWords = (timed: Words): string => `${percent(timed.time.share)}  ${shortWords(timed)}`;

/** "4 kernels: 61.0 % of execute"; of a profile, whose shares are of all kernels, "4 kernels: 61.0 %"; without a share "4 kernels". */
export function togetherWords(kernels: readonly KnownKernel[]): string {
  const taken = together(kernels);
  if (taken === undefined) return countWords(kernels);
  const [share, { scope, isAtMost }] = [percent(taken.share), taken];
  if (scope === undefined) return vscode.l10n.t('{0} kernels: {1}', kernels.length, share);
  return isAtMost
    ? vscode.l10n.t('{0} kernels: at most {1} of {2}', kernels.length, share, scope)
    : vscode.l10n.t('{0} kernels: {1} of {2}', kernels.length, share, scope);
}

/** "4 kernels", of two or more. */
export const countWords = (kernels: readonly unknown[]): string => vscode.l10n.t('{0} kernels', kernels.length);

/** "Profile of matmul.ireereplay on local-task, 5 minutes ago". */
export function runSentence({ run }: Pick<TimedKernel['time'], 'run'>): string {
  const what = run.job === 'benchmark' ? vscode.l10n.t('Benchmark') : vscode.l10n.t('Profile');
  const capture = path.basename(run.capture);
  return vscode.l10n.t('{0} of {1} on {2}, {3}', what, capture, deviceLabel(run.settings), agoWords(Date.now() - Date.parse(run.started)));
}

/** "5 minutes ago", of milliseconds. */
export function agoWords(ms: number): string {
  const minutes = Math.max(0, ms) / 60_000;
  if (minutes < 1) return vscode.l10n.t('less than a minute ago');
  const [value, unit] =
    minutes < 60 ? ([minutes, 'minute'] as const) : minutes < 1440 ? ([minutes / 60, 'hour'] as const) : ([minutes / 1440, 'day'] as const);
  return new Intl.RelativeTimeFormat(vscode.env.language, { numeric: 'always' }).format(-Math.floor(value), unit);
}

/** Compared with the run before, or that there is none. */
export function trendSentence({ trend }: Pick<TimedKernel, 'trend'>): string {
  if (trend === undefined) return vscode.l10n.t('There is no earlier run to compare with.');
  const since = new Date(trend.since).toLocaleString();
  return [
    vscode.l10n.t('Compared with the run of {0}: {1}.', since, trend.words),
    ...(trend.missing === undefined ? [] : [trend.missing]),
  ].join(' ');
}

/** Everything but the distribution, for who reads or hears it in one line. */
export function timeSentence(timed: Words & Pick<TimedKernel, 'time'>): string {
  const share = vscode.l10n.t('{0} of the time in kernels: {1}', percent(timed.time.share), shortWords(timed));
  return `${share}. ${trendSentence(timed)} ${runSentence(timed.time)}.`;
}
