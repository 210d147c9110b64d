/** Every reason why a replay would fail or hang, at once, each with its record and its remedy. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Problem } from '../../protocol/capture/capture';
import { icon } from '../widgets/icon';
import { counted, grouped, milliseconds } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import type { Actions } from './actions';
import type { Context } from './context';
import { problemGroups, type ProblemGroup } from './problemGroups';
import { apply, problemTitle, remediesOf, remediesOfAll, type Remedy } from './remedies';
import { deviceLabel, RUNS } from '../../protocol/replay/replay';
import { firstBlocked } from '../../protocol/replay/reach';
import { recordedFor, type Target } from '../../protocol/words/recordedFor';

export function preflightList(context: Context): TemplateResult | typeof nothing {
  const { model, actions } = context;
  const { preflight, preflightOpen } = model;
  if (preflight.state !== 'done' || preflight.problems.length === 0) return nothing;
  const elsewhere = model.summary === undefined ? undefined : recordedFor(preflight.problems, model.summary.executables);
  if (elsewhere !== undefined) return forAnotherDevice(context, elsewhere, preflight.problems);
  const errors = preflight.problems.filter(({ severity }) => severity === 'error').length;
  const warnings = preflight.problems.length - errors;
  const summary =
    errors === 0
      ? counted(warnings, 'warning')
      : `${counted(errors, 'problem')} ${errors === 1 ? 'blocks' : 'block'} the replay${warnings > 0 ? `, ${counted(warnings, 'warning')}` : ''}`;
  return html`<div class="hd">
      <span class=${errors > 0 ? 'bad' : 'warn'}>${icon(errors > 0 ? 'error' : 'warning')}</span>
      <b class="el">${summary}</b>
      <span class="dim el">read in ${milliseconds(preflight.milliseconds)}, nothing executed</span>
      <span class="grow"></span>
      ${remediesOfAll(model.offers, errors).map(
        (remedy) =>
          html`<button
            class="a all el"
            title=${`${remedy.explanation} ${sentence(remedy.leaves ?? '')}`}
            @click=${() => apply(actions, remedy)}
          >
            ${remedy.label}
          </button>`,
      )}
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
    ${preflightOpen ? html`<div class="problems" role="list">${problemGroups(preflight.problems).map((group, i) => line(context, preflight.problems, group, i))}</div>` : nothing}`;
}

/** Nothing is wrong with the capture: it says what is needed, and what can be done with it here. */
function forAnotherDevice({ model, actions }: Context, { name, needs }: Target, problems: readonly Problem[]): TemplateResult {
  const problem = problems.find(({ severity }) => severity === 'error');
  const there = model.environment.devices.filter(({ runs }) => runs === RUNS).map(deviceLabel);
  const here = there.length === 0 ? '' : `: ${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} here`;
  return html`<div class="hd">
    <span>${icon('info')}</span>
    <b class="el">Recorded for ${name}</b>
    <span class="dim el">Replaying it needs ${needs}${here}.</span>
    <span class="grow"></span>
    ${(problem === undefined ? [] : remediesOf(problem)).map(
      (remedy) =>
        html`<button class="a el" title=${remedy.explanation} @click=${() => apply(actions, remedy, problem?.record)}>
          ${remedy.label}
        </button>`,
    )}
  </div>`;
}

/** A group of problems: it shows the one among them that is current, or its first. */
function line({ model, actions }: Context, problems: readonly Problem[], { members, first }: ProblemGroup, place: number): TemplateResult {
  const selected = members.includes(model.problem);
  const index = selected ? model.problem : (members[0] ?? 0);
  const problem = problems[index] ?? first;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const [remedy, ...others] = remediesOf(problem, model.offers, errors);
  const blocked = firstBlocked(problems);
  const unreached = blocked !== undefined && problem.record !== undefined && problem.record > blocked;
  return html`<div
    class="pr ${selected ? 'sel' : ''} ${unreached ? 'unreached' : ''}"
    role="listitem"
    data-kind=${problem.kind ?? ''}
    @click=${() => actions.showProblem(index)}
  >
    <span class="i ${problem.severity === 'error' ? 'bad' : 'warn'}" title=${problem.severity}>${icon(problem.severity)}</span>
    <span class="what"
      ><b>${problemTitle(problem)}</b><br /><span class="d" title=${problem.remedy ?? ''}>${sentence(problem.message)}</span></span
    >
    <span class="m recs"
      >${problem.record === undefined ? nothing : recordOf(actions, problem.record, index)}
      ${more(actions, members, index)}${unreached ? html`<span class="dim">not reached</span>` : nothing}</span
    >
    <span class="acts"
      >${
        remedy === undefined
          ? nothing
          : html`<vscode-button
                appearance=${place === 0 ? 'primary' : 'secondary'}
                title=${told(remedy)}
                @click=${(event: Event) => {
                  event.stopPropagation();
                  apply(actions, remedy, problem.record);
                }}
                >${remedy.label}</vscode-button
              >
              ${remedy.leaves === undefined ? nothing : html`<span class="dim leaves">${remedy.leaves}</span>`}`
      }${others.map(
        (other) =>
          html`<button
            class="a"
            title=${told(other)}
            @click=${(event: Event) => {
              event.stopPropagation();
              apply(actions, other, problem.record);
            }}
          >
            ${other.label}
          </button>`,
      )}</span
    >
  </div>`;
}

/** What it does, and what it was found to leave. */
function told({ explanation, leaves }: Remedy): string {
  return leaves === undefined ? explanation : `${explanation} ${sentence(leaves)}`;
}

function recordOf(actions: Actions, record: number, index: number): TemplateResult {
  return html`<a
    class="a"
    href="#"
    @click=${(event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      actions.showProblem(index);
    }}
    >#${grouped(record)}</a
  >`;
}

/** How many problems more the group has; a click goes to the next of them. */
function more(actions: Actions, members: readonly number[], index: number): TemplateResult | typeof nothing {
  if (members.length === 1) return nothing;
  const next = members[(members.indexOf(index) + 1) % members.length] ?? index;
  return html`<span class="dim"
    >and
    <button
      class="a"
      title="Show the next of them"
      @click=${(event: Event) => {
        event.stopPropagation();
        actions.showProblem(next);
      }}
    >
      ${grouped(members.length - 1)} more
    </button></span
  >`;
}

function asText(problems: readonly Problem[]): string {
  return problems
    .map(
      ({ severity, code, message, remedy, record }) =>
        `${severity}: ${record === undefined ? '' : `#${String(record)} `}${message} [${code}]${remedy === undefined ? '' : ` ${remedy}`}`,
    )
    .join('\n');
}
