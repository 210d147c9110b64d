/** Bars above the list: what the user should know before reading on, each with what to do. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Problem } from '../../protocol/capture/capture';
import { changedNotice, complaintNotice, damageNotice } from '../widgets/fileNotices';
import type { Context } from './context';
import { recordLink } from './spans';

export function notices(context: Context): TemplateResult {
  const { model, actions } = context;
  const { problems = [] } = model.summary ?? {};
  const damage = problems.find(({ severity }) => severity === 'error') ?? problems.find(({ severity }) => severity === 'warning');
  return html`
    ${changedNotice(model.changedOnDisk, actions)} ${damage === undefined ? nothing : damageNotice(damage, '', damageLink(context, damage))}
    ${complaintNotice(model.complaint, actions)}
  `;
}

/** To the record, when it is one of those that can be shown. */
function damageLink(context: Context, { record }: Problem): TemplateResult | typeof nothing {
  return record !== undefined && record < (context.model.summary?.records ?? 0) ? recordLink(context, record) : nothing;
}
