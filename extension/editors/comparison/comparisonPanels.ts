/** Tabs that show two profiles side by side, one for each pair. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { questionFigures } from '../../../engine/rendering/questionFigures';
import type { ProfileSummary } from '../../../protocol/profile';
import { isRecord } from '../../../protocol/isRecord';
import { ProblemError } from '../../../protocol/problemOf';
import type {
  ComparedProfiles,
  ComparedSide,
  ComparisonHost,
  ComparisonWebview,
  KeptComparison,
} from '../../../protocol/profileComparison';
import type { MemoryBudget } from '../../captures/memoryBudget';
import type { PageContents, Pages } from '../page';
import { asking, saveAs } from '../saveAs';
import { createComparedDocuments } from './comparedDocuments';
import { comparedHotspots, readComparison, type ReadComparison } from './comparedProfiles';
import { browseProfiles, profilesOfWorkspace } from './profileFiles';

const VIEW = 'ireeReplay.comparison';

export interface ComparisonPanels {
  show(compared: KeptComparison): void;
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
  const open = new Map<string, vscode.WebviewPanel>();
  const keyOf = ({ before, b }: KeptComparison): string => JSON.stringify([before, b]);

  const show = (compared: KeptComparison): void => {
    const there = open.get(keyOf(compared));
    if (there === undefined) fill(vscode.window.createWebviewPanel(VIEW, titleOf(compared), vscode.ViewColumn.Active), compared);
    else there.reveal();
  };

  /** Lives as long as the panel. */
  const fill = (panel: vscode.WebviewPanel, first: KeptComparison): void => {
    let shown = first;
    let read: ReadComparison | undefined;
    const media = (name: string): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, 'media', name);
    panel.iconPath = { light: media('capture-light.svg'), dark: media('capture-dark.svg') };
    open.set(keyOf(shown), panel);

    const fileOf = (side: ComparedSide): string => (side === 'a' ? shown.before.at(-1) : shown.b) ?? '';
    const documents = createComparedDocuments({
      ...{ budget, fileOf, shown: () => panel.visible },
      sameCapture: () => read?.compared.matchedBy === 'record',
    });

    const compared = async (signal: AbortSignal): Promise<ComparedProfiles> => {
      if (shown.before.length === 0)
        throw new ProblemError({
          severity: 'error',
          code: 'NOT_FOUND',
          message: 'The profiles of this tab are not known any more. Compare them again.',
        });
      read ??= await readComparison(shown, signal);
      return { ...read.compared, choices: await profilesOfWorkspace() };
    };
    const choose = (next: KeptComparison, signal: AbortSignal): Promise<ComparedProfiles> => {
      open.delete(keyOf(shown));
      shown = next;
      read = undefined;
      documents.close();
      open.set(keyOf(shown), panel);
      panel.title = titleOf(shown);
      return compared(signal);
    };
    const handlers: PageContents<ComparisonHost>['handlers'] = {
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
          browseProfiles(true, path.dirname(shown.b)).then((chosen) => {
            const added = chosen.filter((file) => !shown.before.includes(file) && file !== shown.b);
            // The last one stays A: what is added says how far runs of its code are from each other.
            return added.length === 0 ? undefined : choose({ ...shown, before: [...added, ...shown.before] }, signal);
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
      copyText: async ({ text }) => {
        await vscode.env.clipboard.writeText(text);
        vscode.window.setStatusBarMessage(vscode.l10n.t('Copied'), 2000);
      },
      save: ({ name, bytes }, signal) => asking(saveAs(path.dirname(shown.b), name, bytes), signal),
    };
    pages.fill<ComparisonHost, ComparisonWebview>(panel, { name: 'comparison', title: vscode.l10n.t('IREE Profiles'), handlers });
    panel.onDidDispose(() => {
      open.delete(keyOf(shown));
      documents.dispose();
    });
  };

  context.subscriptions.push(
    vscode.window.registerWebviewPanelSerializer(VIEW, {
      deserializeWebviewPanel(panel, state: unknown) {
        fill(panel, keptOf(state));
        return Promise.resolve();
      },
    }),
  );
  return { show };
}

function titleOf({ before, b }: KeptComparison): string {
  const name = (file: string): string => path.basename(file, '.ireeprof');
  return `Compare: ${name(before.at(-1) ?? '')}, ${name(b)}`;
}

/** What the page of a tab had kept; of a page that had not come so far, a comparison of nothing. */
function keptOf(state: unknown): KeptComparison {
  const { before, b } = isRecord(state) ? state : {};
  const files = Array.isArray(before) ? before.filter((one) => typeof one === 'string') : [];
  return typeof b === 'string' ? { before: files, b } : { before: [], b: '' };
}
