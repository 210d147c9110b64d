/** In place of what could not be read. */
import { html, type TemplateResult } from 'lit-html';
import { sentence } from './sentence';

/** Why, and a button that tries `again`. */
export function failed(problem: string, again: () => void): TemplateResult {
  return html`<div class="empty" role="alert">
    <p class="bad">${sentence(problem)}</p>
    <vscode-button appearance="secondary" @click=${again}>Try Again</vscode-button>
  </div>`;
}
