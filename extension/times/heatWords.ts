/** What samples say of a line, in words. */
import * as vscode from 'vscode';
import type { Sampled } from '../../engine/jobs/sampledLines';
import type { HeatedLine } from './sourceHeat';
import { percent, runSentence } from './timesWords';

/** A line, or what one kernel has of it. */
type Heated = Pick<HeatedLine, 'doubt' | 'run'> & { readonly sampled: Sampled };

/** "31.1 % · 885 samples", and what speaks against it; `isOlder` where the source is known to have changed since. */
export function heatWords({ sampled: { share, samples, isHot }, doubt }: Heated, isOlder: boolean): string {
  const said = isHot ? `${percent(share)} · ${samplesWords(samples)}` : vscode.l10n.t('{0}, too few to call it hot', samplesWords(samples));
  if (doubt?.changed === true || isOlder) return `${said}  ⚠ ${vscode.l10n.t('older than the source')}`;
  return doubt === undefined ? said : `${said}  ⚠ ${doubt.words}`;
}

/** With how sure it is, and of which run. */
export function heatSentence({ sampled, doubt, run }: Heated): string {
  const { samples, share, low, high, isHot } = sampled;
  const interval = `[${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`;
  const said = isHot
    ? vscode.l10n.t('{0} {1} of all samples lie in this line: {2}, with 95 % confidence.', percent(share), interval, samplesWords(samples))
    : vscode.l10n.t('{0} lie in this line: too few to call it hot.', samplesWords(samples));
  return [said, ...(doubt === undefined ? [] : [`⚠ ${doubt.sentence}.`]), `${runSentence({ run })}.`].join(' ');
}

const samplesWords = (samples: number): string =>
  samples === 1 ? vscode.l10n.t('1 sample') : vscode.l10n.t('{0} samples', samples.toLocaleString('en'));
