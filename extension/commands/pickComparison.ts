/** What the results of a capture are compared with. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { deviceLabel } from '../../protocol/replay/replay';
import type { RunOptions } from '../../protocol/replay/run';
import type { VerifyOptions } from '../../protocol/replay/verification';
import type { CaptureDocument } from '../captures/captureDocument';
import type { Device, Devices } from '../devices/devices';
import { runnable } from '../devices/runnable';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import { executableOf } from './chosenExecutable';
import type { Subject } from './measureSubject';
import { pickCandidate } from './pickCandidate';
import { pickOne } from './questions';

export interface Comparison {
  readonly words: string;
  readonly options: (run: RunOptions) => VerifyOptions;
}

/** Of the same engine those that may run the executables, but the chosen one. */
export function othersOf(devices: Devices, { settings, summary }: CaptureDocument): readonly Device[] {
  return devices.all.filter(
    ({ engine, device }) =>
      engine === settings.engine &&
      device !== settings.device &&
      !runnable(engine, device, summary?.executables ?? []).startsWith('cannot'),
  );
}

/** Asks what results are compared with; undefined when the user wants nothing. */
export async function pickComparison(editor: CaptureEditor, subject: Subject, devices: Devices): Promise<Comparison | undefined> {
  const { settings, summary } = editor.document;
  if (settings.engine === 'iree') await devices.look();
  const items = [
    { label: vscode.l10n.t('Run-to-Run'), description: vscode.l10n.t('Is it deterministic?'), pick: 'itself' },
    ...othersOf(devices, editor.document).map((other) => ({
      label: vscode.l10n.t('Against {0}', deviceLabel(other)),
      description: vscode.l10n.t('What {0} computes, compared with what {1} computes', deviceLabel(settings), deviceLabel(other)),
      pick: 'device' as const,
      device: other.device,
    })),
    {
      label: vscode.l10n.t('Against Another Capture…'),
      description: vscode.l10n.t('The model recompiled, or another version of it'),
      pick: 'capture',
    },
    {
      label: vscode.l10n.t('With a Substitute…'),
      description: vscode.l10n.t('An executable or a source file to use in place of the captured one'),
      pick: 'substitute',
    },
    {
      label: vscode.l10n.t('Against Saved Outputs…'),
      description: vscode.l10n.t('A folder that --outputs wrote, or a folder of .npy files'),
      pick: 'expected',
    },
  ] as const;
  // There Substitute verifies, too.
  const offered = items.filter(({ pick }) => settings.engine !== 'iree' || pick !== 'substitute');
  const picked = await pickOne(offered, { title: vscode.l10n.t('Verify Results') });
  switch (picked?.pick) {
    case undefined:
      return undefined;
    case 'itself':
      return { words: 'run to run', options: (run) => ({ run }) };
    case 'device': {
      const { device } = picked;
      return {
        words: `against ${device}`,
        options: (run) => ({ run, againstDevices: Array.from({ length: Math.max(1, summary?.devices ?? 1) }, () => device) }),
      };
    }
    case 'capture': {
      const picked = await vscode.window.showOpenDialog({
        title: vscode.l10n.t('Capture to Compare With'),
        openLabel: vscode.l10n.t('Compare'),
        filters: { [vscode.l10n.t('IREE captures')]: ['ireereplay'] },
      });
      const file = picked?.[0]?.fsPath;
      return file === undefined
        ? undefined
        : { words: `against ${path.basename(file)}`, options: (run) => ({ run, againstCapture: file }) };
    }
    case 'substitute': {
      const executable = await executableOf(editor, subject);
      const file = executable === undefined ? undefined : await pickCandidate(executable);
      if (executable === undefined || file === undefined) return undefined;
      return {
        words: `${path.basename(file)} for executable ${executable}`,
        options: (run) => ({ run: { ...run, substitutions: [`${executable}=${file}`] }, level: 'dispatch' }),
      };
    }
    case 'expected': {
      const folder = (
        await vscode.window.showOpenDialog({ title: vscode.l10n.t('Saved Outputs'), canSelectFolders: true, canSelectFiles: false })
      )?.[0];
      return folder === undefined
        ? undefined
        : { words: `against ${path.basename(folder.fsPath)}`, options: (run) => ({ run, expect: folder.fsPath }) };
    }
  }
}
