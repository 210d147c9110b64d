/** What the builds of candidates say, in the editor and in the list of problems. */
import * as vscode from 'vscode';
import type { MeasuredRun } from '../../protocol/results/results';
import type { Diagnostic } from '../../protocol/replay/run';
import type { MeasuredRuns } from '../runs/measuredRuns';
import { candidateFilesOf } from '../runs/verdictAge';

/** Of one candidate: what its latest build said. */
interface Said {
  readonly run: Pick<MeasuredRun, 'id' | 'started'>;
  readonly collection: vscode.DiagnosticCollection;
}

/** Follows all substitutions: a build's messages stay until the next build of the same candidate has ended. */
export function showCandidateDiagnostics(runs: MeasuredRuns): vscode.Disposable {
  const said = new Map<string, Said>();
  const follow = runs.onChange((run) => {
    if (run.job !== 'substitute' || runs.byId(run.id) === undefined) return;
    const { state } = run;
    // Until it is built, and where nobody waited for that, what was said before stands.
    if (state.state === 'idle' || state.state === 'cancelled' || (state.state === 'running' && state.progress.phase === 'building')) return;
    const candidate = candidateFilesOf(run.options).join('\0');
    const before = said.get(candidate);
    if (before !== undefined && before.run.id !== run.id && before.run.started > run.started) return;
    const collection = before?.collection ?? vscode.languages.createDiagnosticCollection('iree-replay');
    said.set(candidate, { run, collection });
    collection.clear();
    if (state.state !== 'failed') return;
    const byFile = new Map<string, vscode.Diagnostic[]>();
    for (const one of state.diagnostics ?? []) byFile.set(one.file, [...(byFile.get(one.file) ?? []), diagnosticOf(one)]);
    for (const [file, list] of byFile) collection.set(vscode.Uri.file(file), list);
  });
  return vscode.Disposable.from(follow, { dispose: () => said.forEach(({ collection }) => collection.dispose()) });
}

const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  note: vscode.DiagnosticSeverity.Information,
} as const;

function diagnosticOf({ severity, line, column, message }: Diagnostic): vscode.Diagnostic {
  const at = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  const made = new vscode.Diagnostic(new vscode.Range(at, at.translate(0, 1)), message, SEVERITIES[severity]);
  made.source = 'IREE Replay';
  return made;
}
