/** The bars that any page of a file may have above what it shows. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Problem } from '../../protocol/capture/capture';
import { icon } from './icon';
import { noticeBar } from './noticeBar';
import { grouped } from './numbers';
import { sentence } from './sentence';

type Notice = TemplateResult | typeof nothing;

/** What the buttons of the bars do. */
export interface FileNoticeActions {
  run(command: 'reload' | 'showOutput'): void;
  dismissComplaint(): void;
}

export function changedNotice(changedOnDisk: boolean, actions: FileNoticeActions): Notice {
  if (!changedOnDisk) return nothing;
  return noticeBar(
    'info',
    'changed',
    'The file has changed on disk. What is shown is what it was.',
    html`<vscode-button appearance="primary" @click=${() => actions.run('reload')}>Reload</vscode-button>`,
  );
}

/** What is broken in the file, and where; `after` follows what happened, and `action` is beside it. */
export function damageNotice({ severity, ...problem }: Problem, after = '', action: Notice = nothing): TemplateResult {
  return noticeBar(severity, `damage ${severity === 'error' ? 'bad' : 'warn'}`, damageText(problem, after), action);
}

function damageText({ message, remedy, record, offset }: Omit<Problem, 'severity'>, after: string): string {
  const places = [record === undefined ? '' : `record ${grouped(record)}`, offset === undefined ? '' : `byte ${grouped(offset)}`].filter(
    (place) => place !== '',
  );
  const where = places.length === 0 ? '' : ` (${places.join(', ')})`;
  return `${sentence(message).replace(/\.$/, '')}${where}.${after} ${sentence(remedy ?? '')}`;
}

/** What the user asked for and did not get. */
export function complaintNotice(complaint: string | undefined, actions: FileNoticeActions): Notice {
  if (complaint === undefined) return nothing;
  return noticeBar(
    'warning',
    'complaint',
    sentence(complaint),
    html`<button class="a" @click=${() => actions.run('showOutput')}>Show Output</button>
      ${dismissButton(() => actions.dismissComplaint())}`,
  );
}

/** Puts a bar away. */
export const dismissButton = (dismiss: () => void): TemplateResult =>
  html`<button class="tool" aria-label="Dismiss" title="Dismiss" @click=${dismiss}>${icon('close')}</button>`;
