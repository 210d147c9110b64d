/** Compare Captures: from the explorer and the palette. */
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { KeptCaptures } from '../../protocol/capture/captureComparison';
import type { CaptureEditors } from '../editors/capture/captureEditorProvider';
import { createDifferencePanels } from '../editors/difference/differencePanels';
import type { Pages } from '../editors/page';
import { VERIFY_AGAINST_CAPTURE } from './measureCommands';
import { showRecord } from './showRecord';

/** The explorer gives the file under the pointer and all that are selected; the palette gives nothing, and the capture that is open is meant. */
export function registerCaptureComparison(context: vscode.ExtensionContext, editors: CaptureEditors, pages: Pages): void {
  const panels = createDifferencePanels(context, {
    pages,
    openRecord: async (file, record) => {
      await showRecord(editors, file, record);
    },
    compareOutputs: async ({ a, b }) => {
      await vscode.commands.executeCommand(VERIFY_AGAINST_CAPTURE, b, a);
    },
  });
  context.subscriptions.push(
    vscode.commands.registerCommand('ireeReplay.compareCaptures', async (file?: vscode.Uri, selected?: readonly vscode.Uri[]) => {
      const given = selected !== undefined && selected.length > 1 ? selected : file instanceof vscode.Uri ? [file] : [];
      const captures = await pickCaptures(given.map(({ fsPath }) => fsPath));
      if (captures !== undefined) panels.show(captures);
    }),
  );

  /** Two that are given, in the order in which they were written; where one is missing the user chooses. */
  async function pickCaptures([first, second]: readonly string[]): Promise<KeptCaptures | undefined> {
    if (first !== undefined && second !== undefined) {
      const [one, other] = await Promise.all([stat(first), stat(second)]);
      return one.mtimeMs <= other.mtimeMs ? { a: first, b: second } : { a: second, b: first };
    }
    const b = first ?? editors.active()?.document.path ?? (await browse(vscode.l10n.t('Choose the Later Capture (B) to Compare')));
    const a = b === undefined ? undefined : await browse(vscode.l10n.t('Choose the Earlier Capture (A) to Compare'));
    return a === undefined || b === undefined ? undefined : { a, b };
  }
}

async function browse(title: string): Promise<string | undefined> {
  const picked = await vscode.window.showOpenDialog({
    title,
    openLabel: vscode.l10n.t('Compare'),
    filters: { [vscode.l10n.t('IREE captures')]: ['ireereplay'] },
  });
  return picked?.[0]?.fsPath;
}
