/** What stands over instructions and sources: of which kernel they are, and what can be done with them. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { grouped } from '../../widgets/numbers';
import type { CodeState } from './codeState';

/** Gives the keyboard to a list that has been drawn, where it is waited for there. */
export function giveKeyboard(state: CodeState, list: HTMLElement): void {
  if (!state.wantsKeyboard || list.hidden) return;
  state.wantsKeyboard = false;
  // Once it stands in the page.
  requestAnimationFrame(() => list.focus());
}

export function kernelHead(state: CodeState, name: string | undefined, facts: string | undefined, actions: TemplateResult): TemplateResult {
  const { value: code } = state.code;
  if (code === null) return html`<p class="empty">This record has no code.</p>`;
  if (code === undefined) return state.code.loading ? html`<p class="empty">Reading its code…</p>` : html``;
  if (code.functionCount === 0) return html`<p class="empty">Executable ${code.executable} has no functions.</p>`;
  return html`<div class="codehead" aria-busy=${state.listing.loading || state.sources.loading ? 'true' : 'false'}>
    <div class="codename">
      ${code.called === undefined && code.functionCount > 1 ? functionChoice(state) : html`<b class="m el" title=${name ?? ''}>${name ?? ''}</b>`}
      <span class="grow"></span>${actions}
    </div>
    <div class="dim">executable ${code.executable}, ${code.format}${facts === undefined || facts === '' ? '' : `, ${facts}`}</div>
  </div>`;
}

function functionChoice(state: CodeState): TemplateResult {
  const { functions = [], functionCount = 0 } = state.code.value ?? {};
  const chosen = functions.find(({ ordinal }) => ordinal === state.choice?.ordinal)?.name ?? '';
  const choose = (event: Event): void => {
    const wanted = functions.find(({ name }) => name === (event.target as HTMLElement & { value: string }).value);
    if (wanted !== undefined) state.chooseFunction(wanted.ordinal);
  };
  return html`<vscode-dropdown class="functions" aria-label="Function" .value=${chosen} @change=${choose}
      >${functions.map(({ name }) => html`<vscode-option value=${name} ?selected=${name === chosen}>${name}</vscode-option>`)}</vscode-dropdown
    >${functionCount > functions.length ? html`<span class="dim">the first ${grouped(functions.length)} of ${grouped(functionCount)}</span>` : nothing}`;
}
