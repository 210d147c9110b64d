/** Benchmark, Verify and Substitute: from the record tree, the palette and the list of runs. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { exportExecutable } from '../../engine/kernels/export';
import type { BenchmarkOptions } from '../../protocol/measurement/benchmark';
import type { EngineJobs } from '../../protocol/processes/engine';
import type { MeasuredJob, MeasuredRun } from '../../protocol/results/results';
import type { RunOptions } from '../../protocol/replay/run';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import type { CaptureEditors } from '../editors/capture/captureEditorProvider';
import type { Pages } from '../editors/page';
import type { ProfileEditors } from '../editors/profile/profileEditorProvider';
import type { Roofs } from '../editors/roofs';
import { askBisection, askSeriesOf } from './bisection';
import { changeComparison } from './changeComparison';
import { comparable, pickRun, runChoices } from './compareRuns';
import { pickCandidate } from './pickCandidate';
import { pickComparison } from './pickComparison';
import { pickOne } from './questions';
import { extractDispatch } from './shareCapture';
import { showRecord } from './showRecord';
import type { Devices } from '../devices/devices';
import type { MeasuredRuns } from '../runs/measuredRuns';
import { withWorkgroupCount } from '../runs/workgroupCounts';
import { subjectOf, subjectWords, type Subject } from './measureSubject';
import { runOptions } from '../runs/replaySettings';
import { registerProfiling } from './profileCommands';
import { createProfileRuns } from './profileRuns';
import { offerProfilesOf } from './removeProfiles';
import { createResultPanels } from '../editors/results/resultPanels';
import { createRunsView } from '../runs/runsView';
import { showCandidateFit, USE_WORKGROUP_COUNT } from '../candidates/candidateFit';
import { showCandidateDiagnostics } from '../candidates/candidateDiagnostics';
import { createSubstituteOnSave, type SubstituteOnSave, type WatchedCandidate } from '../candidates/substituteOnSave';
import { showVerdictsInSources } from '../candidates/verdictLens';
import { verdictWords } from '../candidates/verdictWords';
import { showWatchedInStatusBar } from '../candidates/watchedStatus';
import { executableOf } from './chosenExecutable';
import { sayNative } from './sayNative';
import { substitutionOf } from './substitutionOf';
import { targetEditor, targetKey } from './targetRow';

/** Verifies a capture against another: both paths. */
export const VERIFY_AGAINST_CAPTURE = 'ireeReplay.verifyAgainstCapture';

/** What menus pass: a webview's row, a run of the list, a file, or nothing. */
type Target =
  | string
  | vscode.Uri
  | { readonly ireeReplayEditor?: unknown; readonly ireeReplayKey?: unknown; readonly ireeReplayCandidate?: unknown }
  | undefined;

/** Returns what watches candidates. */
export function registerMeasuring(
  context: vscode.ExtensionContext,
  editors: CaptureEditors,
  profileEditors: ProfileEditors,
  pages: Pages,
  roofs: Roofs,
  runs: MeasuredRuns,
  devices: Devices,
  log: vscode.LogOutputChannel,
): SubstituteOnSave {
  const profiles = createProfileRuns(runs, profileEditors, (run) => panels.show(run));

  const launch = async <Job extends MeasuredJob>(
    job: Job,
    { document }: CaptureEditor,
    subject: string,
    options: (run: RunOptions) => EngineJobs[Job]['options'],
  ): Promise<void> => {
    const summary = await document.whenComplete();
    if (summary === undefined) return;
    const { settings, path: file } = document;
    // What is verified or substituted is the captured executable.
    const chosen = job === 'benchmark' ? settings : { ...settings, substitutions: [] };
    const run = runOptions(file, summary.devices, chosen, { kind: 'capture' });
    const started = runs.start({ job, capture: file, subject, settings, options: options(run) });
    panels.show(started.run as MeasuredRun);
    await started.ended;
  };

  const benchmark = (editor: CaptureEditor, subject: Subject): Promise<void> => {
    const single = subject.kind === 'dispatch' || subject.kind === 'executable';
    if (single && editor.document.settings.engine === 'iree') return sayNative('dispatches');
    return launch('benchmark', editor, subjectWords(subject), (run) => ({ run, ...whatToTime(editor, subject), ...howLong(editor) }));
  };

  const substitute = async (editor: CaptureEditor, subject: Subject, target: Target): Promise<void> => {
    const executable = await executableOf(editor, subject);
    if (executable === undefined) return;
    const given = typeof target === 'object' && 'ireeReplayCandidate' in target ? target.ireeReplayCandidate : undefined;
    const file = typeof given === 'string' ? given : await pickCandidate(executable);
    if (file === undefined) return;
    const { subject: words, optionsOf } = substitutionOf(executable, file);
    await launch('substitute', editor, words, optionsOf);
  };

  const bisect = async (editor: CaptureEditor, subject: Subject): Promise<void> => {
    const asked = await askBisection(editor, subject);
    if (asked !== undefined) await launch('bisect', editor, asked.subject, asked.optionsOf);
  };

  const verify = async (editor: CaptureEditor, subject: Subject): Promise<void> => {
    const how = await pickComparison(editor, subject, devices);
    if (how !== undefined) await launch('verify', editor, how.words, how.options);
  };

  const exportTo = async (editor: CaptureEditor, subject: Subject): Promise<void> => {
    const { capture, summary, path: file } = editor.document;
    const id = await executableOf(editor, subject);
    const executable = summary?.executables.find((one) => one.id === id);
    if (capture === undefined || executable === undefined) return;
    const options = {
      title: vscode.l10n.t('Folder for Executable {0}', executable.id),
      canSelectFolders: true,
      canSelectFiles: false,
      openLabel: vscode.l10n.t('Export'),
    };
    const folder = (await vscode.window.showOpenDialog(options))?.[0];
    if (folder === undefined) return;
    const written = await exportExecutable(capture, file, executable, folder.fsPath, vscode.workspace.isTrusted);
    log.info(`wrote ${written.join(', ')}`);
    const recipe = written.at(-1);
    if (recipe !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(recipe));
  };

  const compare = async (run: MeasuredRun, selected?: MeasuredRun): Promise<void> => {
    await runs.load();
    const other = selected ?? (await pickRun(run, runs.all));
    const pair = other === undefined ? undefined : comparable(run, other);
    if (pair !== undefined) panels.show(pair.after, pair.before);
    else if (other !== undefined)
      void vscode.window.showInformationMessage(vscode.l10n.t('Only two benchmarks, or two substitutions, can be compared.'));
  };

  /** What is watched is substituted with that grid from now on. */
  const tryWorkgroupCount = (run: MeasuredRun, workgroupCount: string): void => {
    const again = withWorkgroupCount(run, workgroupCount);
    if (again === undefined) return;
    const started = runs.repeat(again).run as MeasuredRun;
    if (onSave.isOn(run)) {
      onSave.toggle(run);
      onSave.toggle(started);
    }
    panels.show(started);
  };

  const onSave = createSubstituteOnSave(runs, (capture, id) => {
    const { summary } = editors.ofFile(vscode.Uri.file(capture))?.document ?? {};
    return summary?.executables.find((one) => one.id === id)?.functions ?? [];
  });
  const panels = createResultPanels(
    context,
    runs,
    {
      openRecord: async (capture, record, via) => {
        await showRecord(editors, capture, record, via);
      },
      extractDispatch: async (capture, record, via) => {
        await showRecord(editors, capture, record, via);
        const document = editors.ofFile(vscode.Uri.file(capture))?.document;
        if (document !== undefined) await extractDispatch(editors.runs, document, record, via);
      },
      bisect: async (capture, record, via) => {
        const editor = await showRecord(editors, capture, record, via);
        if (editor !== undefined) await bisect(editor, await subjectOf(editor, String(record)));
      },
      compare,
      choices: (run) => runChoices(run, runs.all),
      chooseCandidate: async (run) => {
        if (run.job === 'bisect') {
          const asked = await askSeriesOf(run);
          if (asked !== undefined)
            panels.show(runs.start({ ...run, subject: asked.subject, options: asked.optionsOf(run.options.run) }).run);
        }
        if (run.job !== 'substitute') return;
        const [first] = run.options.candidates;
        const selector = first?.substitutions[0]?.split('=')[0] ?? '';
        const file = await pickCandidate(selector);
        if (file === undefined) return;
        const candidates = [{ name: path.basename(file), substitutions: [`${selector}=${file}`] }];
        const subject = `${path.basename(file)} for executable ${selector}`;
        panels.show(runs.start({ ...run, subject, options: { ...run.options, candidates } }).run);
      },
      changeComparison: async (run) => {
        const again = await changeComparison(run);
        if (again !== undefined) panels.show(runs.repeat(again).run as MeasuredRun);
      },
      tryWorkgroupCount,
      breakDown: (run) => {
        if (run.job !== 'benchmark') return;
        panels.show(runs.repeat({ ...run, options: { ...run.options, breakdown: true } }).run as MeasuredRun);
      },
      repeat: (run) => {
        if (run.job === 'run') void profiles.repeat(run);
        else panels.show(runs.repeat(run).run as MeasuredRun);
      },
      openProfile: async (run) => {
        if (run.job === 'run') await profiles.open(run);
      },
      isOnSave: (run) => onSave.isOn(run),
      toggleOnSave: (run) => onSave.toggle(run),
      onSaveChanged: onSave.onChange,
    },
    pages,
    roofs,
    log,
  );
  context.subscriptions.push(
    onSave,
    showVerdictsInSources(onSave),
    showCandidateFit(runs),
    vscode.commands.registerCommand(USE_WORKGROUP_COUNT, (id: unknown, workgroupCount: unknown) => {
      const run = typeof id === 'string' ? runs.byId(id) : undefined;
      if (run !== undefined && typeof workgroupCount === 'string') tryWorkgroupCount(run, workgroupCount);
    }),
    showWatchedInStatusBar(onSave),
    showCandidateDiagnostics(runs),
    createRunsView(runs),
  );

  const register = (name: string, act: (target: Target) => unknown): void => {
    context.subscriptions.push(vscode.commands.registerCommand(`ireeReplay.${name}`, act));
  };
  const onSubject = (name: string, act: (editor: CaptureEditor, subject: Subject, target: Target) => Promise<void>): void =>
    register(name, async (target) => {
      const editor = targetEditor(editors, target);
      if (editor !== undefined) await act(editor, await subjectOf(editor, targetKey(editor, target)), target);
    });
  onSubject('benchmark', benchmark);
  onSubject('verify', verify);
  context.subscriptions.push(
    vscode.commands.registerCommand(VERIFY_AGAINST_CAPTURE, async (capture: unknown, other: unknown) => {
      if (typeof capture !== 'string' || typeof other !== 'string') return;
      const editor = await showRecord(editors, capture);
      if (editor !== undefined)
        await launch('verify', editor, `against ${path.basename(other)}`, (run) => ({ run, againstCapture: other }));
    }),
  );
  onSubject('substituteExecutable', substitute);
  onSubject('bisect', bisect);
  onSubject('exportExecutable', exportTo);
  register('benchmarkCapture', async (target) => {
    const editor = target instanceof vscode.Uri ? await showRecord(editors, target.fsPath) : targetEditor(editors, target);
    if (editor !== undefined) await benchmark(editor, { kind: 'capture' });
  });

  const runOf = (target: Target): MeasuredRun | undefined => (typeof target === 'string' ? runs.byId(target) : panels.active());
  const onRun = (name: string, act: (run: MeasuredRun) => unknown): void =>
    register(name, (target) => {
      const run = runOf(target);
      if (run !== undefined) act(run);
    });
  onRun('openRun', (run) => (run.job === 'run' ? profiles.open(run) : panels.show(run)));
  onRun('compareRun', (run) => compare(run));
  onRun('repeatRun', (run) => (run.job === 'run' ? profiles.repeat(run) : panels.show(runs.repeat(run).run as MeasuredRun)));
  register('exportReport', (target) => panels.exportReport(typeof target === 'string' ? runs.byId(target) : undefined));
  onRun('substituteOnSave', (run) => onSave.toggle(run));
  /** Of the list, all runs that are selected: a view passes the one under the pointer, then the selection. */
  const onRuns = (name: string, act: (runs: readonly MeasuredRun[]) => unknown): void => {
    context.subscriptions.push(
      vscode.commands.registerCommand(`ireeReplay.${name}`, (target: Target, selected?: readonly string[]) => {
        const one = runOf(target);
        return act(selected?.flatMap((id) => runs.byId(id) ?? []) ?? (one === undefined ? [] : [one]));
      }),
    );
  };
  onRuns('cancelRun', (chosen) => chosen.forEach(({ id }) => runs.cancel(id)));
  onRuns('removeRun', (chosen) => {
    for (const { id } of chosen) runs.remove(id);
    return offerProfilesOf(chosen, runs.profiles);
  });
  onRuns('compareSelectedRuns', async (chosen) => {
    const [one, other, ...more] = chosen;
    if (one !== undefined && other !== undefined && more.length === 0) await compare(one, other);
    else void vscode.window.showInformationMessage(vscode.l10n.t('Select two runs to compare.'));
  });
  registerProfiling(context, editors, profileEditors, runs, profiles, () => panels.active());
  /** Of the candidates that are watched the one that is meant, the only one, or the one that the user picks. */
  const watchedOf = async (target: Target, title: string): Promise<WatchedCandidate | undefined> => {
    const { watched } = onSave;
    if (typeof target === 'string') return watched.find(({ id }) => id === target);
    if (watched.length <= 1) return watched[0];
    const items = watched.map((candidate) => {
      const { verdict, against } = verdictWords(candidate, false);
      return { label: path.basename(candidate.files[0] ?? ''), description: `${verdict}: ${against}`, candidate };
    });
    return (await pickOne(items, { title }))?.candidate;
  };
  register('openWatchedRun', async (target) => {
    const found = await watchedOf(target, vscode.l10n.t('Open Watched Substitution'));
    if (found?.run !== undefined) panels.show(found.run);
    else if (found?.files[0] !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(found.files[0]));
  });
  register('stopSubstituteOnSave', async (target) => {
    const found = await watchedOf(target, vscode.l10n.t('Stop Substituting on Save'));
    if (found !== undefined) onSave.end(found.id);
  });
  return onSave;
}

/** Of IREE's tools there is a mean a repetition. */
const IREE_REPETITIONS = 10;

/** Scopes or dispatches of the subject; without scopes the capture as a whole. */
function whatToTime(
  { document }: CaptureEditor,
  subject: Subject,
): { readonly scopes?: readonly string[]; readonly dispatches?: readonly string[] } {
  switch (subject.kind) {
    case 'capture': {
      const scopes = document.summary?.scopes.map(({ name }) => name) ?? [];
      if (document.settings.engine === 'iree') return { scopes };
      return scopes.length > 0 ? { scopes: ['*'] } : {};
    }
    case 'scope':
      return { scopes: [subject.name] };
    case 'dispatch':
      return { dispatches: [String(subject.record)] };
    case 'executable':
      return { dispatches: [`executable:${subject.executable.id}`] };
  }
}

function howLong({ document }: CaptureEditor): Pick<BenchmarkOptions, 'minTime' | 'repetitions'> {
  const seconds = vscode.workspace.getConfiguration('ireeReplay').get('benchmark.seconds', 0.5);
  if (document.settings.engine === 'native') return { minTime: { seconds } };
  return { minTime: { seconds: seconds / IREE_REPETITIONS }, repetitions: IREE_REPETITIONS };
}
