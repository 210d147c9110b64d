/** A bar above what is shown: something to know before reading on, with what to do. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { icon, type IconName } from './icon';

export function noticeBar(
  name: IconName,
  className: string,
  text: string,
  action: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<div class="notice ${className}" role="status">${icon(name)}<span class="grow">${text}</span>${action}</div>`;
}
