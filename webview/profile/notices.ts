/** Bars above the timeline: what the user should know before reading on, each with what to do. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { changedNotice, complaintNotice, damageNotice } from '../widgets/fileNotices';
import { noticeBar } from '../widgets/noticeBar';
import type { Context } from './context';

export function notices({ model, actions, timeline, asked }: Context): TemplateResult {
  const { torn } = model.summary ?? {};
  const lost = torn?.code === 'DATA_LOSS';
  const absent = timeline.criticalPath ? asked.path.value?.absent : undefined;
  return html`
    ${changedNotice(model.changedOnDisk, actions)}
    ${torn === undefined ? nothing : damageNotice({ ...torn, severity: lost ? 'error' : 'warning' }, lost ? ' Everything before that is shown.' : '')}
    ${absent === undefined ? nothing : noticeBar('info', 'path', `There is no critical path: ${absent}`)}
    ${complaintNotice(model.complaint, actions)}
  `;
}
