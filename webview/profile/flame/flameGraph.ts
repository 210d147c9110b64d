/** The flame graph: what ran within what, by scope, command buffer and function. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { functionName } from '../../widgets/functionName';
import { sentence } from '../../widgets/sentence';
import { timeText } from '../../widgets/timeUnit';
import type { Context } from '../model';
import { percent } from '../percent';
import { flameLayout, type PlacedFrame } from './flameLayout';

/** Frames narrower than this part of the width are no two pixels wide. */
const LEAST = 1 / 900;

export function flameGraph(context: Context): TemplateResult {
  const { asked, model, actions } = context;
  const { value, problem } = asked.flame;
  if (value === undefined) return problem === undefined ? html`` : html`<p class="empty bad" role="alert">${sentence(problem)}</p>`;
  const { frames, depth, totalNs } = flameLayout(value, model.flameRoot, LEAST);
  if (frames.length === 0) return html`<p class="empty">Nothing was executed in this part of the time.</p>`;
  const key = (event: KeyboardEvent, at: number): void => {
    const to = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && model.flameRoot !== undefined) actions.setFlameRoot(undefined);
    else if (to === undefined) return;
    else focusFrame(event, Math.min(Math.max(0, at + to), frames.length - 1));
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class="flame" style="--depth:${depth}" role="group" aria-label="Flame graph">
    ${frames.map((placed, i) => drawn(context, placed, i, totalNs, key))}
  </div>`;
}

function focusFrame({ currentTarget }: Event, index: number): void {
  const parent = currentTarget instanceof HTMLElement ? currentTarget.parentElement : null;
  const next = parent?.children[index];
  if (next instanceof HTMLElement) next.focus();
}

function drawn(
  { timeline, actions, model }: Context,
  { frame, index, left, width }: PlacedFrame,
  at: number,
  totalNs: number,
  key: (event: KeyboardEvent, at: number) => void,
): TemplateResult {
  const { name, nameIndex, depth, totalNs: ns, count } = frame;
  const title = `${name}: ${timeText(ns)}, ${percent(totalNs === 0 ? 0 : ns / totalNs)}, ${String(count)} times`;
  return html`<button
    class="frame"
    style="left:${(100 * left).toFixed(3)}%;width:${(100 * width).toFixed(3)}%;--row-at:${depth};--c:${nameIndex === undefined ? 'var(--cl-other)' : timeline.colourOf(nameIndex)}"
    title=${title}
    aria-label=${title}
    aria-pressed=${model.flameRoot === index ? 'true' : nothing}
    tabindex=${at === 0 ? '0' : '-1'}
    @click=${() => actions.setFlameRoot(model.flameRoot === index ? undefined : index)}
    @keydown=${(event: KeyboardEvent) => key(event, at)}
  >
    ${width > 0.02 ? functionName(model.shortNames, name) : ''}
  </button>`;
}
