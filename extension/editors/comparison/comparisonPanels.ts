/** Tabs that show two profiles side by side, one for each pair. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { comparedHotspots, readComparison, type ReadComparison } from '../../../engine/jobs/comparedProfiles';
import { comparisonPage } from '../../../engine/jobs/comparisonPage';
import { questionFigures } from '../../../engine/rendering/questionFigures';
import type { ProfileSummary } from '../../../protocol/profile/profile';
import { isRecord } from '../../../protocol/base/isRecord';
import { ProblemError } from '../../../protocol/base/problemOf';
import type {
  ComparedProfiles,
  ComparedSide,
  ComparisonHost,
  ComparisonWebview,
  KeptComparison,
} from '../../../protocol/profile/profileComparison';
import type { MemoryBudget } from '../../captures/memoryBudget';
import type { PageContents, Pages } from '../page';
import { createKeyedPanels, fileHandlers, type KeyedPanels, type KeyedTab } from '../keyedPanels';
import { asking } from '../saveAs';
import { saveReport } from '../saveReport';
import { createComparedDocuments } from './comparedDocuments';
import { browseProfiles, profilesOfWorkspace } from './profileFiles';

export interface ComparisonPanels extends Pick<KeyedPanels<KeptComparison>, 'show'> {
  /** Writes what the active tab compares as a page for people without the extension. */
  exportReport(): Promise<void>;
}

/** Opens a profile in its editor, at a record of its capture where one is given. */
export type OpenProfile = (file: string, record: number | undefined) => Promise<void>;

export interface ComparisonPanelsOptions {
  readonly pages: Pages;
  /** Of all profiles that are open together. */
  readonly budget: MemoryBudget;
  readonly openProfile: OpenProfile;
  /** Opens the capture of a profile at a record; says why where it cannot. */
  readonly openRecord: (file: string, capture: ProfileSummary['capture'], record: number) => Promise<void>;
}

export function createComparisonPanels(
  context: vscode.ExtensionContext,
  { pages, budget, openProfile, openRecord }: ComparisonPanelsOptions,
): ComparisonPanels {
  const exportReport = async ({ shown }: KeyedTab<KeptComparison>, signal?: AbortSignal): Promise<void> => {
    const webview = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview').fsPath;
    const name = titleOf(shown).replaceAll(/[^\w.-]+/g, '-');
    await saveReport(path.dirname(shown.b), `${name}.html`, await comparisonPage(shown, webview, signal));
  };
  const fill = (tab: KeyedTab<KeptComparison>): void => {
    const { panel } = tab;
    let read: ReadComparison | undefined;
    const fileOf = (side: ComparedSide): string => (side === 'a' ? tab.shown.before.at(-1) : tab.shown.b) ?? '';
    const documents = createComparedDocuments({
      ...{ budget, fileOf, shown: () => panel.visible },
      sameCapture: () => read?.compared.matchedBy === 'record',
    });

    const compared = async (signal: AbortSignal): Promise<ComparedProfiles> => {
      if (tab.shown.before.length === 0)
        throw new ProblemError({
          severity: 'error',
          code: 'NOT_FOUND',
          message: 'The profiles of this tab are not known any more. Compare them again.',
        });
      read ??= await readComparison(tab.shown, signal);
      return { ...read.compared, choices: await profilesOfWorkspace() };
    };
    const choose = (next: KeptComparison, signal: AbortSignal): Promise<ComparedProfiles> => {
      tab.choose(next);
      read = undefined;
      documents.close();
      return compared(signal);
    };
    const handlers: PageContents<ComparisonHost>['handlers'] = {
      ...fileHandlers(() => path.dirname(tab.shown.b)),
      start: (_, signal) => compared(signal),
      samples: ({ key, record }) => read?.samplesOf(key, record) ?? { a: [], b: [] },
      timelines: (_, signal) => documents.timelines(signal),
      windows: async ({ side, ...params }, signal) => (await documents.of(side)).windows(params, signal),
      details: async ({ side, ...slice }, signal) => (await documents.of(side)).details(slice, signal),
      neighbour: async ({ side, ...params }) => (await documents.of(side)).neighbour(params),
      sliceAt: async ({ side, ...params }) => (await documents.of(side)).sliceAt(params),
      begun: async ({ side, ...run }, signal) => (await documents.of(side)).begun(run, signal),
      occurrences: async ({ side, ...params }, signal) => (await documents.of(side)).occurrences(params, signal),
      figures: ({ question }, signal) => questionFigures(fileOf('a'), fileOf('b'), question, signal),
      hotspots: (_, signal) => comparedHotspots(fileOf('a'), fileOf('b'), signal),
      choose: (next, signal) => choose(next, signal),
      addEarlier: (_, signal) =>
        asking(
          browseProfiles(true, path.dirname(tab.shown.b)).then((chosen) => {
            const { before, b } = tab.shown;
            const added = chosen.filter((file) => !before.includes(file) && file !== b);
            // The last one stays A: what is added says how far runs of its code are from each other.
            return added.length === 0 ? undefined : choose({ before: [...added, ...before], b }, signal);
          }),
          signal,
        ),
      openProfile: ({ path: file, record }) => openProfile(file, record),
      async openRecord({ side, record }) {
        const { capture } = await (await documents.of(side)).summary();
        await openRecord(fileOf(side), capture, record);
      },
      async openBoth({ record }) {
        await openProfile(fileOf('a'), record);
        await vscode.commands.executeCommand('workbench.action.newGroupBelow');
        await openProfile(fileOf('b'), record);
      },
      exportReport: (_, signal) => asking(exportReport(tab, signal), signal),
    };
    pages.fill<ComparisonHost, ComparisonWebview>(panel, { name: 'comparison', title: vscode.l10n.t('IREE Profiles'), handlers });
    panel.onDidDispose(() => documents.dispose());
  };
  const panels = createKeyedPanels(context, { view: 'ireeReplay.comparison', titleOf, keptOf, fill });
  return {
    show: (pair) => panels.show(pair),
    async exportReport() {
      const tab = panels.active();
      if (tab !== undefined) await exportReport(tab);
    },
  };
}

function titleOf({ before, b }: KeptComparison): string {
  const name = (file: string): string => path.basename(file, '.ireeprof');
  return `Compare: ${name(before.at(-1) ?? '')}, ${name(b)}`;
}

function keptOf(state: unknown): KeptComparison {
  const { before, b } = isRecord(state) ? state : {};
  const files = Array.isArray(before) ? before.filter((one) => typeof one === 'string') : [];
  return typeof b === 'string' ? { before: files, b } : { before: [], b: '' };
}
