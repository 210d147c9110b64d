/** In place of everything else when a file cannot be opened at all. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Problem } from '../../protocol/capture/capture';
import { icon } from './icon';
import { grouped } from './numbers';
import { sentence } from './sentence';

export interface FailurePage {
  readonly fileName: string;
  readonly problem: Problem;
  readonly act: (what: 'reload' | 'openAsText' | 'showOutput') => void;
}

export function failurePage({ fileName, problem, act }: FailurePage): TemplateResult {
  return html`<div class="failure" role="alert">
    ${icon('error')}
    <h2>${fileName} cannot be opened</h2>
    <p>${sentence(problem.message)}</p>
    <p class="dim m">
      ${problem.code}${problem.offset === undefined ? nothing : html` · offset ${grouped(problem.offset)}`}${problem.record === undefined ? nothing : html` · record ${grouped(problem.record)}`}
    </p>
    ${problem.remedy === undefined ? nothing : html`<p>${sentence(problem.remedy)}</p>`}
    <div class="acts">
      <vscode-button appearance="primary" @click=${() => act('reload')}>Try Again</vscode-button>
      <vscode-button appearance="secondary" @click=${() => act('openAsText')}>Open in Another Editor</vscode-button>
      <vscode-button appearance="secondary" @click=${() => act('showOutput')}>Show Output</vscode-button>
    </div>
  </div>`;
}
