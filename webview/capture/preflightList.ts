/** Every reason why a replay would fail or hang, at once, each with its record and its remedy. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureCommand, Problem } from '../../protocol/capture';
import { icon } from '../widgets/icon';
import { counted, grouped, milliseconds } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import type { Context } from './model';

/** Problems drawn; the rest is counted. */
const MAX_SHOWN = 200;

/** Remedies that are a button here, by the kind of problem. */
const REMEDIES: Readonly<Record<string, { readonly label: string; readonly command: CaptureCommand }>> = {
  'file-missing': { label: 'Remap Files…', command: 'remapFiles' },
  'file-changed': { label: 'Remap Files…', command: 'remapFiles' },
  'file-unreadable': { label: 'Remap Files…', command: 'remapFiles' },
};

export function preflightList(context: Context): TemplateResult | typeof nothing {
  const { model, actions } = context;
  const { preflight, preflightOpen } = model;
  if (preflight.state !== 'done' || preflight.problems.length === 0) return nothing;
  const errors = preflight.problems.filter(({ severity }) => severity === 'error').length;
  const warnings = preflight.problems.length - errors;
  const sentence =
    errors === 0
      ? counted(warnings, 'warning')
      : `${counted(errors, 'problem')} ${errors === 1 ? 'blocks' : 'block'} the replay${warnings > 0 ? `, ${counted(warnings, 'warning')}` : ''}`;
  return html`<div class="hd">
      <span class=${errors > 0 ? 'bad' : 'warn'}>${icon(errors > 0 ? 'error' : 'warning')}</span>
      <b>${sentence}</b>
      <span class="dim el">read in ${milliseconds(preflight.milliseconds)}, nothing executed</span>
      <span class="grow"></span>
      <button
        class="tool"
        title="Copy as text"
        aria-label="Copy the problems as text"
        @click=${() => actions.run('copyText', asText(preflight.problems))}
      >
        ${icon('copy')}
      </button>
      <button
        class="tool"
        title=${preflightOpen ? 'Collapse' : 'Expand'}
        aria-label="Show the problems"
        aria-expanded=${preflightOpen ? 'true' : 'false'}
        @click=${() => actions.togglePreflight()}
      >
        ${icon(preflightOpen ? 'down' : 'right')}
      </button>
    </div>
    ${preflightOpen ? html`<div class="problems" role="list">${preflight.problems.slice(0, MAX_SHOWN).map((problem, i) => line(context, problem, i))}${more(preflight.problems.length)}</div>` : nothing}`;
}

function line({ model, actions }: Context, problem: Problem, index: number): TemplateResult {
  const remedy = REMEDIES[problem.kind ?? ''];
  const { record } = problem;
  return html`<div class="pr ${model.problem === index ? 'sel' : ''}" role="listitem" @click=${() => actions.showProblem(index)}>
    <span class="i ${problem.severity === 'error' ? 'bad' : 'warn'}" title=${problem.severity}>${icon(problem.severity)}</span>
    <span class="what"
      ><span class="t">${sentence(problem.message)}</span
      >${problem.remedy === undefined ? nothing : html`<br /><span class="d">${sentence(problem.remedy)}</span>`}</span
    >
    <span class="m recs"
      >${
        record === undefined
          ? nothing
          : html`<a
              class="a"
              href="#"
              @click=${(event: Event) => {
                event.preventDefault();
                event.stopPropagation();
                actions.showProblem(index);
              }}
              >#${grouped(record)}</a
            > `
      }<span class="dim">${(problem.kind ?? problem.code).toLowerCase().replaceAll(/[_-]/g, ' ')}</span></span
    >
    <span class="acts"
      >${
        remedy === undefined
          ? nothing
          : html`<vscode-button
              appearance=${index === 0 ? 'primary' : 'secondary'}
              @click=${(event: Event) => {
                event.stopPropagation();
                actions.run(remedy.command);
              }}
              >${remedy.label}</vscode-button
            >`
      }</span
    >
  </div>`;
}

function more(count: number): TemplateResult | typeof nothing {
  return count > MAX_SHOWN ? html`<p class="note">and ${grouped(count - MAX_SHOWN)} more</p>` : nothing;
}

function asText(problems: readonly Problem[]): string {
  return problems
    .map(
      ({ severity, code, message, remedy, record }) =>
        `${severity}: ${record === undefined ? '' : `#${String(record)} `}${message} [${code}]${remedy === undefined ? '' : ` ${remedy}`}`,
    )
    .join('\n');
}
