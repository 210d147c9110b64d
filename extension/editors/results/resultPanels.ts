/** Tabs that show measured runs, one for each. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { contentChangesOf } from '../../../engine/history/contentChanges';
import { historyOf } from '../../../engine/history/rowHistory';
import { isRecord } from '../../../protocol/base/isRecord';
import type { GoneRun, KeptPanel, MeasuredRun, ResultsHost, ResultsWebview, RunChoice, ShownRun } from '../../../protocol/results/results';
import type { PageContents, Pages } from '../page';
import type { Roofs } from '../roofs';
import { copyText } from '../copyText';
import { asking, saveAs } from '../saveAs';
import type { MeasuredRuns } from '../../runs/measuredRuns';
import { JOB_NAMES } from '../../runs/runOutcome';
import { concerns } from './concerns';
import { exportReport } from './exportReport';
import { openCompilerSetting, pickCompiler } from './missingCompiler';

const VIEW = 'ireeReplay.results';

export interface ResultPanels {
  /** Shows a run; beside an earlier one where that is given. */
  show(run: MeasuredRun, compared?: MeasuredRun): void;
  /** The run whose tab is active. */
  active(): MeasuredRun | undefined;
  /** Exports a report of a run; without one, of what the active tab shows. */
  exportReport(run?: MeasuredRun): Promise<void>;
}

/** What a tab asks of the rest of the extension. */
export interface ResultActions {
  openRecord(capture: string, record: number, via: number | undefined): Promise<void>;
  extractDispatch(capture: string, record: number, via: number | undefined): Promise<void>;
  bisect(capture: string, record: number, via: number | undefined): Promise<void>;
  chooseCandidate(run: MeasuredRun): Promise<void>;
  compare(run: MeasuredRun): Promise<void>;
  /** The runs that this one can be compared with, and itself, the latest first. */
  choices(run: MeasuredRun): readonly RunChoice[];
  changeComparison(run: MeasuredRun): Promise<void>;
  tryWorkgroupCount(run: MeasuredRun, workgroupCount: string): void;
  breakDown(run: MeasuredRun): void;
  /** Runs it again, and shows that. */
  repeat(run: MeasuredRun): void;
  /** Opens what it has recorded. */
  openProfile(run: MeasuredRun): Promise<void>;
  isOnSave(run: MeasuredRun): boolean;
  toggleOnSave(run: MeasuredRun): void;
  readonly onSaveChanged: vscode.Event<void>;
}

/** Why a tab that was restored has nothing to show. */
const GONE = 'It was removed, or gave way to later runs. The Runs view lists those that are kept.';

export function createResultPanels(
  context: vscode.ExtensionContext,
  runs: MeasuredRuns,
  actions: ResultActions,
  pages: Pages,
  roofs: Roofs,
  log: vscode.LogOutputChannel,
): ResultPanels {
  const open = new Map<string, vscode.WebviewPanel>();
  const shownIn = new Map<vscode.WebviewPanel, () => ShownRun | GoneRun>();
  const keyOf = ({ run, compared }: KeptPanel): string => (compared === undefined ? run : `${compared} ${run}`);

  const shownOf = (run: MeasuredRun, compared?: MeasuredRun): ShownRun => {
    const common = { run, history: historyOf(run, runs.all), onSave: actions.isOnSave(run) };
    const changes = contentChangesOf(run, runs.all);
    if (compared === undefined) return { ...common, ...(changes === undefined ? {} : { changes }) };
    return { ...common, compared, comparedHistory: historyOf(compared, runs.all), choices: actions.choices(run) };
  };

  const show = (run: MeasuredRun, compared?: MeasuredRun): void => {
    const ids = { run: run.id, ...(compared === undefined ? {} : { compared: compared.id }) };
    const there = open.get(keyOf(ids));
    if (there !== undefined) {
      there.reveal();
      return;
    }
    fill(vscode.window.createWebviewPanel(VIEW, titleOf(run, compared), vscode.ViewColumn.Active), ids);
  };

  /** Lives as long as the panel. */
  const fill = (panel: vscode.WebviewPanel, first: KeptPanel): void => {
    let ids = first;
    const media = (name: string): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, 'media', name);
    panel.iconPath = { light: media('capture-light.svg'), dark: media('capture-dark.svg') };
    open.set(keyOf(ids), panel);
    /** A run that is removed while its tab is open stays in it. */
    const seen = new Map<string, MeasuredRun>();
    const find = (id: string): MeasuredRun | undefined => {
      const run = runs.byId(id) ?? seen.get(id);
      if (run !== undefined) seen.set(id, run);
      return run;
    };
    const shown = (): ShownRun | GoneRun => {
      const run = find(ids.run);
      const compared = ids.compared === undefined ? undefined : find(ids.compared);
      if (run === undefined || (ids.compared !== undefined && compared === undefined)) return { gone: GONE };
      return shownOf(run, compared);
    };
    shownIn.set(panel, shown);
    const now = (): MeasuredRun => {
      const run = find(ids.run);
      if (run === undefined) throw new Error(GONE);
      return run;
    };
    const handlers: PageContents<ResultsHost>['handlers'] = {
      start: async () => {
        await runs.load();
        return shown();
      },
      roof: () => roofs.known(now().capture),
      measureRoof: () => roofs.measure(),
      giveOperations: ({ functions }, signal) => asking(roofs.give(now().capture, functions), signal),
      openRecord: ({ record, via }) => actions.openRecord(now().capture, record, via),
      extractDispatch: ({ record, via }, signal) => asking(actions.extractDispatch(now().capture, record, via), signal),
      bisect: ({ record, via }, signal) => asking(actions.bisect(now().capture, record, via), signal),
      openSource: async ({ file, line, column }) => {
        const at = new vscode.Position(line - 1, column - 1);
        await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
      },
      repeat: () => actions.repeat(now()),
      openProfile: () => actions.openProfile(now()),
      cancel: () => runs.cancel(ids.run),
      compare: (_, signal) => asking(actions.compare(now()), signal),
      compareRuns: ({ a, b }) => {
        const [before, after] = [runs.byId(a), runs.byId(b)];
        const next = { run: b, compared: a };
        if (before === undefined || after === undefined || a === b || open.has(keyOf(next))) return;
        open.delete(keyOf(ids));
        ids = next;
        open.set(keyOf(ids), panel);
        panel.title = titleOf(after, before);
        tell();
      },
      chooseCandidate: (_, signal) => asking(actions.chooseCandidate(now()), signal),
      changeComparison: (_, signal) => asking(actions.changeComparison(now()), signal),
      tryWorkgroupCount: ({ workgroupCount }) => actions.tryWorkgroupCount(now(), workgroupCount),
      breakDown: () => actions.breakDown(now()),
      toggleOnSave: () => actions.toggleOnSave(now()),
      pickCompiler: async (_, signal) => {
        const picking = pickCompiler(now());
        await asking(
          picking.then(() => undefined),
          signal,
        );
        if (await picking) show(runs.repeat(now()).run as MeasuredRun);
      },
      openCompilerSetting: () => openCompilerSetting(now()),
      copyText,
      exportReport: (_, signal) => asking(exportReport(context, roofs, shown()), signal),
      save: ({ name, bytes }, signal) => asking(saveAs(path.dirname(now().capture), name, bytes), signal),
      showOutput: () => log.show(),
    };
    const page = pages.fill<ResultsHost, ResultsWebview>(panel, { name: 'results', title: vscode.l10n.t('IREE Replay'), handlers });
    const tell = (): void => page.tell.changed(shown());
    page.own(
      runs.onChange((run) => concerns(ids, run) && tell()),
      actions.onSaveChanged(tell),
      roofs.onChange(() => page.tell.roofChanged(undefined)),
    );
    panel.onDidDispose(() => {
      open.delete(keyOf(ids));
      shownIn.delete(panel);
    });
  };

  context.subscriptions.push(
    vscode.window.registerWebviewPanelSerializer(VIEW, {
      deserializeWebviewPanel(panel, state: unknown) {
        fill(panel, idsOf(state));
        return Promise.resolve();
      },
    }),
  );

  return {
    show,
    active() {
      const id = [...open]
        .find(([, panel]) => panel.active)?.[0]
        .split(' ')
        .at(-1);
      return id === undefined ? undefined : runs.byId(id);
    },
    async exportReport(run) {
      await runs.load();
      const active = [...shownIn].find(([panel]) => panel.active)?.[1];
      const chosen = run === undefined ? active?.() : shownOf(run);
      if (chosen !== undefined) await exportReport(context, roofs, chosen);
    },
  };
}

/** With the time of day: the same is run again and again, each time in a tab of its own. */
function titleOf(run: MeasuredRun, compared: MeasuredRun | undefined): string {
  const time = ({ started }: MeasuredRun): string => new Date(started).toLocaleTimeString();
  const words = `${compared === undefined ? JOB_NAMES[run.job] : 'Compare'}: ${run.subject}`;
  return `${words}, ${compared === undefined ? '' : `${time(compared)} and `}${time(run)}`;
}

/** What the page of a tab had kept (KeptPanel); of a page that had not come so far, a run that is not there. */
function idsOf(state: unknown): KeptPanel {
  const { run, compared } = isRecord(state) ? state : {};
  return { run: typeof run === 'string' ? run : '', ...(typeof compared === 'string' ? { compared } : {}) };
}
