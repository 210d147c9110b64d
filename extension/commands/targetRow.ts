/** What a command is about: the row that a page's menu passes to it, or else what is selected in the active editor. */
import { isRecord } from '../../protocol/base/isRecord';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import type { CaptureEditors } from '../editors/capture/captureEditorProvider';

/** The editor that is named, or the active one. */
export function targetEditor(editors: CaptureEditors, target: unknown): CaptureEditor | undefined {
  const { ireeReplayEditor: id } = isRecord(target) ? target : {};
  return (typeof id === 'string' ? editors.byId(id) : undefined) ?? editors.active();
}

/** The key of the row that is named, or of the selected one. */
export function targetKey(editor: CaptureEditor, target: unknown): string | undefined {
  const { ireeReplayKey: key } = isRecord(target) ? target : {};
  return typeof key === 'string' ? key : editor.selection;
}
