/** Which runs can be compared, and the user's choice of one. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { MeasuredRun, RunChoice } from '../../protocol/results/results';
import { isSameCapture } from '../../engine/history/runHistory';
import { outcome } from '../runs/runOutcome';
import { pickOne } from './questions';

/** The earlier and the later of two runs whose times can be compared; undefined when they cannot. */
export function comparable(a: MeasuredRun, b: MeasuredRun): { readonly before: MeasuredRun; readonly after: MeasuredRun } | undefined {
  if (a.id === b.id || a.job !== b.job || !hasTimes(a) || !hasTimes(b)) return undefined;
  return a.started < b.started ? { before: a, after: b } : { before: b, after: a };
}

function hasTimes({ state }: MeasuredRun): boolean {
  const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
  if (result === undefined) return false;
  // A candidate whose results differ has no times.
  if ('tests' in result) return false;
  return 'candidates' in result ? result.candidates.some(({ rows }) => rows.length > 0) : 'rows' in result;
}

/** The runs that may stand beside `run`, and itself, the latest first. */
export function runChoices(run: MeasuredRun, all: readonly MeasuredRun[]): readonly RunChoice[] {
  return all
    .filter((other) => other.id === run.id || comparable(run, other) !== undefined)
    .map((other) => ({
      id: other.id,
      words: `${new Date(other.started).toLocaleString()}: ${other.subject}, ${outcome(other).sentence}, ${path.basename(other.capture)}`,
    }))
    .reverse();
}

/** Asks for the run that `run` is to be compared with: of the same capture first, the latest first. */
export async function pickRun(run: MeasuredRun, all: readonly MeasuredRun[]): Promise<MeasuredRun | undefined> {
  const others = all.filter((other) => comparable(run, other) !== undefined).reverse();
  if (others.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no other {0} run to compare it with.', run.job));
    return undefined;
  }
  const same = others.filter((other) => isSameCapture(run, other));
  const items = [...same, ...others.filter((other) => !same.includes(other))].map((other) => ({
    label: outcome(other).sentence,
    description: other.subject,
    detail: `${same.includes(other) ? '' : 'not known to be of the same capture: '}${path.basename(other.capture)} on ${other.settings.device}, ${new Date(other.started).toLocaleString()}`,
    other,
  }));
  return (
    await pickOne(items, {
      title: vscode.l10n.t('Compare {0} with', run.subject),
      matchOnDescription: true,
      matchOnDetail: true,
    })
  )?.other;
}
