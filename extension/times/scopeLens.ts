/** What scopes took last, in a lens above the line that begins them. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { DUMP_LANGUAGE, IN_CAPTURE, type InCapture, type ScopeLine } from '../../protocol/processes/languageServer';
import { deviceLabel } from '../../protocol/replay/replay';
import type { MeasuredRuns } from '../runs/measuredRuns';
import type { Runs } from '../runs/runs';
import { timeWords } from '../runs/timeWords';
import type { LanguageFeatures } from '../source/languageFeatures';
import { scopeTime, type ScopeTime } from './scopeTimes';
import { agoWords } from './timesWords';

/** Where scopes begin: sources of applications, and dumps. */
const SELECTOR: vscode.DocumentSelector = [
  { language: DUMP_LANGUAGE },
  ...['c', 'cpp', 'objective-c', 'objective-cpp', 'python'].map((language) => ({ scheme: 'file', language })),
];

export function showScopeTimes(
  features: LanguageFeatures,
  measured: MeasuredRuns,
  replays: Pick<Runs, 'lastReplay' | 'onReplay'>,
): vscode.Disposable {
  const changes = new vscode.EventEmitter<void>();
  const change = (): void => changes.fire();
  return vscode.Disposable.from(
    changes,
    replays.onReplay(change),
    measured.onChange(({ state }) => {
      if (state.state !== 'idle' && state.state !== 'running') change();
    }),
    features.onChange(change),
    vscode.languages.registerCodeLensProvider(SELECTOR, {
      onDidChangeCodeLenses: changes.event,
      provideCodeLenses: async ({ uri }) => {
        const scopes = await features.scopesIn(uri);
        if (scopes.length > 0) await measured.load();
        return scopes.flatMap((scope) => {
          const time = scopeTime(scope, measured.all, replays.lastReplay(scope.capture));
          return time === undefined ? [] : [lensOf(scope, time)];
        });
      },
    }),
  );
}

function lensOf({ line, name, capture, record }: ScopeLine, time: ScopeTime): vscode.CodeLens {
  const taken =
    time.kind !== 'benchmark' && time.count > 1 ? `${timeWords(time.medianNs)} × ${String(time.count)}` : timeWords(time.medianNs);
  const inCapture: InCapture = { capture, record, act: 'showInCapture' };
  const command =
    time.run === undefined ? { command: IN_CAPTURE, arguments: [inCapture] } : { command: 'ireeReplay.openRun', arguments: [time.run] };
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
    ...command,
    title: vscode.l10n.t('Last run: {0}', taken),
    tooltip: [vscode.l10n.t('Scope {0}: {1}', name, taken), sentence(capture, time)].join('. '),
  });
}

/** "Median of 200 iterations in a benchmark of block.ireereplay on local-task, 5 minutes ago." */
function sentence(capture: string, { kind, count, settings, started }: ScopeTime): string {
  const about = [path.basename(capture), deviceLabel(settings), agoWords(Date.now() - Date.parse(started))] as const;
  switch (kind) {
    case 'benchmark':
      return vscode.l10n.t('Median of {0} iterations in a benchmark of {1} on {2}, {3}.', count, ...about);
    case 'profile':
      return vscode.l10n.t('Median of {0} occurrences in a profile of {1} on {2}, {3}.', count, ...about);
    case 'replay':
      return vscode.l10n.t('Median of {0} occurrences in a replay of {1} on {2}, {3}.', count, ...about);
  }
}
