/** What samples say of a line, in words. */
import * as vscode from 'vscode';
import type { Sampled } from '../../engine/jobs/sampledLines';
import { percentInterval } from '../../protocol/words/percent';
import type { HeatedLine } from './sourceHeat';
import { percent, runSentence } from './timesWords';

/** A line, or what one kernel has of it. */
type Heated = Pick<HeatedLine, 'doubt' | 'run' | 'isKernel'> & { readonly sampled: Sampled };

/** "31.1 % · 885 samples", and what speaks against it; `isOlder` where the source is known to have changed since. */
export function heatWords({ sampled: { share, samples, isHot }, isKernel, doubt }: Heated, isOlder: boolean): string {
  const where = isKernel === true ? ` · ${vscode.l10n.t('of the whole kernel')}` : '';
  const said = isHot
    ? `${percent(share)} · ${samplesWords(samples)}${where}`
    : vscode.l10n.t('{0}, too few to call this line hot', samplesWords(samples));
  if (doubt?.changed === true || isOlder) return `${said}  ⚠ ${vscode.l10n.t('older than the source')}`;
  return doubt === undefined ? said : `${said}  ⚠ ${doubt.words}`;
}

/** With how sure it is, and of which run. */
export function heatSentence({ sampled, isKernel, doubt, run }: Heated): string {
  const { samples, share, isHot } = sampled;
  const interval = percentInterval(sampled);
  const said = isHot
    ? isKernel === true
      ? vscode.l10n.t(
          '{2} are in this kernel: {0} of all samples, with a 95 % confidence interval of {1}.',
          percent(share),
          interval,
          samplesWords(samples),
        )
      : vscode.l10n.t(
          '{2} are on this line: {0} of all samples, with a 95 % confidence interval of {1}.',
          percent(share),
          interval,
          samplesWords(samples),
        )
    : vscode.l10n.t('{0} here: too few to call this line hot.', samplesWords(samples));
  const unknown = isKernel === true ? [vscode.l10n.t('It is not known which of these lines the samples belong to.')] : [];
  const substitutes = run.options.substitutions ?? [];
  const instead = substitutes.length === 0 ? [] : [vscode.l10n.t('Measured in a replay with substitutes: {0}.', substitutes.join(', '))];
  return [said, ...unknown, ...instead, ...(doubt === undefined ? [] : [`⚠ ${doubt.sentence}.`]), `${runSentence({ run })}.`].join(' ');
}

const samplesWords = (samples: number): string =>
  samples === 1 ? vscode.l10n.t('1 sample') : vscode.l10n.t('{0} samples', samples.toLocaleString('en'));
