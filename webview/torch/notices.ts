/** Bars above the timeline: what the user should know before reading on, each with what to do. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { changedNotice, complaintNotice, damageNotice } from '../widgets/fileNotices';
import { noticeBar } from '../widgets/noticeBar';
import { counted } from '../widgets/numbers';
import type { Context } from './context';

export function notices({ model, actions, asked }: Context): TemplateResult {
  const problems = asked.trace.value?.problems ?? [];
  const { missed = '0' } = model.summary ?? {};
  return html`
    ${changedNotice(model.changedOnDisk, actions)}
    ${problems.map((problem) => damageNotice({ severity: 'error', code: 'DATA_LOSS', ...problem }))}
    ${
      missed === '0'
        ? nothing
        : noticeBar(
            'warning',
            'missed',
            `${counted(missed, 'event')} of further threads are not on the timeline: it has room for 4,096 tracks. The tables count them.`,
          )
    }
    ${complaintNotice(model.complaint, actions)}
  `;
}
