/** What fails with a capture that is to be reduced. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { EngineJobs } from '../../protocol/processes/engine';
import { deviceLabel } from '../../protocol/replay/replay';
import type { CaptureDocument } from '../captures/captureDocument';
import type { Devices } from '../devices/devices';
import type { Runs } from '../runs/runs';
import { chooseBounds } from './chooseBounds';
import { othersOf } from './pickComparison';
import { askText, pickOne } from './questions';

type AskedFailure = Omit<EngineJobs['reduce']['options'], 'output'>;

/** The check that was asked for last. */
let lastCheck: string | undefined;

async function askCheck(document: CaptureDocument, title: string): Promise<AskedFailure | undefined> {
  const check = await askText({
    title,
    prompt: vscode.l10n.t(
      'A command that fails with this capture. It is run for each attempt, with the path of a capture as its last argument.',
    ),
    value: lastCheck ?? 'iree-run-replay --device=local-sync',
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter a command.') : undefined),
  });
  if (check === undefined) return undefined;
  lastCheck = check;
  return { capture: document.path, devices: [], fileRemaps: [], check, folder: path.dirname(document.path) };
}

/** Undefined where the user wants nothing. On a device of the installed IREE it may be the replay itself, or what it computes. */
export async function askFailure(
  runs: Runs,
  document: CaptureDocument,
  devices: Devices,
  title: string,
): Promise<AskedFailure | undefined> {
  if (document.settings.engine !== 'iree') return askCheck(document, title);
  await devices.look();
  const items = [
    {
      label: vscode.l10n.t('The Replay Fails'),
      description: vscode.l10n.t('Fails on {0} with an error, a crash or a lost device', deviceLabel(document.settings)),
      pick: 'replay',
    },
    {
      label: vscode.l10n.t('Results Differ From Saved Outputs…'),
      description: vscode.l10n.t('A folder that --outputs wrote, or .npy files sorted by name'),
      pick: 'results',
    },
    ...othersOf(devices, document).map((other) => ({
      label: vscode.l10n.t('Results Differ From Those of {0}…', deviceLabel(other)),
      pick: 'device' as const,
      device: other.device,
    })),
    { label: vscode.l10n.t('A Command Fails…'), description: vscode.l10n.t('It is run for each attempt'), pick: 'command' },
  ] as const;
  const picked = await pickOne(items, { title: vscode.l10n.t('What Fails?') });
  switch (picked?.pick) {
    case undefined:
      return undefined;
    case 'command':
      return askCheck(document, title);
    case 'replay':
      return runs.optionsOf(document);
    case 'results': {
      const [folder] =
        (await vscode.window.showOpenDialog({ title: vscode.l10n.t('Saved Outputs'), canSelectFolders: true, canSelectFiles: false })) ??
        [];
      return folder === undefined ? undefined : withTolerance({ ...runs.optionsOf(document), expect: folder.fsPath });
    }
    case 'device': {
      const { device } = picked;
      const againstDevices = Array.from({ length: Math.max(1, document.summary?.devices ?? 1) }, () => device);
      return withTolerance({ ...runs.optionsOf(document), againstDevices });
    }
  }
}

async function withTolerance(asked: AskedFailure): Promise<AskedFailure | undefined> {
  const bounds = await chooseBounds();
  return bounds && { ...asked, tolerance: bounds };
}
