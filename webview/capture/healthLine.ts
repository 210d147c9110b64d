/** One line that answers "can I replay this here" first, then says what the capture is. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureSummary, Problem } from '../../protocol/capture/capture';
import { recordedFor } from '../../protocol/words/recordedFor';
import { icon } from '../widgets/icon';
import { bytes, counted, grouped, milliseconds } from '../widgets/numbers';
import { versionWords } from '../widgets/versionWords';
import { healthList } from './healthList';
import type { HealthList } from './model';
import type { Context } from './context';

export function healthLine(context: Context): TemplateResult {
  const { model } = context;
  const { summary } = model;
  return html`
    <div class="words">
      ${lead(context)} ${versionWords(model.environment.version)} ${summary === undefined ? nothing : words(context, summary)}
    </div>
    ${summary !== undefined && model.openList !== undefined ? healthList(context, summary, model.openList) : nothing}
  `;
}

function lead({ model }: Context): TemplateResult | typeof nothing {
  const { environment, preflight, checking, failure, indexing, summary } = model;
  if (failure !== undefined) return html`<span class="lead bad">${icon('error')}Cannot be opened</span>`;
  if (summary?.complete !== true) {
    const part = indexing === undefined ? '' : ` ${String(Math.floor(indexing.fraction * 100))} %`;
    return html`<span class="lead">Indexing${part}</span>`;
  }
  if (!environment.trusted) return html`<span class="lead warn">${icon('lock')}Restricted Mode: viewing only</span>`;
  if (checking !== undefined) return html`<span class="lead dim">Checking on ${checking}</span>`;
  if (preflight.state === 'left to iree') {
    const cannot = preflight.runs.startsWith('cannot');
    return html`<span class="lead ${cannot ? 'bad' : ''}" title="IREE's tools report problems only while they run"
      >${icon(cannot ? 'error' : 'info')}${preflight.device} ${preflight.runs === '' ? 'decides when it runs' : preflight.runs}</span
    >`;
  }
  if (preflight.state !== 'done') return nothing;
  const elsewhere = recordedFor(preflight.problems, summary.executables);
  if (elsewhere !== undefined) return html`<span class="lead">${icon('info')}Recorded for ${elsewhere.name}</span>`;
  const errors = preflight.problems.filter(({ severity }) => severity === 'error').length;
  return errors === 0
    ? html`<span class="lead good">${icon('ok')}Replayable on ${preflight.device}</span>`
    : html`<span class="lead bad">${icon('error')}Not replayable on ${preflight.device}: ${counted(errors, 'problem')}</span>`;
}

function words(context: Context, summary: CaptureSummary): TemplateResult {
  const { versionMajor, versionMinor, records, unsupported, failed, devices, executables, objects, fileBytes, complete } = summary;
  return html`
    <span>replay <b>${versionMajor}.${versionMinor}</b></span>
    <span>
      <b>${grouped(records)}</b> ${records === 1 ? 'record' : 'records'}${complete ? nothing : ' so far'}
      ${unsupported > 0 ? html`<b class="bad">${grouped(unsupported)}</b> unsupported` : nothing}
      ${failed > 0 ? html`<span class="warn">${grouped(failed)} failed when recorded</span>` : nothing}
    </span>
    ${files(context, summary)} ${scopes(context, summary)}
    <span>${devices > 0 ? mode(context, counted(devices, 'device')) : 'no device'}</span>
    ${
      executables.length > 0
        ? html`<span
            >${opener(context, 'executables', counted(executables.length, 'executable'))}
            <span class="m dim">${[...new Set(executables.map(({ format }) => format))].join(' ')}</span></span
          >`
        : nothing
    }
    <span>${mode(context, counted(objects, 'object'))}</span>
    ${notices(context, summary.problems)}
    <span class="dim last">${bytes(fileBytes)}${complete ? `, indexed in ${milliseconds(summary.indexMilliseconds)}` : ''}</span>
  `;
}

function files(context: Context, { files: all, hermetic }: CaptureSummary): TemplateResult {
  const external = all.filter(({ reference }) => reference === 'external_path').length;
  if (external > 0) return html`<span>${opener(context, 'files', `references ${counted(external, 'file')}`, 'warn')}</span>`;
  const label = hermetic ? 'hermetic' : 'not hermetic';
  return html`<span
    title=${hermetic ? 'Everything that a replay reads is inside the capture' : 'A replay reads what is not inside the capture'}
    >${all.length > 0 ? opener(context, 'files', label) : label}${all.length > 0 ? html`<span class="dim">${counted(all.length, 'file')} inside</span>` : nothing}</span
  >`;
}

/** Scope names that fit; the rest is in the list. */
const SHOWN_SCOPES = 4;

function scopes(context: Context, { scopes: all }: CaptureSummary): TemplateResult {
  if (all.length === 0) return html`<span class="dim">no scopes</span>`;
  const shown = all.slice(0, SHOWN_SCOPES);
  return html`<span
    >${opener(context, 'scopes', all.length === 1 ? 'scope' : 'scopes')}
    ${shown.map(({ name, begins }) => {
      const first = begins[0];
      const label = html`${name === '' ? '(unnamed)' : name}${begins.length > 1 ? html` <span class="dim">×${grouped(begins.length)}</span>` : nothing}`;
      if (first === undefined) return html`<span class="m">${label}</span>`;
      return html`<button class="word m" title="Go to record ${first}" @click=${() => void context.actions.goTo(String(first))}>
        ${label}
      </button>`;
    })}
    ${all.length > shown.length ? html`<span class="dim">and ${all.length - shown.length} more</span>` : nothing}</span
  >`;
}

function notices(context: Context, problems: readonly Problem[]): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  const worst = problems.some(({ severity }) => severity === 'error')
    ? 'bad'
    : problems.some(({ severity }) => severity === 'warning')
      ? 'warn'
      : '';
  return html`<span class=${worst}
    >${icon(worst === 'bad' ? 'error' : worst === 'warn' ? 'warning' : 'info')}${opener(context, 'notices', counted(problems.length, 'notice'), worst)}</span
  >`;
}

function opener(context: Context, list: HealthList, label: string, className = ''): TemplateResult {
  const { model, actions } = context;
  return html`<button
    class="word opens ${className}"
    data-list=${list}
    aria-haspopup="true"
    aria-expanded=${model.openList === list ? 'true' : 'false'}
    @click=${() => actions.toggleList(list)}
  >
    ${label}
  </button>`;
}

function mode({ actions }: Context, label: string): TemplateResult {
  return html`<button class="word opens" title="Show by object" @click=${() => void actions.setMode('objects')}>${label}</button>`;
}
