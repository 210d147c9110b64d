/** The frame of a page of two files side by side: what the comparison comes to, over what it rests on and what is chosen. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from './icon';

/** What a comparison comes to, in a sentence, and what that rests on in another. */
export interface Headline {
  readonly tone: 'good' | 'bad' | 'plain';
  readonly sentence: string;
  readonly basis: string;
}

export interface PairPage {
  readonly headline: Headline;
  /** What more is known of it, in a line under what it rests on. */
  readonly cause?: TemplateResult | undefined;
  /** Beside the headline, and under it. */
  readonly beside?: TemplateResult;
  readonly below?: TemplateResult;
  /** Why something that was asked for failed; what was shown before stays. */
  readonly failure: string | undefined;
  readonly left: unknown;
  /** What is chosen, and what can be done with both. */
  readonly side: unknown;
}

export function pairPage({ headline, cause, beside, below, failure, left, side }: PairPage): TemplateResult {
  return html`${header(headline, 'done', cause, beside)} ${below}
    ${failure === undefined ? nothing : html`<p class="said warn" role="alert">${icon('warning')}<span>${failure}</span></p>`}
    <main class="results">
      <div class="left">${left}</div>
      <aside class="side" aria-label="What is chosen">${side}</aside>
    </main>`;
}

/** While both, "profiles" or "captures", are read, and where they cannot be compared. */
export function pairPageWithout(files: string, failure: string | undefined): TemplateResult {
  return failure === undefined
    ? html`<div class="progress indexing endless" role="progressbar" aria-label=${`Reading both ${files}`}><i></i></div>`
    : header({ tone: 'bad', sentence: `The ${files} cannot be compared.`, basis: failure }, 'failed');
}

function header(
  { tone, sentence, basis }: Headline,
  state: 'done' | 'failed',
  cause?: TemplateResult,
  beside?: TemplateResult,
): TemplateResult {
  return html`<header class="verdict tone-${tone}" data-state=${state}>
    <span class="mark">${icon(tone === 'good' ? 'ok' : tone === 'bad' ? 'warning' : 'info')}</span>
    <div class="grow">
      <h1 role="status">${sentence}</h1>
      <div class="basis">${basis}</div>
      ${cause}
    </div>
    ${beside}
  </header>`;
}
