/** Which profiles are A and B, under what the comparison comes to. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { ComparedProfile, ComparedProfiles } from '../../protocol/profile/profileComparison';
import { icon } from '../widgets/icon';
import { counted } from '../widgets/numbers';

export interface PickersOptions {
  readonly compared: ComparedProfiles;
  /** False in a report, where no others can be chosen. */
  readonly inEditor: boolean;
  readonly choose: (before: readonly string[], b: string) => void;
  readonly addEarlier: () => void;
}

/** A's code may have been run before. */
export function pickers({ compared, inEditor, choose, addEarlier }: PickersOptions): TemplateResult {
  const { before, b, choices } = compared;
  const a = before.at(-1) ?? b;
  const earlier = before.slice(0, -1);
  const words = ({ name, changed }: ComparedProfile): string => `${name}, ${new Date(changed).toLocaleString()}`;
  if (!inEditor) {
    const named = (side: 'A' | 'B', profile: ComparedProfile): TemplateResult =>
      html`<span><span class=${side === 'A' ? 'a-mark' : 'b-mark'}>${side === 'A' ? '●' : '◆'} ${side}</span> ${words(profile)}</span>`;
    return html`<div class="pickers">
      ${named('A', a)} ${named('B', b)}
      ${earlier.length === 0 ? nothing : html`<span class="dim">${counted(earlier.length, 'earlier run')} of A's code</span>`}
    </div>`;
  }
  const pick = (side: 'A' | 'B', profile: ComparedProfile, pickOne: (path: string) => void): TemplateResult => {
    const list = choices.some(({ path }) => path === profile.path) ? choices : [profile, ...choices];
    return html`<label class=${side === 'A' ? 'a-mark' : 'b-mark'}
      >${side === 'A' ? '●' : '◆'} ${side}
      <vscode-dropdown
        aria-label=${`Profile ${side}`}
        .value=${live(profile.path)}
        @change=${({ target }: Event) => pickOne((target as HTMLSelectElement).value)}
        >${list.map((one) => html`<vscode-option value=${one.path} ?selected=${one.path === profile.path}>${words(one)}</vscode-option>`)}</vscode-dropdown
      ></label
    >`;
  };
  const paths = earlier.map(({ path }) => path);
  return html`<div class="pickers">
    ${pick('A', a, (path) => choose([path], b.path))} ${pick('B', b, (path) => choose([...paths, a.path], path))}
    <button class="tool" title="Swap A and B" aria-label="Swap A and B" @click=${() => choose([b.path], a.path)}>${icon('swap')}</button>
    <vscode-button appearance="secondary" title="Earlier runs of A's code say how far runs are from each other" @click=${addEarlier}
      >${earlier.length === 0 ? 'Add Earlier Runs of A…' : `${String(earlier.length)} Earlier Runs of A…`}</vscode-button
    >
  </div>`;
}
