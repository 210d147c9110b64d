/** What stands above an inspection, or in its place: how to begin it, how far it is, how it ended. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { EngineState } from '../../../protocol/processes/engine';
import type { RunProgress } from '../../../protocol/replay/run';
import { icon } from '../../widgets/icon';
import { grouped } from '../../widgets/numbers';
import { sentence } from '../../widgets/sentence';
import type { Context } from '../context';
import { recordLink } from '../spans';

export function inspectionHead(context: Context, state: EngineState<'inspect'>, inspect: () => void, cancel: () => void): TemplateResult {
  const { trusted, settings } = context.model.environment;
  const button = (label: string, appearance = 'secondary'): TemplateResult =>
    html`<vscode-button appearance=${appearance} class="inspect" ?disabled=${!trusted} @click=${inspect}
      >${icon('play')}${label}</vscode-button
    >`;
  switch (state.state) {
    case 'idle':
      return html`<div class="sec ask">
        <p>
          See what this operation finds in its buffers and what it leaves there. The capture is replayed up to it on
          ${settings.device}${settings.engine === 'iree' ? ", by IREE's tools" : ''}.
        </p>
        ${button('Inspect Buffers', 'primary')}
      </div>`;
    case 'running':
      return html`<div class="sec ask">
        <p class="said"><span class="spin" aria-hidden="true"></span><span>${progressText(state.progress)}</span></p>
        <vscode-button appearance="secondary" @click=${cancel}>Cancel</vscode-button>
      </div>`;
    case 'done':
      return state.result.ranges.length === 0 ? html`<div class="sec ask"><p>This operation names no range of a buffer.</p></div>` : html``;
    case 'cancelled':
      return html`<div class="sec ask">
        <p>The inspection was cancelled.</p>
        ${button('Inspect Buffers')}
      </div>`;
    case 'refused':
      return html`<div class="sec ask">
        ${state.problems.map((problem) => failed(context, problem.message, problem.record))} ${button('Try Again')}
      </div>`;
    case 'failed':
      return html`<div class="sec ask">${failed(context, state.problem.message, state.problem.record)} ${button('Try Again')}</div>`;
    case 'crashed': {
      const { signal, function: name, record } = state.crash;
      return html`<div class="sec ask">
        ${failed(context, `The captured code ended the engine process with ${signal}${name === undefined ? '' : ` in ${name}`}`, record)}
        ${button('Try Again')}
      </div>`;
    }
  }
}

function progressText({ record, records, function: name }: RunProgress): string {
  if (records === 0) return 'Preparing the replay up to here';
  return `Replaying up to here: record ${grouped(record)} of ${grouped(records)}${name === undefined || name === '' ? '' : `, ${name}`}`;
}

export function failed(context: Context, message: string, record: number | undefined): TemplateResult {
  return html`<p class="said bad">
    ${icon('error')}<span>${sentence(message)} ${record === undefined ? nothing : recordLink(context, record)}</span>
  </p>`;
}
