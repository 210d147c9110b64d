/** Finding elements by value, those that are no number, and those that changed. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureHost } from '../../../protocol/capture/capture';
import type { FoundElements, TensorView } from '../../../protocol/replay/inspection';
import { problemOf } from '../../../protocol/base/problemOf';
import type { Calls } from '../../../protocol/base/rpc';
import { icon } from '../../widgets/icon';
import { grouped } from '../../widgets/numbers';
import { sentence } from '../../widgets/sentence';
import { parseQuery } from './elementQuery';
import { indexText, type Shape } from './shape';

type State =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly found: FoundElements }
  | { readonly state: 'failed'; readonly message: string };

export interface ElementSearch {
  /** The element that was found last. */
  readonly found: number | undefined;
  draw(view: TensorView, shape: Shape): TemplateResult;
  /** Other elements are shown: what was found of those before means nothing now. */
  forget(): void;
}

/** `show` is called with each element that is found, `redraw` when what is said changed. */
export function createElementSearch(host: () => Calls<CaptureHost>, redraw: () => void, show: (element: number) => void): ElementSearch {
  let text = '';
  let state: State = { state: 'idle' };
  let running: AbortController | undefined;
  let found: number | undefined;

  const forget = (): void => {
    running?.abort();
    state = { state: 'idle' };
    found = undefined;
  };
  const find = async (view: TensorView, direction: 1 | -1): Promise<void> => {
    const condition = parseQuery(text);
    if (condition === undefined) {
      state =
        text.trim() === ''
          ? { state: 'idle' }
          : { state: 'failed', message: 'A number such as 0.5, >0.01 or !=0, or one of NaN, inf, changed.' };
      redraw();
      return;
    }
    running?.abort();
    const { signal } = (running = new AbortController());
    state = { state: 'running' };
    redraw();
    try {
      const from = found === undefined ? 0 : direction > 0 ? found + 1 : found;
      const answer = await host().find({ view, condition, from, direction }, signal);
      if (signal.aborted) return;
      state = { state: 'done', found: answer };
      found = answer.index === undefined ? undefined : Number(answer.index);
      if (found !== undefined) show(found);
    } catch (error) {
      if (running.signal !== signal) return;
      state = signal.aborted ? { state: 'idle' } : { state: 'failed', message: problemOf(error).message };
    }
    redraw();
  };
  const enter = (view: TensorView, wanted: string, direction: 1 | -1): void => {
    if (wanted !== text) found = undefined;
    text = wanted;
    void find(view, direction);
  };

  return {
    get found() {
      return found;
    },
    forget,
    draw(view, shape) {
      const keys = (event: KeyboardEvent): void => {
        event.stopPropagation();
        if (event.key === 'Enter') enter(view, (event.target as HTMLInputElement).value, event.shiftKey ? -1 : 1);
        else if (event.key === 'Escape') {
          forget();
          redraw();
        }
      };
      const quick = (word: string, label: string): TemplateResult =>
        html`<button
          class="a"
          title="Find elements that ${word === 'changed' ? 'changed' : `are ${label}`}"
          @click=${() => enter(view, word, 1)}
        >
          ${label}
        </button>`;
      const step = (direction: 1 | -1, name: 'up' | 'down', title: string): TemplateResult =>
        html`<button
          class="tool"
          title=${title}
          aria-label=${title}
          ?disabled=${parseQuery(text) === undefined}
          @click=${() => void find(view, direction)}
        >
          ${icon(name)}
        </button>`;
      return html`<div class="sec finding" role="search" aria-label="Find elements">
        <label class="pick"
          ><span class="lead">Find</span
          ><input
            class="place find m"
            aria-label="Find elements"
            placeholder="0.5, >0.01, NaN, changed"
            title="Enter for the next, Shift+Enter for the one before"
            spellcheck="false"
            .value=${text}
            @keydown=${keys}
            @change=${(event: Event) => (text = (event.target as HTMLInputElement).value)}
        /></label>
        ${step(-1, 'up', 'Previous element (Shift+Enter)')} ${step(1, 'down', 'Next element (Enter)')}
        <span class="m count" role="status">${said(state, shape)}</span>
        ${state.state === 'running' ? html`<button class="a" @click=${() => running?.abort()}>Cancel</button>` : nothing}
        <span class="quick">${quick('changed', 'Changed')} ${quick('nan', 'NaN')} ${quick('inf', 'Infinite')}</span>
      </div>`;
    },
  };
}

function said(state: State, shape: Shape): string {
  switch (state.state) {
    case 'idle':
      return '';
    case 'running':
      return 'Searching…';
    case 'failed':
      return sentence(state.message);
    case 'done': {
      const { count, index, ordinal } = state.found;
      if (index === undefined) return 'none';
      return `${grouped(ordinal ?? '0')} of ${grouped(count)} at ${indexText(shape, Number(index))}`;
    }
  }
}
