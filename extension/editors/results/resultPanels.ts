/** Tabs that show measured runs, one for each. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { contentChangesOf } from '../../../engine/history/contentChanges';
import { historyOf } from '../../../engine/history/rowHistory';
import { isRecord } from '../../../protocol/base/isRecord';
import type { GoneRun, KeptPanel, MeasuredRun, ResultsHost, ResultsWebview, RunChoice, ShownRun } from '../../../protocol/results/results';
import type { PageContents, Pages } from '../page';
import type { Roofs } from '../roofs';
import { createKeyedPanels, fileHandlers, type KeyedTab } from '../keyedPanels';
import { asking } from '../saveAs';
import type { MeasuredRuns } from '../../runs/measuredRuns';
import { JOB_NAMES } from '../../runs/runOutcome';
import { concerns } from './concerns';
import { exportReport } from './exportReport';
import { openCompilerSetting, pickCompiler } from './missingCompiler';

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

const TITLE = vscode.l10n.t('IREE Replay');

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
  const shownIn = new WeakMap<vscode.WebviewPanel, () => ShownRun | GoneRun>();

  const shownOf = (run: MeasuredRun, compared?: MeasuredRun): ShownRun => {
    const common = { run, history: historyOf(run, runs.all), onSave: actions.isOnSave(run) };
    const changes = contentChangesOf(run, runs.all);
    if (compared === undefined) return { ...common, ...(changes === undefined ? {} : { changes }) };
    return { ...common, compared, comparedHistory: historyOf(compared, runs.all), choices: actions.choices(run) };
  };

  const show = (run: MeasuredRun, compared?: MeasuredRun): void =>
    panels.show({ run: run.id, ...(compared === undefined ? {} : { compared: compared.id }) });

  const fill = (tab: KeyedTab<KeptPanel>): void => {
    const { panel } = tab;
    /** A run that is removed while its tab is open stays in it. */
    const seen = new Map<string, MeasuredRun>();
    const find = (id: string): MeasuredRun | undefined => {
      const run = runs.byId(id) ?? seen.get(id);
      if (run !== undefined) seen.set(id, run);
      return run;
    };
    const shown = (): ShownRun | GoneRun => {
      const ids = tab.shown;
      const run = find(ids.run);
      const compared = ids.compared === undefined ? undefined : find(ids.compared);
      if (run === undefined || (ids.compared !== undefined && compared === undefined)) return { gone: GONE };
      return shownOf(run, compared);
    };
    shownIn.set(panel, shown);
    const now = (): MeasuredRun => {
      const run = find(tab.shown.run);
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
      cancel: () => runs.cancel(tab.shown.run),
      compare: (_, signal) => asking(actions.compare(now()), signal),
      compareRuns: ({ a, b }) => {
        const next = { run: b, compared: a };
        if (runs.byId(a) === undefined || runs.byId(b) === undefined || a === b || panels.has(next)) return;
        tab.choose(next);
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
      exportReport: (_, signal) => asking(exportReport(context, roofs, shown()), signal),
      ...fileHandlers(() => path.dirname(now().capture)),
      showOutput: () => log.show(),
    };
    const page = pages.fill<ResultsHost, ResultsWebview>(panel, { name: 'results', title: TITLE, handlers });
    const tell = (): void => page.tell.changed(shown());
    page.own(
      runs.onChange((run) => concerns(tab.shown, run) && tell()),
      actions.onSaveChanged(tell),
      roofs.onChange(() => page.tell.roofChanged(undefined)),
    );
  };

  const panels = createKeyedPanels<KeptPanel>(context, {
    view: 'ireeReplay.results',
    titleOf: ({ run: id, compared }) => {
      const run = runs.byId(id);
      return run === undefined ? TITLE : titleOf(run, compared === undefined ? undefined : runs.byId(compared));
    },
    keptOf: idsOf,
    fill,
  });

  return {
    show,
    active() {
      const tab = panels.active();
      return tab === undefined ? undefined : runs.byId(tab.shown.run);
    },
    async exportReport(run) {
      await runs.load();
      const tab = panels.active();
      const active = tab === undefined ? undefined : shownIn.get(tab.panel);
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
