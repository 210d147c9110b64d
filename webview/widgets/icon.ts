/** Icons of 16 x 16 units, drawn with the current colour. */
import { svg, type TemplateResult } from 'lit-html';
import { html } from 'lit-html';

const SHAPES = {
  play: svg`<path d="M4.5 2.5l8.5 5.500-8.500 5.500z"/>`,
  clock: svg`<circle cx="8" cy="9" r="5"/><path d="M8 9V6.200M6.500 1.800h3M8 1.800V4"/>`,
  swap: svg`<path d="M3 5.500h9.500M10 3l2.500 2.500L10 8M13 10.500H3.500M6 8l-2.500 2.500L6 13"/>`,
  stop: svg`<path d="M4 4h8v8H4z"/>`,
  search: svg`<circle cx="9.500" cy="6.500" r="4"/><path d="M6.500 9.500l-4.500 4.500"/>`,
  down: svg`<path d="M3.500 6l4.500 4.500L12.500 6"/>`,
  right: svg`<path d="M6 3.500L10.500 8 6 12.500"/>`,
  up: svg`<path d="M3.500 10L8 5.500l4.500 4.500"/>`,
  close: svg`<path d="M3.500 3.500l9 9M12.500 3.500l-9 9"/>`,
  back: svg`<path d="M13 8H3.500M7.200 4l-4 4 4 4"/>`,
  forward: svg`<path d="M3 8h9.500M8.800 4l4 4-4 4"/>`,
  previous: svg`<path d="M8 13V3.500M4 7.200l4-4 4 4"/>`,
  next: svg`<path d="M8 3v9.500M4 8.800l4 4 4-4"/>`,
  ok: svg`<circle cx="8" cy="8" r="6.200"/><path d="M5 8.300l2.200 2.200 4-4.600"/>`,
  error: svg`<circle cx="8" cy="8" r="6.200"/><path d="M5.500 5.500l5 5M10.500 5.500l-5 5"/>`,
  warning: svg`<path d="M8 2l6.500 11.500h-13zM8 6.500v3.500M8 11.300v1"/>`,
  info: svg`<circle cx="8" cy="8" r="6.200"/><path d="M8 7v4.500M8 4.300v1.200"/>`,
  filter: svg`<path d="M2 3.500h12M4.500 8h7M6.500 12.500h3"/>`,
  copy: svg`<path d="M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3"/>`,
  refresh: svg`<path d="M13 8a5 5 0 1 1-1.600-3.700M13.200 1.800v3h-3"/>`,
  lock: svg`<path d="M3.500 7.500h9v6h-9zM5.500 7.500v-2.500a2.500 2.500 0 0 1 5 0v2.500"/>`,
} as const;

export type IconName = keyof typeof SHAPES;

/** An icon; what it means must be said by the text or the label beside it. */
export function icon(name: IconName, className = ''): TemplateResult {
  return html`<svg class="ic ${className}" viewBox="0 0 16 16" aria-hidden="true">${SHAPES[name]}</svg>`;
}
