/** A scrolling region that draws only the rows in view, with a scrollbar of its own. */
import { render, type TemplateResult } from 'lit-html';
import {
  clampTop,
  thumbAt,
  topOfThumb,
  topToCentre,
  topToReveal,
  visibleRows,
  type ScrollGeometry,
  type VisibleRows,
} from './virtualScroll';

export interface VirtualRowsOptions {
  /** Taken over: rows and scrollbar are drawn into it. */
  readonly element: HTMLElement;
  readonly rowHeight: number;
  /** Of what holds the rows, for assistive technology: of a tree or table "rowgroup". */
  readonly role?: 'rowgroup';
  /** How many rows there are now. */
  rows(): number;
  /** The rows in view, each `rowHeight` high. */
  draw(visible: VisibleRows): TemplateResult | readonly TemplateResult[];
  /** Called after the rows were drawn at another place or size. */
  scrolled?(): void;
  /** Pixels at the top that sticky rows cover. */
  covered?(): number;
  /** A row in view that stays there when the region becomes lower. */
  kept?(): number | undefined;
}

export interface VirtualRows {
  /** Pixels from the list's top. */
  top: number;
  readonly visible: VisibleRows;
  /** Whole rows that fit. */
  readonly rowsPerPage: number;
  /** Draws in the next frame. */
  invalidate(): void;
  /** Draws now: for what is drawn with the rows and names them, so that both are of the same. */
  draw(): void;
  /** Scrolls as little as shows the row; to the middle when it was far away. */
  reveal(row: number): void;
  dispose(): void;
}

const LINE_PIXELS = 20;

export function createVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { element, rowHeight } = options;
  const body = document.createElement('div');
  body.className = 'vr-body';
  if (options.role !== undefined) body.setAttribute('role', options.role);
  const bar = document.createElement('div');
  bar.className = 'vr-bar';
  bar.setAttribute('aria-hidden', 'true');
  const thumb = document.createElement('div');
  thumb.className = 'vr-thumb';
  bar.append(thumb);
  element.classList.add('vr');
  element.append(body, bar);

  let top = 0;
  let viewport = element.clientHeight;
  let frame = 0;
  const listeners = new AbortController();
  const geometry = (): ScrollGeometry => ({ rows: options.rows(), rowHeight, viewport });

  const draw = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    const now = geometry();
    top = clampTop(now, top);
    const visible = visibleRows(now, top);
    render(options.draw(visible), body);
    body.style.transform = `translateY(${-visible.offset}px)`;
    const at = thumbAt(now, top, viewport);
    bar.hidden = at === undefined;
    if (at !== undefined) {
      thumb.style.height = `${at.size}px`;
      thumb.style.transform = `translateY(${at.position}px)`;
    }
    options.scrolled?.();
  };
  const invalidate = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const moveTo = (next: number): void => {
    const clamped = clampTop(geometry(), next);
    if (clamped === top) return;
    top = clamped;
    invalidate();
  };

  const on = <K extends keyof HTMLElementEventMap>(
    target: HTMLElement,
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => {
    target.addEventListener(type, listener, { signal: listeners.signal, passive: false });
  };
  on(element, 'wheel', (event) => {
    if (event.ctrlKey || event.deltaY === 0) return;
    const before = top;
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? viewport : 1;
    moveTo(top + event.deltaY * unit * (event.altKey ? 5 : 1));
    // At its end the page around it scrolls on.
    if (top !== before) event.preventDefault();
  });
  on(bar, 'pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const track = bar.getBoundingClientRect().top;
    const at = thumbAt(geometry(), top, viewport);
    if (at === undefined) return;
    const within = event.clientY - track - at.position;
    const grip = within >= 0 && within < at.size ? within : at.size / 2;
    const drag = (move: PointerEvent): void => moveTo(topOfThumb(geometry(), move.clientY - track - grip, viewport));
    drag(event);
    bar.setPointerCapture(event.pointerId);
    bar.classList.add('active');
    const release = new AbortController();
    bar.addEventListener('pointermove', drag, { signal: release.signal });
    const end = (): void => {
      bar.classList.remove('active');
      release.abort();
    };
    bar.addEventListener('lostpointercapture', end, { signal: release.signal });
  });

  const resized = new ResizeObserver(() => {
    const kept = options.kept?.();
    viewport = element.clientHeight;
    if (kept !== undefined) top = topToReveal(geometry(), top, kept, options.covered?.() ?? 0);
    invalidate();
  });
  resized.observe(element);

  return {
    get top() {
      return top;
    },
    set top(value) {
      top = value;
      invalidate();
    },
    get visible() {
      return visibleRows(geometry(), top);
    },
    get rowsPerPage() {
      return Math.max(1, Math.floor(viewport / rowHeight) - 1);
    },
    invalidate,
    draw,
    reveal(row) {
      const now = geometry();
      const near = topToReveal(now, top, row, options.covered?.() ?? 0);
      moveTo(Math.abs(near - top) > viewport ? topToCentre(now, row) : near);
    },
    dispose() {
      cancelAnimationFrame(frame);
      listeners.abort();
      resized.disconnect();
    },
  };
}
