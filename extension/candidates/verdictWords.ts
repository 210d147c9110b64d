/** What is known of a candidate that is watched, in the words of lenses and of the status bar. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { deviceLabel } from '../../protocol/replay/replay';
import type { RunOf } from '../../protocol/results/results';
import { outcome } from '../runs/runOutcome';
import type { VerdictAge } from '../runs/verdictAge';
import type { WatchedCandidate } from './substituteOnSave';

export interface VerdictWords {
  /** Of VS Code's product icons. */
  readonly icon: string;
  /** "1.31x faster", "results differ before this change". */
  readonly verdict: string;
  /** "multiply in mm256.ireereplay on local-sync". */
  readonly against: string;
  /** It is about what is there now, and not good. */
  readonly isBad: boolean;
}

/** `unsaved`: the file's editor has changes that are not saved, which no verdict is about. */
export function verdictWords({ substitution, functions, run, age }: WatchedCandidate, unsaved: boolean): VerdictWords {
  const { capture, settings } = substitution;
  const against = vscode.l10n.t('{0} in {1} on {2}', whatOf(substitution, functions, run), path.basename(capture), deviceLabel(settings));
  if (run === undefined) return { icon: 'eye', verdict: vscode.l10n.t('waiting for a save'), against, isBad: false };
  const { icon, sentence } = outcome(run);
  const isBad = run.state.state === 'failed' || run.state.state === 'crashed';
  // What is not over yet is about what was saved last.
  const active = run.state.state === 'idle' || run.state.state === 'running';
  if (active || (age === 'new' && !unsaved)) return { icon, verdict: sentence, against, isBad: isBad && !active };
  return { icon: 'history', verdict: old(sentence, age), against, isBad: false };
}

function old(sentence: string, age: VerdictAge): string {
  switch (age) {
    case 'new':
      return vscode.l10n.t('{0} before the unsaved changes', sentence);
    case 'file-changed':
      return vscode.l10n.t('{0} before the file was changed', sentence);
    case 'file-gone':
      return vscode.l10n.t('{0}, but the file is gone', sentence);
    case 'capture-changed':
      return vscode.l10n.t('{0} before the capture was replaced', sentence);
    case 'capture-gone':
      return vscode.l10n.t('{0}, but the capture is gone', sentence);
  }
}

/** The function that the verdict is about; where there are several, what was timed, else the executable. */
function whatOf({ options }: WatchedCandidate['substitution'], functions: readonly string[], run: RunOf<'substitute'> | undefined): string {
  const row = run?.state.state === 'done' ? run.state.result.candidates[0]?.rows[0] : undefined;
  const [only, ...others] = functions;
  if (row?.kind === 'dispatch') return row.label;
  if (only !== undefined && others.length === 0) return only;
  const [selector = ''] = options.candidates[0]?.substitutions[0]?.split('=') ?? [];
  return vscode.l10n.t('executable {0}', selector);
}

/** For a tooltip. */
export function verdictTooltip(candidate: WatchedCandidate): string {
  const { substitution, functions, run } = candidate;
  const what = vscode.l10n.t('Substitute on Save: {0}', candidate.files.join(', '));
  const against = vscode.l10n.t('In place of {0} of {1}', functions.join(', ') || substitution.subject, substitution.capture);
  const when = run === undefined ? [] : [new Date(run.started).toLocaleString()];
  return [what, against, ...when].join('\n');
}
