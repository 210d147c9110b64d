/** How frames of a flame graph are drawn, whatever their widths stand for. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { flameLayout, type LaidOutFrame } from '../../../protocol/profile/flameLayout';

/** Frames narrower than this part of the width are no two pixels wide. */
const LEAST = 1 / 900;

export interface FlameDrawing<Frame extends LaidOutFrame> {
  /** In the order of a depth-first walk. */
  readonly frames: readonly Frame[];
  /** What a frame's width stands for. */
  readonly sizeOf: (frame: Frame) => number;
  /** Place of the frame that takes the whole width. */
  readonly root: number | undefined;
  readonly setRoot: (index: number | undefined) => void;
  readonly label: string;
  /** Why there are no frames. */
  readonly empty: string;
  /** Everything about a frame, in a line; `whole` is the size of the whole width. */
  readonly title: (frame: Frame, whole: number) => string;
  readonly colour: (frame: Frame, index: number) => string;
  /** What stands on a frame with room for it. */
  readonly text: (frame: Frame) => TemplateResult | string;
}

export function drawFlame<Frame extends LaidOutFrame>(drawing: FlameDrawing<Frame>): TemplateResult {
  const { root, setRoot, label, empty, title, colour, text, sizeOf } = drawing;
  const { frames, depth, whole } = flameLayout(drawing.frames, { sizeOf, root, least: LEAST });
  if (frames.length === 0) return html`<p class="empty">${empty}</p>`;
  const key = (event: KeyboardEvent, at: number): void => {
    const to = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && root !== undefined) setRoot(undefined);
    else if (to === undefined) return;
    else focusFrame(event, Math.min(Math.max(0, at + to), frames.length - 1));
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class="flame" style="--depth:${depth}" role="group" aria-label=${label}>
    ${frames.map(({ frame, index, left, width }, at) => {
      const words = title(frame, whole);
      return html`<button
        class="frame"
        style="left:${(100 * left).toFixed(3)}%;width:${(100 * width).toFixed(3)}%;--row-at:${frame.depth};--c:${colour(frame, index)}"
        title=${words}
        aria-label=${words}
        aria-pressed=${root === index ? 'true' : nothing}
        tabindex=${at === 0 ? '0' : '-1'}
        @click=${() => setRoot(root === index ? undefined : index)}
        @keydown=${(event: KeyboardEvent) => key(event, at)}
      >
        ${width > 0.02 ? text(frame) : ''}
      </button>`;
    })}
  </div>`;
}

function focusFrame({ currentTarget }: Event, index: number): void {
  const parent = currentTarget instanceof HTMLElement ? currentTarget.parentElement : null;
  const next = parent?.children[index];
  if (next instanceof HTMLElement) next.focus();
}
