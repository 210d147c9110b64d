/** Tabs that show two captures side by side, one for each pair. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { compareCaptures } from '../../../engine/addon/difference';
import type {
  CaptureComparisonHost,
  CaptureComparisonWebview,
  ComparedCaptures,
  KeptCaptures,
} from '../../../protocol/capture/captureComparison';
import { isRecord } from '../../../protocol/base/isRecord';
import type { Pages } from '../page';
import { createKeyedPanels, fileHandlers, type KeyedPanels, type KeyedTab } from '../keyedPanels';

/** Records that are listed: what a person looks through. All are counted. */
const MOST_RECORDS = 5000;

export interface DifferencePanelsOptions {
  readonly pages: Pages;
  readonly openRecord: (file: string, record: number) => Promise<void>;
  /** Replays both, and compares what they compute. */
  readonly compareOutputs: (captures: KeptCaptures) => Promise<void>;
}

export function createDifferencePanels(
  context: vscode.ExtensionContext,
  { pages, openRecord, compareOutputs }: DifferencePanelsOptions,
): KeyedPanels<KeptCaptures> {
  const fill = (tab: KeyedTab<KeptCaptures>): void => {
    const compared = async (signal: AbortSignal): Promise<ComparedCaptures> => {
      const { a, b } = tab.shown;
      return { a, b, difference: await compareCaptures({ before: a, capture: b, most: MOST_RECORDS }, signal) };
    };
    pages.fill<CaptureComparisonHost, CaptureComparisonWebview>(tab.panel, {
      name: 'difference',
      title: vscode.l10n.t('IREE Captures'),
      handlers: {
        ...fileHandlers(() => path.dirname(tab.shown.b)),
        start: (_, signal) => compared(signal),
        swap(_, signal) {
          const { a, b } = tab.shown;
          tab.choose({ a: b, b: a });
          return compared(signal);
        },
        openRecord: ({ side, record }) => openRecord(tab.shown[side], record),
        compareOutputs: () => compareOutputs(tab.shown),
      },
    });
  };
  return createKeyedPanels(context, { view: 'ireeReplay.difference', titleOf, keptOf, fill });
}

function titleOf({ a, b }: KeptCaptures): string {
  const name = (file: string): string => path.basename(file, '.ireereplay');
  return `Diff: ${name(a)}, ${name(b)}`;
}

function keptOf(state: unknown): KeptCaptures {
  const { a, b } = isRecord(state) ? state : {};
  return typeof a === 'string' && typeof b === 'string' ? { a, b } : { a: '', b: '' };
}
