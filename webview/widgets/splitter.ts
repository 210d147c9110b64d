/** An edge between two parts of a page, moved by the pointer or by the arrow keys. */
import { startDrag } from './drag';

export interface SplitterOptions {
  /** Which way the edge moves now: "columns" of parts beside each other, "rows" of parts one over the other. */
  readonly direction: () => 'columns' | 'rows';
  /** Pixels of the part behind the edge, and of both. */
  readonly size: () => number;
  readonly whole: () => number;
  /** Pixels that each side keeps, with the edge as it is now. */
  readonly least: () => { readonly before: number; readonly behind: number };
  readonly resize: (pixels: number) => void;
}

const KEY_STEP = 20;

/** Makes `element` such an edge; it is described when `describe` is called, and after each move. */
export function splitter(element: HTMLElement, label: string, options: SplitterOptions): { describe(): void } {
  const { direction, size, whole, least, resize } = options;
  element.classList.add('splitter');
  element.setAttribute('role', 'separator');
  element.setAttribute('aria-label', label);
  element.setAttribute('aria-valuemin', '0');
  element.setAttribute('aria-valuemax', '100');
  element.tabIndex = 0;
  const describe = (): void => {
    const all = whole();
    element.setAttribute('aria-valuenow', String(all === 0 ? 0 : Math.round((100 * size()) / all)));
    element.setAttribute('aria-orientation', direction() === 'rows' ? 'horizontal' : 'vertical');
  };
  const to = (pixels: number): void => {
    const { before, behind } = least();
    resize(Math.round(Math.max(behind, Math.min(pixels, whole() - before))));
    requestAnimationFrame(describe);
  };
  element.addEventListener('pointerdown', (event) => {
    const start = size();
    startDrag(
      event,
      (dx, dy) => to(start - (direction() === 'rows' ? dy : dx)),
      () => undefined,
    );
  });
  element.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: KEY_STEP, ArrowUp: KEY_STEP, ArrowRight: -KEY_STEP, ArrowDown: -KEY_STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    to(size() + step);
  });
  describe();
  return { describe };
}
