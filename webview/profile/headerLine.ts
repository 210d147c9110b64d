/** One line that says first whether the profile is complete, then what it is. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ProfileSummary } from '../../protocol/profile/profile';
import { icon } from '../widgets/icon';
import { bytes, counted, grouped, milliseconds } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import { timeText } from '../widgets/timeUnit';
import { versionWords } from '../widgets/versionWords';
import type { Context } from './context';
import { percent } from '../../protocol/words/percent';

export function headerLine(context: Context): TemplateResult {
  const { summary, failure, version } = context.model;
  if (failure !== undefined) return html`<div class="words"><span class="lead bad">${icon('error')}Cannot be opened</span></div>`;
  if (summary === undefined) return html`<div class="words"><span class="lead">Reading</span></div>`;
  return html`<div class="words">${lead(summary)} ${versionWords(version)} ${words(context, summary)}</div>
    ${context.model.openList === 'notices' ? noticeList(summary) : nothing}`;
}

function lead({ complete, read, torn, unfinished, droppedRecords, truncatedChunks }: ProfileSummary): TemplateResult {
  if (!complete) return html`<span class="lead">Reading ${String(Math.floor(100 * read))} %</span>`;
  const missing = `${grouped(droppedRecords)} dropped, ${grouped(truncatedChunks)} truncated`;
  if (torn !== undefined)
    return torn.code === 'DATA_LOSS'
      ? html`<span class="lead bad">${icon('error')}Ends early: ${missing}</span>`
      : html`<span class="lead warn">${icon('warning')}Read in part: ${missing}</span>`;
  // All that was recorded is there, and it is not all that the capture does.
  if (unfinished !== undefined) {
    const { message, record } = unfinished;
    const where = record === undefined ? '' : ` (record #${String(record)})`;
    return html`<span class="lead warn">${icon('warning')}Unfinished replay: ${message}${where}</span>`;
  }
  const whole = droppedRecords === '0' && truncatedChunks === '0';
  return whole
    ? html`<span class="lead good">${icon('ok')}Complete: ${missing}</span>`
    : html`<span class="lead warn">${icon('warning')}Incomplete: ${missing}</span>`;
}

function words(context: Context, summary: ProfileSummary): TemplateResult {
  const { format, devices, span, dispatches, dispatchActive, submissions, queues, workers, highWater, milliseconds: took } = summary;
  const ns = Number(span);
  return html`
    <span>profile <b>${format}</b></span>
    ${devices.length === 0 ? nothing : html`<span class="m">${devices.join(', ')}</span>`}
    <span><b>${timeText(ns)}</b></span>
    <span
      ><b>${grouped(dispatches)}</b> ${dispatches === '1' ? 'dispatch' : 'dispatches'}
      ${ns === 0 || dispatches === '0' ? nothing : html`<b class="m" title="Part of the time in which a dispatch was executed">${percent(Number(dispatchActive) / ns)}</b>`}</span
    >
    <span
      ><button class="word opens" title="Show the queue's operations" @click=${() => context.actions.setLowerTab('queue')}>
        ${counted(submissions, 'submission')}
      </button></span
    >
    <span>${counted(queues, 'queue')}${workers === 0 ? nothing : `, ${counted(workers, 'worker')}`}</span>
    ${
      highWater === undefined
        ? nothing
        : html`<span
            >high water
            <button class="word opens" title="Show who holds it" @click=${() => context.actions.setLowerTab('memory')}>
              ${bytes(highWater)}
            </button></span
          >`
    }
    ${capture(context, summary)} ${notices(context, summary)}
    <span class="dim last"
      >${took === undefined ? `${grouped(summary.events)} events` : `${grouped(summary.events)} events, opened in ${milliseconds(took)}`}</span
    >
  `;
}

/** What it was recorded of, and whether that is still there. */
function capture({ actions }: Context, { capture: of }: ProfileSummary): TemplateResult | typeof nothing {
  if (of === undefined) return nothing;
  const name = of.path.split(/[\\/]/).at(-1) ?? of.path;
  const note = { same: '', unchecked: '', changed: 'written since', missing: 'not found' }[of.state];
  return html`<span
    >replay of
    <button class="word a" title=${of.path} @click=${() => actions.run(of.state === 'missing' ? 'chooseCapture' : 'openCapture')}>
      ${name}</button
    >${note === '' ? nothing : html`<span class="warn">${note}</span>`}</span
  >`;
}

function notices({ model, actions }: Context, { notices: list }: ProfileSummary): TemplateResult | typeof nothing {
  if (list.length === 0) return nothing;
  return html`<span
    >${icon('info')}<button
      class="word opens"
      aria-haspopup="true"
      aria-expanded=${model.openList === 'notices' ? 'true' : 'false'}
      @click=${() => actions.toggleList('notices')}
    >
      ${counted(list.length, 'notice')}
    </button></span
  >`;
}

function noticeList({ notices: list }: ProfileSummary): TemplateResult {
  return html`<div class="popup">
    ${list.map((one) => html`<div class="item notice">${icon('info')}<span>${sentence(one)}</span></div>`)}
  </div>`;
}
