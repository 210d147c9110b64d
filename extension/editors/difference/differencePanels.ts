/** Tabs that show two captures side by side, one for each pair. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { compareCaptures } from '../../../engine/addon/difference';
import type { CaptureComparisonHost, CaptureComparisonWebview, ComparedCaptures, KeptCaptures } from '../../../protocol/captureComparison';
import { isRecord } from '../../../protocol/isRecord';
import type { PageContents, Pages } from '../page';
import { asking, saveAs } from '../saveAs';

const VIEW = 'ireeReplay.difference';
/** Records that are listed: what a person looks through. All are counted. */
const MOST_RECORDS = 5000;

export interface DifferencePanels {
  show(captures: KeptCaptures): void;
}

export interface DifferencePanelsOptions {
  readonly pages: Pages;
  readonly openRecord: (file: string, record: number) => Promise<void>;
  /** Replays both, and compares what they compute. */
  readonly compareOutputs: (captures: KeptCaptures) => Promise<void>;
}

export function createDifferencePanels(
  context: vscode.ExtensionContext,
  { pages, openRecord, compareOutputs }: DifferencePanelsOptions,
): DifferencePanels {
  const open = new Map<string, vscode.WebviewPanel>();
  const keyOf = ({ a, b }: KeptCaptures): string => JSON.stringify([a, b]);

  const show = (captures: KeptCaptures): void => {
    const there = open.get(keyOf(captures));
    if (there === undefined) fill(vscode.window.createWebviewPanel(VIEW, titleOf(captures), vscode.ViewColumn.Active), captures);
    else there.reveal();
  };

  /** Lives as long as the panel. */
  const fill = (panel: vscode.WebviewPanel, first: KeptCaptures): void => {
    let shown = first;
    const media = (name: string): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, 'media', name);
    panel.iconPath = { light: media('capture-light.svg'), dark: media('capture-dark.svg') };
    open.set(keyOf(shown), panel);
    const compared = async (signal: AbortSignal): Promise<ComparedCaptures> => {
      const { a, b } = shown;
      return { a, b, difference: await compareCaptures({ before: a, capture: b, most: MOST_RECORDS }, signal) };
    };
    const handlers: PageContents<CaptureComparisonHost>['handlers'] = {
      start: (_, signal) => compared(signal),
      swap: (_, signal) => {
        open.delete(keyOf(shown));
        shown = { a: shown.b, b: shown.a };
        open.set(keyOf(shown), panel);
        panel.title = titleOf(shown);
        return compared(signal);
      },
      openRecord: ({ side, record }) => openRecord(shown[side], record),
      compareOutputs: () => compareOutputs(shown),
      copyText: async ({ text }) => {
        await vscode.env.clipboard.writeText(text);
        vscode.window.setStatusBarMessage(vscode.l10n.t('Copied'), 2000);
      },
      save: ({ name, bytes }, signal) => asking(saveAs(path.dirname(shown.b), name, bytes), signal),
    };
    pages.fill<CaptureComparisonHost, CaptureComparisonWebview>(panel, {
      name: 'difference',
      title: vscode.l10n.t('IREE Captures'),
      handlers,
    });
    panel.onDidDispose(() => open.delete(keyOf(shown)));
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

function titleOf({ a, b }: KeptCaptures): string {
  const name = (file: string): string => path.basename(file, '.ireereplay');
  return `Diff: ${name(a)}, ${name(b)}`;
}

/** What the page of a tab had kept. */
function keptOf(state: unknown): KeptCaptures {
  const { a, b } = isRecord(state) ? state : {};
  return typeof a === 'string' && typeof b === 'string' ? { a, b } : { a: '', b: '' };
}
