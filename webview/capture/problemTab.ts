/** What preflight says of the selected record, every way to mend it, and the command line that this amounts to. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Problem } from '../../protocol/capture/capture';
import { wrapped } from '../widgets/commandLine';
import { icon } from '../widgets/icon';
import { sentence } from '../widgets/sentence';
import type { Actions } from './actions';
import type { Model } from './model';
import type { Context } from './context';
import { apply, howToRecordAgain, problemTitle, remediesOf, remediesOfAll, type Remedy } from './remedies';

/** Problems of the selected record. */
export function selectedProblems({ preflight, details }: Model): readonly Problem[] {
  return preflight.state === 'done' && details !== undefined ? preflight.problems.filter(({ record }) => record === details.record) : [];
}

export function problemTab({ model, actions }: Context): TemplateResult {
  const { commandLine } = model.environment;
  const all = remediesOfAll(model.offers, errorsOf(model));
  return html`${selectedProblems(model).map((problem) => one(model, actions, problem))}
    ${
      all.length === 0
        ? nothing
        : html`<div class="sec">
            <h4>Or, of all that blocks</h4>
            <div class="fixes" role="list">${all.map((remedy) => fix(actions, remedy, false, undefined))}</div>
          </div>`
    }
    <div class="sec">
      <h4>
        On the command line <span class="grow"></span><button class="a" @click=${() => actions.run('copyText', commandLine)}>Copy</button>
      </h4>
      <pre class="cli">${wrapped(commandLine)}</pre>
      <p class="note">What Replay does now. A fix is added to it, and can be taken back below the toolbar.</p>
    </div>`;
}

function errorsOf({ preflight }: Model): number {
  return preflight.state === 'done' ? preflight.problems.filter(({ severity }) => severity === 'error').length : 0;
}

function one(model: Model, actions: Actions, problem: Problem): TemplateResult {
  const remedies = remediesOf(problem, model.offers, errorsOf(model));
  const again = howToRecordAgain(problem);
  return html`<div class="sec">
    <h4>${problemTitle(problem)} <em>${problem.code}</em></h4>
    <p class=${problem.severity === 'error' ? 'said bad' : 'said warn'}>
      ${icon(problem.severity)}<span>${sentence(problem.message)}</span>
    </p>
    ${problem.remedy === undefined ? nothing : html`<p class="said">${sentence(problem.remedy)}</p>`}
    ${remedies.length === 0 ? nothing : html`<div class="fixes" role="list">${remedies.map((remedy, i) => fix(actions, remedy, i === 0, problem.record))}</div>`}
    ${
      again === undefined
        ? nothing
        : html`<p class="said"><b>Recording again</b></p>
            <p class="said">${again}</p>`
    }
  </div>`;
}

function fix(actions: Actions, remedy: Remedy, first: boolean, record: number | undefined): TemplateResult {
  return html`<div class="fix" role="listitem">
    <span>${remedy.explanation}${remedy.leaves === undefined ? nothing : html` <b class="leaves">${sentence(remedy.leaves)}</b>`}</span>
    <vscode-button appearance=${first ? 'primary' : 'secondary'} @click=${() => apply(actions, remedy, record)}
      >${remedy.label}</vscode-button
    >
  </div>`;
}
