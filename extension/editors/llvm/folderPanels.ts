/** Tabs that show folders of LLVM's recordings, one for each folder. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { describeLlvmFolder } from '../../../engine/addon/llvm';
import { isRecord } from '../../../protocol/base/isRecord';
import type { LlvmFolderHost, LlvmFolderWebview, ShownLlvmFolder } from '../../../protocol/neighbour/llvmPages';
import { createKeyedPanels, fileHandlers, type KeyedPanels, type KeyedTab } from '../keyedPanels';
import type { Pages } from '../page';
import { LLVM_RECORDING_VIEW } from './recordingEditor';

/** Changes on disk come in bursts while a program records. */
const WATCH_MS = 300;

export function createLlvmFolderPanels(context: vscode.ExtensionContext, pages: Pages): KeyedPanels<ShownLlvmFolder> {
  const fill = ({ panel, shown: { folder } }: KeyedTab<ShownLlvmFolder>): void => {
    const uriOf = (file: string): vscode.Uri => vscode.Uri.file(path.join(folder, path.basename(file)));
    const page = pages.fill<LlvmFolderHost, LlvmFolderWebview>(panel, {
      name: 'llvmFolder',
      title: vscode.l10n.t('Kernel Recordings'),
      handlers: {
        ...fileHandlers(() => folder),
        async start({ pasted }, signal) {
          const report = pasted === undefined ? null : { name: 'the pasted text', text: pasted };
          return { folder, found: await describeLlvmFolder(folder, report, signal) };
        },
        clipboard: () => Promise.resolve(vscode.env.clipboard.readText()),
        async open({ file }) {
          await vscode.commands.executeCommand('vscode.openWith', uriOf(file), LLVM_RECORDING_VIEW);
        },
        async openText({ file }) {
          await vscode.commands.executeCommand('vscode.open', uriOf(file));
        },
      },
    });
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), '*.json'));
    let settling: ReturnType<typeof setTimeout> | undefined;
    const changed = (): void => {
      clearTimeout(settling);
      settling = setTimeout(() => page.tell.changedOnDisk(), WATCH_MS);
    };
    page.own(watcher, watcher.onDidCreate(changed), watcher.onDidChange(changed), watcher.onDidDelete(changed));
    page.own(new vscode.Disposable(() => clearTimeout(settling)));
  };
  return createKeyedPanels(context, { view: 'ireeReplay.llvmFolder', titleOf, keptOf, fill });
}

const titleOf = ({ folder }: ShownLlvmFolder): string => `Recordings: ${path.basename(folder)}`;

function keptOf(state: unknown): ShownLlvmFolder {
  const { folder } = isRecord(state) ? state : {};
  return { folder: typeof folder === 'string' ? folder : '' };
}
