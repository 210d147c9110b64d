/** A replay while it runs, and what came of it: the first sentence is the result. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Problem } from '../../protocol/capture/capture';
import { deviceLabel, type Replay, type ReplaySettings, type ReplayTarget } from '../../protocol/replay/replay';
import type { RunState } from '../../protocol/replay/run';
import { icon } from '../widgets/icon';
import { counted, grouped } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import type { Context } from './context';
import { crashSentence, crashSheet } from './crashSheet';
import { resultSentence, runResult } from './runResult';
import { recordLink } from './spans';

export function runBar(context: Context): TemplateResult | typeof nothing {
  const { target, settings, state: run } = context.model.replay;
  switch (run.state) {
    case 'idle':
      return run.waitsFor === undefined ? nothing : waiting(context, run.waitsFor);
    case 'running':
      return running(context, target, settings, run);
    case 'done':
      return html`${verdict(context, 'ok', 'good', resultSentence(target, run.result, settings.deviceName), 'Result')}
      ${context.model.resultOpen ? runResult(context, target, run.result) : nothing}`;
    case 'refused':
      return refused(context, run.problems);
    case 'failed':
      return html`${verdict(context, 'error', 'bad', 'The replay failed.', 'Reason')}
      ${context.model.resultOpen ? problems(context, [run.problem]) : nothing}`;
    case 'cancelled':
      return verdict(context, 'info', 'dim', 'The replay was cancelled.', undefined);
    case 'crashed':
      return html`${verdict(context, 'error', 'bad', crashSentence(run.crash), 'Where')}
      ${context.model.resultOpen ? crashSheet(context, run.crash) : nothing}`;
  }
}

/** What preflight lists, with what mends it, is not said here again. */
function refused(context: Context, list: readonly Problem[]): TemplateResult {
  const { preflight, resultOpen } = context.model;
  const listed = new Set(preflight.state === 'done' ? preflight.problems.map(({ message }) => message) : []);
  const others = list.filter(({ message }) => !listed.has(message));
  const said = `Not replayed: ${counted(list.length, 'problem')} found before the first operation.`;
  return html`${verdict(context, 'error', 'bad', said, others.length > 0 ? 'Problems' : undefined)}
  ${resultOpen && others.length > 0 ? problems(context, others) : nothing}`;
}

function waiting(context: Context, sentence: string): TemplateResult {
  return html`<div class="run" role="status">
    ${icon('clock')}<b>${sentence}</b>
    <span class="grow"></span>
    <vscode-button appearance="secondary" @click=${() => context.actions.run('cancelReplay')}>Cancel</vscode-button>
  </div>`;
}

function running(
  context: Context,
  target: ReplayTarget,
  settings: ReplaySettings,
  { progress: { phase, record, records, scope, function: name }, cancelling }: Extract<RunState, { readonly state: 'running' }>,
): TemplateResult {
  const part = records > 0 ? record / records : 0;
  const doing =
    cancelling === true ? 'Cancelling the replay' : { preparing: 'Preparing', executing: 'Replaying', finishing: 'Finishing' }[phase];
  return html`<div class="run" role="status">
      <span class="spin" aria-hidden="true"></span><b>${doing}${targetWords(target)} on ${deviceLabel(settings)}</b>
      ${records === 0 ? nothing : html`<span class="dim">record ${grouped(record)} of ${grouped(records)}</span>`}
      ${scope === undefined || scope === '' ? nothing : html`<span>scope <span class="m">${scope}</span></span>`}
      ${name === undefined || name === '' ? nothing : html`<span class="m el">${name}</span>`}
      <span class="grow"></span>
      <vscode-button appearance="secondary" ?disabled=${cancelling === true} @click=${() => context.actions.run('cancelReplay')}
        >Cancel</vscode-button
      >
    </div>
    <div
      class="progress"
      role="progressbar"
      aria-valuenow=${Math.round(part * 100)}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-label="Replay"
    >
      <i style="width:${part * 100}%"></i>
    </div>`;
}

function verdict(
  context: Context,
  name: 'ok' | 'error' | 'info',
  className: string,
  sentence: string,
  more: string | undefined,
): TemplateResult {
  const { model, actions } = context;
  return html`<div class="run" role="status" data-state=${model.replay.state.state}>
    <span class=${className}>${icon(name)}</span><span class="sentence el" title=${sentence}>${sentence}</span>
    <span class="grow"></span>
    ${
      more === undefined
        ? nothing
        : html`<button class="a" aria-expanded=${model.resultOpen ? 'true' : 'false'} @click=${() => actions.toggleResult()}>
            ${model.resultOpen ? `Hide ${more}` : `Show ${more}`}
          </button>`
    }
    <button class="tool" title="Show what was done" aria-label="Show Output" @click=${() => actions.run('showOutput')}>
      ${icon('info')}
    </button>
  </div>`;
}

function problems(context: Context, list: readonly Problem[]): TemplateResult {
  return html`<div class="outcome">
    ${list.map(
      ({ severity, message, remedy, record }) =>
        html`<div class="item notice">
          <span class=${severity === 'error' ? 'bad' : 'warn'}>${icon(severity)}</span>
          <span
            >${record === undefined ? nothing : recordLink(context, record)}
            ${sentence(message)}${remedy === undefined ? nothing : html`<br /><span class="dim">${sentence(remedy)}</span>`}</span
          >
        </div>`,
    )}
  </div>`;
}

/** Said after "Replaying". */
function targetWords(target: ReplayTarget): string {
  switch (target.kind) {
    case 'capture':
      return '';
    case 'upTo':
      return ` up to #${String(target.record)}`;
    case 'scope':
      return ` for scope ${target.name}`;
  }
}

/** What is announced when a run has ended; undefined while it runs. */
export function announcement({ target, settings, state: run }: Replay): string | undefined {
  switch (run.state) {
    case 'idle':
    case 'running':
      return undefined;
    case 'done':
      return resultSentence(target, run.result, settings.deviceName);
    case 'crashed':
      return crashSentence(run.crash);
    case 'refused':
    case 'failed':
    case 'cancelled':
      return `Replay ${run.state}`;
  }
}
