/** Substitutions that watch their file: at each save it is built, verified and timed again. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Diagnostic } from '../../protocol/run';
import type { MeasuredRun } from '../../protocol/results';
import type { MeasuredRuns } from '../runs/measuredRuns';
import { watchFile } from '../captures/watchFile';
import { outcome } from '../runs/runOutcome';

export interface SubstituteOnSave {
  readonly onChange: vscode.Event<void>;
  /** The latest run of what is watched. */
  readonly watched: MeasuredRun | undefined;
  isOn(run: MeasuredRun): boolean;
  toggle(run: MeasuredRun): void;
  /** Shows what the build of the run's candidate said, and forgets what an earlier one did. */
  diagnose(run: MeasuredRun): void;
  dispose(): void;
}

/** Writers touch a file several times for one save. */
const SETTLE_MS = 150;

/** Files that the candidates of a substitution are built or read from. */
export function candidateFiles(run: MeasuredRun): readonly string[] {
  if (run.job !== 'substitute') return [];
  return run.options.candidates.flatMap(({ substitutions }) => substitutions.map((one) => one.slice(one.indexOf('=') + 1)));
}

export function createSubstituteOnSave(runs: MeasuredRuns, started: (run: MeasuredRun) => void): SubstituteOnSave {
  const changes = new vscode.EventEmitter<void>();
  const diagnostics = vscode.languages.createDiagnosticCollection('iree-replay');
  const status = vscode.window.createStatusBarItem('ireeReplay.substituteOnSave', vscode.StatusBarAlignment.Left);
  status.name = 'IREE Replay: Substitute on Save';
  status.command = 'ireeReplay.openWatchedRun';
  let watched: { run: MeasuredRun; readonly watcher: vscode.Disposable } | undefined;

  const draw = (): void => {
    changes.fire();
    if (watched === undefined) {
      status.hide();
      return;
    }
    const { icon, sentence } = outcome(watched.run);
    const [file = ''] = candidateFiles(watched.run);
    status.text = `$(${icon}) ${path.basename(file)}: ${sentence}`;
    status.tooltip = vscode.l10n.t('Substitute on Save: {0} for {1} in {2}', file, watched.run.subject, path.basename(watched.run.capture));
    status.backgroundColor =
      watched.run.state.state === 'failed' || watched.run.state.state === 'crashed'
        ? new vscode.ThemeColor('statusBarItem.errorBackground')
        : undefined;
    status.show();
  };
  const again = (): void => {
    if (watched === undefined) return;
    runs.cancel(watched.run.id);
    const { run } = runs.repeat(watched.run);
    watched.run = run as MeasuredRun;
    started(watched.run);
    draw();
  };
  const follow = runs.onChange((run) => {
    if (watched?.run.id !== run.id) return;
    watched.run = run;
    draw();
  });
  const watch = (files: readonly string[]): vscode.Disposable => {
    let settling: ReturnType<typeof setTimeout> | undefined;
    const touched = (): void => {
      clearTimeout(settling);
      settling = setTimeout(again, SETTLE_MS);
    };
    const watchers = files.map((file) => watchFile(file, touched));
    return vscode.Disposable.from(...watchers, { dispose: () => clearTimeout(settling) });
  };

  return {
    onChange: changes.event,
    get watched() {
      return watched?.run;
    },
    isOn: (run) =>
      watched !== undefined && candidateFiles(run).join() === candidateFiles(watched.run).join() && run.capture === watched.run.capture,
    toggle(run) {
      const on = this.isOn(run);
      watched?.watcher.dispose();
      watched = on ? undefined : { run, watcher: watch(candidateFiles(run)) };
      draw();
    },
    diagnose(run) {
      for (const file of candidateFiles(run)) diagnostics.delete(vscode.Uri.file(file));
      if (run.state.state !== 'failed') return;
      const byFile = new Map<string, vscode.Diagnostic[]>();
      for (const one of run.state.diagnostics ?? []) byFile.set(one.file, [...(byFile.get(one.file) ?? []), diagnosticOf(one)]);
      for (const [file, list] of byFile) diagnostics.set(vscode.Uri.file(file), list);
    },
    dispose() {
      follow.dispose();
      watched?.watcher.dispose();
      diagnostics.dispose();
      status.dispose();
      changes.dispose();
    },
  };
}

function diagnosticOf({ severity, line, column, message }: Diagnostic): vscode.Diagnostic {
  const at = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  const made = new vscode.Diagnostic(
    new vscode.Range(at, at.translate(0, 1)),
    message,
    { error: vscode.DiagnosticSeverity.Error, warning: vscode.DiagnosticSeverity.Warning, note: vscode.DiagnosticSeverity.Information }[
      severity
    ],
  );
  made.source = 'IREE Replay';
  return made;
}
