/** Where a candidate does not fit what it stands in for, in its source, with the grid that fits as a quick fix. */
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { isSource } from '../../engine/kernels/substitutes';
import type { MeasuredRun } from '../../protocol/results/results';
import { misfits, type Misfit } from '../runs/misfits';
import type { MeasuredRuns } from '../runs/measuredRuns';
import { kernelLine } from './kernelLine';

/** Runs a substitution again with a grid: the id of the run, and the grid as RunOptions.workgroupCounts. */
export const USE_WORKGROUP_COUNT = 'ireeReplay.useWorkgroupCount';

interface Shown {
  readonly run: MeasuredRun;
  readonly misfit: Misfit;
  readonly diagnostic: vscode.Diagnostic;
}

/** Follows all substitutions: what one says of a file stands until the next of the same file has begun to replay. */
export function showCandidateFit(runs: MeasuredRuns): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('iree-replay-fit');
  const shown = new Map<string, readonly Shown[]>();

  const show = async (run: MeasuredRun, file: string, found: readonly Misfit[]): Promise<void> => {
    const source = isSource(file) ? await textOf(file) : '';
    const all = found.map((misfit) => ({ run, misfit, diagnostic: diagnosticOf(run, misfit, source) }));
    shown.set(file, all);
    collection.set(
      vscode.Uri.file(file),
      all.map(({ diagnostic }) => diagnostic),
    );
  };
  const follow = runs.onChange((run) => {
    if (run.job !== 'substitute') return;
    const { state } = run;
    // While it waits or is built, and where nobody waited for the end, what was said before stands.
    if (state.state === 'idle' || state.state === 'cancelled' || (state.state === 'running' && state.progress.phase === 'building')) return;
    const files = run.options.candidates.flatMap(({ substitutions }) => substitutions.map((one) => one.slice(one.indexOf('=') + 1)));
    const found = misfits(run);
    for (const file of new Set(files)) {
      const here = found.filter((misfit) => misfit.file === file);
      if (here.length > 0) void show(run, file, here);
      else if (shown.delete(file)) collection.delete(vscode.Uri.file(file));
    }
  });
  const fixes = vscode.languages.registerCodeActionsProvider(
    { scheme: 'file' },
    {
      provideCodeActions: ({ uri }, range) =>
        (shown.get(uri.fsPath) ?? [])
          .filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined)
          .flatMap(({ run, misfit, diagnostic }) => actionsOf(run, misfit, diagnostic)),
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
  return vscode.Disposable.from(collection, follow, fixes);
}

function actionsOf(run: MeasuredRun, { workgroupCount }: Misfit, diagnostic: vscode.Diagnostic): vscode.CodeAction[] {
  const action = (title: string, command: string, ...rest: readonly string[]): vscode.CodeAction => {
    const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    made.command = { title, command, arguments: [run.id, ...rest] };
    made.diagnostics = [diagnostic];
    return made;
  };
  const grid = workgroupCount?.split('=').at(-1);
  const use =
    workgroupCount === undefined || grid === undefined
      ? []
      : [action(vscode.l10n.t('Use the Matching Grid: {0} Workgroups', grid), USE_WORKGROUP_COUNT, workgroupCount)];
  for (const one of use) one.isPreferred = true;
  return [...use, action(vscode.l10n.t('Show What Was Verified'), 'ireeReplay.openRun')];
}

function diagnosticOf(run: MeasuredRun, { message, severity, kind, function: called }: Misfit, source: string): vscode.Diagnostic {
  const line = kernelLine(source, called);
  const text = source.split(/\r?\n/)[line] ?? '';
  const from = called === undefined ? -1 : text.indexOf(called);
  const range = from === -1 ? new vscode.Range(line, 0, line, Math.max(1, text.length)) : rangeOf(line, from, (called ?? '').length);
  const made = new vscode.Diagnostic(
    range,
    vscode.l10n.t('{0} (for {1})', message, path.basename(run.capture)),
    severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
  );
  made.source = 'IREE Replay';
  made.code = kind;
  return made;
}

const rangeOf = (line: number, from: number, length: number): vscode.Range => new vscode.Range(line, from, line, from + length);

/** As it is in the editor, which is what the ranges are about; empty where there is none. */
async function textOf(file: string): Promise<string> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === file);
  return open?.getText() ?? readFile(file, 'utf8').catch(() => '');
}
