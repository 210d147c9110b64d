/** What is in the capture: what the details say while nothing is selected. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureOverview, CaptureSummary } from '../../../protocol/capture/capture';
import { counted } from '../../widgets/numbers';
import { sentence } from '../../widgets/sentence';
import type { Context } from '../context';
import { executablesSection } from './executablesSection';
import { functionsSection } from './functionsSection';
import { memorySection } from './memorySection';
import { modelSection } from './modelSection';
import { needsSection } from './needsSection';
import { nextSection } from './nextSection';

export function overview(context: Context): TemplateResult | typeof nothing {
  const { summary, overview: found, overviewProblem } = context.model;
  if (summary === undefined) return nothing;
  if (summary.complete && summary.records === 0) return html`<p class="empty">The capture holds no records.</p>`;
  return html`<div class="panel overview" id="details-panel" tabindex="0" role="region" aria-label="Overview">
    ${
      overviewProblem === undefined
        ? nothing
        : html`<p class="empty bad" role="alert">What is in the capture could not be read: ${sentence(overviewProblem)}</p>`
    }
    ${found === undefined ? nothing : read(context, summary, found)} ${summary.complete ? needsSection(context, summary) : nothing}
    ${nextSection(context)}
  </div>`;
}

function read(context: Context, summary: CaptureSummary, found: CaptureOverview): TemplateResult {
  return html`${modelSection(context, found)} ${functionsSection(context, found)} ${executablesSection(context, summary, found)}
  ${memorySection(context, found)}
  ${
    found.unread === '0'
      ? nothing
      : html`<p class="note">
          ${counted(found.unread, 'record')} could not be read, and ${found.unread === '1' ? 'is' : 'are'} not counted here.
        </p>`
  }`;
}
