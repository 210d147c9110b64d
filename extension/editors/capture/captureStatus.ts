/** The capture in front, in the status bar: its device and what was found out last, one click from finding it out again. */
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { deviceLabel } from '../../../protocol/replay/replay';
import type { MeasuredRun } from '../../../protocol/results/results';
import type { MeasuredRuns } from '../../runs/measuredRuns';
import { lastResult } from '../../runs/lastResult';
import type { CaptureEditors } from './captureEditorProvider';

/** What a click does; of no use without it. */
const AGAIN = 'ireeReplay.captureInFrontAgain';

export function showCaptureInStatusBar(editors: CaptureEditors, measured: MeasuredRuns): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
  item.name = vscode.l10n.t('IREE Replay: Capture');
  item.command = AGAIN;
  let act: () => unknown = () => undefined;
  let drawn = 0;
  const draw = async (): Promise<void> => {
    const own = ++drawn;
    const document = editors.active()?.document;
    if (document === undefined) {
      item.hide();
      return;
    }
    await measured.load();
    const { ctimeMs } = await stat(document.path).catch(() => ({ ctimeMs: Infinity }));
    if (own !== drawn) return;
    const device = deviceLabel(document.settings);
    const replay = editors.runs.lastReplay(document.path);
    const last = lastResult(document.path, ctimeMs, measured.all, replay);
    const touched = last?.older === true ? ` ${vscode.l10n.t('(the file has been modified since)')}` : '';
    item.text = last === undefined ? `$(circuit-board) ${device}` : `$(circuit-board) ${device} $(${last.icon}) ${last.sentence}${touched}`;
    const name = path.basename(document.path);
    const again = last === undefined ? vscode.l10n.t('Select another device') : vscode.l10n.t('{0} again', last.what);
    item.tooltip = [
      vscode.l10n.t('{0} replays on {1}', name, device),
      ...(last === undefined ? [] : [`${last.what}: ${last.sentence}${touched}`]),
      again,
    ].join('\n');
    item.accessibilityInformation = {
      label: `${device}${last === undefined ? '' : `, ${last.what}: ${last.sentence}${touched}`}. ${again}`,
    };
    act =
      last === undefined
        ? () => vscode.commands.executeCommand('ireeReplay.selectDevice')
        : last.run === undefined
          ? () => editors.runs.replay(document, replay?.replay.target ?? { kind: 'capture' })
          : () => vscode.commands.executeCommand('ireeReplay.repeatRun', last.run);
    item.show();
  };
  const redraw = (): void => void draw();
  redraw();
  let running: string | undefined;
  const runChanged = ({ id, state }: MeasuredRun): void => {
    const isAsDrawn = state.state === 'running' && running === id;
    running = state.state === 'running' ? id : undefined;
    if (!isAsDrawn) redraw();
  };
  const click = vscode.commands.registerCommand(AGAIN, () => act());
  return vscode.Disposable.from(item, click, editors.onChange(redraw), measured.onChange(runChanged), editors.runs.onReplay(redraw));
}
