/** In place of everything else when a file cannot be opened at all. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Problem } from '../../protocol/capture';
import { icon } from '../widgets/icon';
import { grouped } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import type { Context } from './model';

export function failurePage({ model, actions }: Context, problem: Problem): TemplateResult {
  return html`<div class="failure" role="alert">
    ${icon('error')}
    <h2>${model.environment.fileName} cannot be opened</h2>
    <p>${sentence(problem.message)}</p>
    <p class="dim m">
      ${problem.code}${problem.offset === undefined ? nothing : html` · offset ${grouped(problem.offset)}`}${problem.record === undefined ? nothing : html` · record ${grouped(problem.record)}`}
    </p>
    ${problem.remedy === undefined ? nothing : html`<p>${sentence(problem.remedy)}</p>`}
    <div class="acts">
      <vscode-button appearance="primary" @click=${() => actions.run('reload')}>Try Again</vscode-button>
      <vscode-button appearance="secondary" @click=${() => actions.run('openAsText')}>Open in Another Editor</vscode-button>
      <vscode-button appearance="secondary" @click=${() => actions.run('showOutput')}>Show Output</vscode-button>
    </div>
  </div>`;
}
