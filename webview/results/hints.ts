/** What else is known of a result that is wrong, and what to try, each with its button. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Hint } from '../../protocol/replay/verification';
import { icon } from '../widgets/icon';
import type { ResultsContext } from './context';

export function problemNotes(problems: readonly string[]): TemplateResult {
  return html`${problems.map((problem) => html`<p class="said bad">${icon('error')}<span>${problem}</span></p>`)}`;
}

export function hintNotes({ host, inEditor }: ResultsContext, hints: readonly Hint[]): TemplateResult {
  return html`${hints.map(
    ({ message, workgroupCount }) =>
      html`<p class="said hint">
        ${icon('info')}<span class="grow">${message}</span>
        ${
          workgroupCount === undefined || !inEditor
            ? nothing
            : html`<vscode-button appearance="secondary" @click=${() => void host.tryWorkgroupCount({ workgroupCount })}
                >Run with ${workgroupCount.split('=').at(-1)} Workgroups</vscode-button
              >`
        }
      </p>`,
  )}`;
}
