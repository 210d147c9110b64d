/** What the pointer does on the timeline: over the overview, the ruler and the tracks. */
import { frameOf } from './overview';
import type { Marker, TimeRange } from './timeline';
import { clampView, panBy, spanOf, timeAt, wholeView, zoomAt } from './viewport';

/** A place on the canvas, pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface CanvasGeometry {
  readonly view: TimeRange;
  readonly length: bigint;
  readonly width: number;
  /** Where the ruler and where the tracks begin, pixels from the canvas's top. */
  readonly rulerTop: number;
  readonly tracksTop: number;
}

export interface PointerSurface {
  readonly geometry: () => CanvasGeometry;
  move(view: TimeRange): void;
  /** Scrolls the tracks; whether there was something to scroll. */
  scrollBy(pixels: number): boolean;
  /** The nearest begin or end of a slice to a point, else the moment itself. */
  snap(point: Point): bigint;
  /** A range is being drawn, then chosen. */
  measure(range: TimeRange): void;
  measured(range: TimeRange): void;
  choose(point: Point): void;
  open(point: Point): void;
  /** Sets a marker, or takes the one that is there. */
  mark(point: Point): void;
  markerAt(x: number): Marker | undefined;
  editMarker(marker: Marker): void;
  /** The pointer is at a point of the canvas, or no longer on it. */
  hover(point: Point | undefined, measuring: boolean): void;
}

/** Pixels that a click may move. */
const CLICK = 4;
/** Pixels around the edge of the overview's frame. */
const EDGE = 5;
const LINE = 20;
/** Pixels of a wheel for which the span is doubled or halved: of a pinch they are smaller. */
const WHEEL = 240;
const PINCH = 60;

type Drag = (point: Point, moved: boolean) => void;

/** Follows the pointer on `canvas` until `signal` aborts. */
export function followPointer(canvas: HTMLCanvasElement, surface: PointerSurface, signal: AbortSignal): void {
  let drag: { readonly start: Point; readonly move: Drag; readonly drop: Drag; moved: boolean } | undefined;
  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const begin = (start: Point, shift: boolean): { readonly move: Drag; readonly drop: Drag } => {
    const { view, length, width, rulerTop, tracksTop } = surface.geometry();
    if (start.y < rulerTop) return overviewDrag(surface, start);
    if (start.y < tracksTop || shift) {
      const marker = start.y < tracksTop ? surface.markerAt(start.x) : undefined;
      const anchor = surface.snap(start);
      const range = (point: Point): TimeRange => {
        const other = surface.snap(point);
        return anchor < other ? { from: anchor, to: other } : { from: other, to: anchor };
      };
      return {
        move: (point) => surface.measure(range(point)),
        drop(point, moved) {
          if (moved) surface.measured(range(point));
          else if (marker !== undefined) surface.editMarker(marker);
          else surface.choose(point);
        },
      };
    }
    let y = start.y;
    return {
      move(point) {
        surface.scrollBy(y - point.y);
        y = point.y;
        surface.move(panBy(view, (start.x - point.x) / width, length));
      },
      drop(point, moved) {
        if (!moved) surface.choose(point);
      },
    };
  };

  const listen = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void): void =>
    canvas.addEventListener(name, act, { signal, passive: false });

  listen('pointerdown', (event) => {
    if (event.button !== 0) return;
    const start = pointOf(event);
    drag = { start, moved: false, ...begin(start, event.shiftKey) };
    canvas.setPointerCapture(event.pointerId);
  });
  listen('pointermove', (event) => {
    const point = pointOf(event);
    if (drag === undefined) {
      canvas.style.cursor = cursorAt(surface, point);
      surface.hover(point, event.shiftKey);
      return;
    }
    drag.moved ||= Math.hypot(point.x - drag.start.x, point.y - drag.start.y) >= CLICK;
    if (!drag.moved) return;
    surface.hover(undefined, false);
    drag.move(point, true);
  });
  const drop = (event: PointerEvent): void => {
    const ended = drag;
    drag = undefined;
    ended?.drop(pointOf(event), ended.moved);
  };
  listen('pointerup', drop);
  listen('pointercancel', () => (drag = undefined));
  listen('pointerleave', () => surface.hover(undefined, false));
  listen('dblclick', (event) => {
    const point = pointOf(event);
    const { rulerTop, tracksTop } = surface.geometry();
    if (point.y >= tracksTop) surface.open(point);
    else if (point.y >= rulerTop) surface.mark(point);
  });
  listen('wheel', (event) => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    const point = pointOf(event);
    const { view, length, width } = surface.geometry();
    if (event.ctrlKey || event.metaKey) {
      const pixels = event.deltaY * unit;
      const doubled = event.ctrlKey && Math.abs(pixels) < 50 ? PINCH : WHEEL;
      surface.move(zoomAt(view, 2 ** (pixels / doubled), point.x / width, length));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const pixels = (event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX) * unit;
      surface.move(panBy(view, pixels / width, length));
    } else if (!surface.scrollBy(event.deltaY * unit)) return;
    event.preventDefault();
    surface.hover(point, event.shiftKey);
  });
}

/** In the overview: the frame is moved, its edges are, or another part is chosen. */
function overviewDrag(surface: PointerSurface, start: Point): { readonly move: Drag; readonly drop: Drag } {
  const { view, length, width } = surface.geometry();
  const whole = wholeView(length);
  const moment = (x: number): bigint => timeAt(whole, Math.min(Math.max(0, x), width), width);
  const edge = edgeAt(surface.geometry(), start.x);
  const { left, right } = frameOf(view, length, width);
  const centre = (x: number): void => {
    const half = spanOf(view) / 2n;
    surface.move(clampView({ from: moment(x) - half, to: moment(x) + half }, length));
  };
  if (edge !== undefined) {
    return {
      move(point) {
        const at = moment(point.x);
        const from = edge === 'from' ? at : view.from;
        const to = edge === 'to' ? at : view.to;
        if (from < to) surface.move({ from, to });
      },
      drop: () => undefined,
    };
  }
  if (start.x >= left && start.x <= right) {
    const span = Number(spanOf(whole)) / Number(spanOf(view));
    return {
      move: (point) => surface.move(panBy(view, ((point.x - start.x) / width) * span, length)),
      drop: () => undefined,
    };
  }
  return {
    move(point) {
      const [from, to] = point.x < start.x ? [point.x, start.x] : [start.x, point.x];
      surface.move({ from: moment(from), to: moment(to) });
    },
    drop(point, moved) {
      if (!moved) centre(point.x);
    },
  };
}

function edgeAt({ view, length, width }: CanvasGeometry, x: number): 'from' | 'to' | undefined {
  const { left, right } = frameOf(view, length, width);
  // Of a narrow frame the edges are outside, so that it can still be moved.
  const inside = Math.min(EDGE, (right - left) / 4);
  if (x > left - EDGE && x < left + inside) return 'from';
  if (x < right + EDGE && x > right - inside) return 'to';
  return undefined;
}

function cursorAt(surface: PointerSurface, { x, y }: Point): string {
  const geometry = surface.geometry();
  if (y >= geometry.tracksTop) return 'default';
  if (y >= geometry.rulerTop) return surface.markerAt(x) === undefined ? 'text' : 'pointer';
  if (edgeAt(geometry, x) !== undefined) return 'ew-resize';
  const { left, right } = frameOf(geometry.view, geometry.length, geometry.width);
  return x >= left && x <= right ? 'grab' : 'crosshair';
}
