/** A bisection as a run: of which series, and by what. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { isSource } from '../../engine/kernels/substitutes';
import type { BisectBy, BisectOptions } from '../../protocol/measurement/bisection';
import type { EngineJobs } from '../../protocol/processes/engine';
import type { RunOf } from '../../protocol/results/results';
import type { RunOptions } from '../../protocol/replay/run';
import { hasIreeTools } from '../devices/installedTools';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import { membersIn, pickSeries } from './bisectSeries';
import { executableOf } from './chosenExecutable';
import type { Subject } from './measureSubject';
import { pickOne } from './questions';
import { sayNative } from './sayNative';

export interface AskedBisection {
  /** "5 builds for executable 4", "3 versions of IREE". */
  readonly subject: string;
  readonly optionsOf: (run: RunOptions) => EngineJobs['bisect']['options'];
}

/** Asks of what series, in place of what, and by what; undefined when the user wants none. */
export async function askBisection(editor: CaptureEditor, subject: Subject): Promise<AskedBisection | undefined> {
  const items = [
    {
      label: vscode.l10n.t('Builds of a Kernel…'),
      description: vscode.l10n.t('Executables or sources to use in place of the captured one, one after another'),
      pick: 'builds',
    },
    {
      label: vscode.l10n.t('Versions of IREE…'),
      description: vscode.l10n.t("Folders of installed environments, each with IREE's tools"),
      pick: 'installations',
    },
  ] as const;
  const picked = await pickOne(items, { title: vscode.l10n.t('What Do You Want to Bisect?') });
  const { path: capture, settings } = editor.document;
  if (picked === undefined) return undefined;
  if (picked.pick === 'installations') return askInstallations(path.dirname(capture), undefined);
  if (settings.engine === 'iree') {
    await sayNative('builds');
    return undefined;
  }
  const executable = await executableOf(editor, subject);
  return executable === undefined ? undefined : askBuilds(executable, path.dirname(capture), undefined);
}

/** Asks for another series in place of that of a run. */
export function askSeriesOf({ capture, options }: RunOf<'bisect'>): Promise<AskedBisection | undefined> {
  const folder = path.dirname(capture);
  return options.kernel === undefined ? askInstallations(folder, options) : askBuilds(options.kernel, folder, options);
}

async function askBuilds(executable: string, folder: string, before: BisectOptions | undefined): Promise<AskedBisection | undefined> {
  const isBuild = (file: string): boolean => isSource(file) || path.extname(file) === '.so';
  const builds = await askSeries(
    vscode.l10n.t('Folder with the Builds'),
    folder,
    (at, entry) => (entry.isFile() || entry.isSymbolicLink()) && isBuild(at),
    (where) => vscode.l10n.t('{0} has fewer than two builds: executables (.so) or sources, in it or in its immediate subfolders.', where),
    before?.builds,
  );
  const by = builds === undefined ? undefined : await pickBy(['outputs', 'time', 'end']);
  if (builds === undefined || by === undefined) return undefined;
  return {
    subject: vscode.l10n.t('{0} builds for executable {1}', builds.length, executable),
    optionsOf: (run) => ({ ...comparedAs(before), run, builds: [...builds], kernel: executable, by, ...howLong(by) }),
  };
}

async function askInstallations(folder: string, before: BisectOptions | undefined): Promise<AskedBisection | undefined> {
  const installations = await askSeries(
    vscode.l10n.t('Folder of IREE Versions'),
    folder,
    hasIreeTools,
    (where) => vscode.l10n.t('{0} has fewer than two installations of IREE (environments with bin/iree-run-replay).', where),
    before?.installations,
  );
  const by = installations === undefined ? undefined : await pickBy(['end', 'outputs', 'time']);
  if (installations === undefined || by === undefined) return undefined;
  return {
    subject: vscode.l10n.t('{0} versions of IREE', installations.length),
    optionsOf: (run) => {
      // The series says which IREE it is.
      const { iree, ...others } = run;
      return { ...comparedAs(before), run: iree === undefined ? run : others, installations: [...installations], by, ...howLong(by) };
    },
  };
}

async function askSeries(
  title: string,
  folder: string,
  isMember: Parameters<typeof membersIn>[1],
  tooFew: (folder: string) => string,
  before: readonly string[] = [],
): Promise<readonly string[] | undefined> {
  const [picked] =
    (await vscode.window.showOpenDialog({
      title,
      canSelectFolders: true,
      canSelectFiles: false,
      defaultUri: vscode.Uri.file(before[0] === undefined ? folder : path.dirname(before[0])),
      openLabel: vscode.l10n.t('Use Folder'),
    })) ?? [];
  if (picked === undefined) return undefined;
  const members = await membersIn(picked.fsPath, isMember);
  if (members.length >= 2) return pickSeries(picked.fsPath, members, new Set(before));
  void vscode.window.showWarningMessage(tooFew(picked.fsPath));
  return undefined;
}

/** What has to be as it is with the good one; undefined when the user wants none. */
async function pickBy(offered: readonly BisectBy[]): Promise<BisectBy | undefined> {
  const words: Readonly<Record<BisectBy, readonly [label: string, description: string]>> = {
    outputs: [vscode.l10n.t('Outputs'), vscode.l10n.t('The first whose results differ')],
    time: [
      vscode.l10n.t('Time'),
      vscode.l10n.t('Finds the first whose speed differs: each is measured alternately with the good one. Needs a quiet machine'),
    ],
    end: [vscode.l10n.t('End of the Replay'), vscode.l10n.t('The first that fails or crashes')],
  };
  const items = offered.map((by) => ({ label: words[by][0], description: words[by][1], by }));
  return (await pickOne(items, { title: vscode.l10n.t('What Changes Across the Series') }))?.by;
}

/** As the user has said of an earlier one. */
const comparedAs = (before: BisectOptions | undefined): Pick<BisectOptions, 'type' | 'tolerance'> => ({
  ...(before?.type === undefined ? {} : { type: before.type }),
  ...(before?.tolerance === undefined ? {} : { tolerance: before.tolerance }),
});

/** Of each measurement, where something is measured. */
const howLong = (by: BisectBy): Pick<BisectOptions, 'seconds'> =>
  by === 'time' ? { seconds: vscode.workspace.getConfiguration('ireeReplay').get('substitute.seconds', 30) } : {};
