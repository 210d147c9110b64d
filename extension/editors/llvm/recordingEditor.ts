/** Makes LLVM's recordings documents of VS Code: an editor for JSON that is one. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { problemOf } from '../../../protocol/base/problemOf';
import type { LlvmRecordingHost, LlvmRecordingStart, LlvmRecordingWebview } from '../../../protocol/neighbour/llvmPages';
import { shownName } from '../../captures/shownName';
import { DISASSEMBLERS_SECTION } from '../../source/disassemblers';
import { copyText } from '../copyText';
import { LLVM_PATH, type LlvmReplays } from '../../runs/llvmReplays';
import type { Pages } from '../page';
import { saveAs } from '../saveAs';
import { exportArgument } from './exportArgument';
import { recordedCodeHost } from './recordedCodeHost';
import { createLlvmDocument, type LlvmDocument } from './recordingDocument';

export const LLVM_RECORDING_VIEW = 'ireeReplay.llvmRecording';

export interface LlvmRecordingEditorOptions {
  readonly pages: Pages;
  readonly log: vscode.LogOutputChannel;
  readonly replays: LlvmReplays;
  /** Shows the folder that a recording lies in. */
  readonly openFolder: (folder: string) => void;
}

export function registerLlvmRecordingEditor(
  context: vscode.ExtensionContext,
  { pages, log, replays, openFolder }: LlvmRecordingEditorOptions,
): void {
  const states = pages.states('llvmRecordingView');
  const provider: vscode.CustomReadonlyEditorProvider<LlvmDocument> = {
    openCustomDocument: (uri) => createLlvmDocument(uri, log),
    resolveCustomEditor(document, panel) {
      const name = shownName(document.uri);
      if (document.uri.scheme !== 'file') panel.title = name;
      const run = async ({ command }: Parameters<LlvmRecordingHost['run']>[0]): Promise<void> => {
        switch (command) {
          case 'reload':
            document.reload();
            return;
          case 'openAsText':
            await vscode.commands.executeCommand('workbench.action.reopenWithEditor');
            return;
          case 'showOutput':
            log.show();
            return;
          case 'chooseLlvm':
            await vscode.commands.executeCommand('workbench.action.openSettings', LLVM_PATH);
            return;
          case 'chooseDisassembler':
            await vscode.commands.executeCommand('workbench.action.openSettings', DISASSEMBLERS_SECTION);
            return;
          case 'openFolder':
            openFolder(path.dirname(document.path));
        }
      };
      const page = pages.fill<LlvmRecordingHost, LlvmRecordingWebview>(panel, {
        name: 'llvmRecording',
        title: vscode.l10n.t('Kernel Recording'),
        handlers: {
          async start({ kept }) {
            const read = await readOf(document, log);
            return { state: kept ?? states.of(document.uri), file: document.path, name, ...read, changedOnDisk: document.changedOnDisk };
          },
          changes: (_, signal) => document.changes(signal),
          bytes: ({ role, offset, length }) => document.bytes(role, offset, length),
          replay: (asked, signal) => replays.replay(document.path, asked, (words) => page.tell.progress({ words }), signal),
          commandLine: (asked) => replays.commandLine(document.path, asked),
          save: ({ name: file, bytes }) => saveAs(path.dirname(document.path), file, bytes),
          exportArgument: (asked, signal) => exportArgument(document.path, asked, signal),
          saveState: ({ state }) => states.keep(document.uri, state),
          copyText,
          run,
          ...recordedCodeHost(document),
        },
      });
      page.own(
        document.onChangeOnDisk(() => page.tell.changedOnDisk()),
        document.onReopen(() => page.tell.reopened()),
      );
    },
  };
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(LLVM_RECORDING_VIEW, provider, {
      supportsMultipleEditorsPerDocument: true,
      webviewOptions: { retainContextWhenHidden: false, enableFindWidget: false },
    }),
  );
}

async function readOf(document: LlvmDocument, log: vscode.LogOutputChannel): Promise<Pick<LlvmRecordingStart, 'recording' | 'failure'>> {
  try {
    return { recording: await document.recording() };
  } catch (error) {
    const failure = problemOf(error);
    log.warn(`${path.basename(document.path)}: ${failure.message}`);
    return { failure };
  }
}
