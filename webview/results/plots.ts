/** Plots by uPlot in the colours of the theme. Each stands beside a table with the same numbers. */
import uPlot from 'uplot';

/** A variable of the theme, such as "--vscode-charts-blue". */
type Colour = `--${string}`;

export interface PlotSeries {
  readonly label: string;
  readonly values: Iterable<number | null>;
  readonly colour: Colour;
  readonly kind: 'line' | 'points' | 'area' | 'line-points';
  readonly shape?: 'circle' | 'diamond';
}

export interface PlotSpec {
  /** Drawn again when this is another object. */
  readonly of: unknown;
  readonly x: readonly number[];
  readonly series: readonly PlotSeries[];
  readonly xText: (value: number) => string;
  readonly yText: (value: number) => string;
  /** Without an axis at the left. */
  readonly bare?: boolean;
  /** Filled from low to high across the plot. */
  readonly bands?: readonly { readonly axis: 'x' | 'y'; readonly low: number; readonly high: number; readonly colour: Colour }[];
  readonly lines?: readonly { readonly axis: 'x' | 'y'; readonly at: number; readonly colour: Colour; readonly dashed?: boolean }[];
}

export interface Plots {
  /** The element that shows the plot, said in words to who does not see it; the same one for the same name. */
  draw(name: string, spec: PlotSpec, words: string): HTMLElement;
  /** The plot as a PNG, on the background of the theme; undefined while it is not drawn. */
  png(name: string): Promise<Uint8Array | undefined>;
  /** The theme has changed: everything is drawn again. */
  forget(): void;
}

/** Of a plot whose place has no height yet. */
const HEIGHT = 200;
const heightOf = ({ clientHeight }: HTMLElement): number => (clientHeight > 0 ? clientHeight : HEIGHT);
const BAND_OPACITY = 0.22;

interface Drawn {
  readonly element: HTMLElement;
  readonly observer: ResizeObserver;
  plot: uPlot | undefined;
  of: unknown;
}

export function createPlots(): Plots {
  const drawn = new Map<string, Drawn>();
  return {
    draw(name, spec, words) {
      const there = drawn.get(name) ?? place(name);
      drawn.set(name, there);
      there.element.setAttribute('aria-label', words);
      if (there.plot === undefined || there.of !== spec.of) {
        there.plot?.destroy();
        there.of = spec.of;
        there.plot = new uPlot(
          optionsOf(spec, Math.max(200, there.element.clientWidth), heightOf(there.element)),
          dataOf(spec),
          there.element,
        );
      }
      return there.element;
    },
    async png(name) {
      const canvas = drawn.get(name)?.plot?.ctx.canvas;
      if (canvas === undefined) return undefined;
      const copy = document.createElement('canvas');
      copy.width = canvas.width;
      copy.height = canvas.height;
      const to = copy.getContext('2d');
      if (to === null) return undefined;
      to.fillStyle = colour('--vscode-editor-background');
      to.fillRect(0, 0, copy.width, copy.height);
      to.drawImage(canvas, 0, 0);
      const png = await new Promise<Blob | null>((resolve) => copy.toBlob(resolve));
      return png === null ? undefined : new Uint8Array(await png.arrayBuffer());
    },
    forget() {
      for (const one of drawn.values()) {
        one.plot?.destroy();
        one.plot = undefined;
      }
    },
  };

  function place(name: string): Drawn {
    const element = document.createElement('div');
    element.className = 'plot';
    element.role = 'img';
    element.dataset['plot'] = name;
    const observer = new ResizeObserver(() => {
      const { plot } = drawn.get(name) ?? {};
      const [width, height] = [element.clientWidth, heightOf(element)];
      if (plot !== undefined && width > 0 && (plot.width !== width || plot.height !== height)) plot.setSize({ width, height });
    });
    observer.observe(element);
    return { element, observer, plot: undefined, of: undefined };
  }
}

function colour(name: Colour): string {
  const style = getComputedStyle(document.body);
  return style.getPropertyValue(name).trim() || style.color;
}

/** uPlot's own types are mutable arrays. */
function dataOf({ x, series }: PlotSpec): uPlot.AlignedData {
  return [[...x], ...series.map(({ values }) => [...values])];
}

function optionsOf(spec: PlotSpec, width: number, height: number): uPlot.Options {
  const ink = colour('--vscode-descriptionForeground');
  const grid = { stroke: `color-mix(in srgb, ${ink} 22%, transparent)`, width: 1 };
  const font = `11px ${getComputedStyle(document.body).getPropertyValue('--vscode-editor-font-family') || 'monospace'}`;
  const axis = { stroke: ink, font, ticks: { show: false }, grid };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    scales: { x: { time: false, range: padded }, y: { range: padded } },
    axes: [
      { ...axis, grid: { show: false }, values: (_, ticks) => ticks.map(spec.xText), size: 26, space: 60 },
      { ...axis, show: spec.bare !== true, values: (_, ticks) => ticks.map(spec.yText), size: 66 },
    ],
    series: [{}, ...spec.series.map(seriesOf)],
    hooks: { drawClear: [(plot) => underlay(plot, spec)], draw: [(plot) => overlay(plot, spec)] },
  };
}

/** Room at both ends, also for a single value. */
function padded(_: uPlot, low: number, high: number): [number, number] {
  const room = low === high ? Math.abs(low) * 0.05 || 1 : (high - low) * 0.05;
  return [low - room, high + room];
}

function seriesOf({ label, colour: name, kind, shape }: PlotSeries): uPlot.Series {
  const stroke = colour(name);
  const line = kind !== 'points';
  const points: uPlot.Series.Points =
    kind === 'points' || kind === 'line-points'
      ? { show: true, size: shape === 'diamond' ? 8 : 6, fill: stroke, stroke, ...(shape === 'diamond' ? { paths: diamonds } : {}) }
      : { show: false };
  return {
    label,
    stroke,
    width: kind === 'line-points' ? 1 : 1.5,
    points,
    ...(kind === 'area' ? { fill: `color-mix(in srgb, ${stroke} 28%, transparent)` } : {}),
    ...(line ? {} : { paths: () => null }),
  };
}

/** Points that are told apart without their colour. */
function diamonds(plot: uPlot, index: number, from: number, to: number): { readonly stroke: null; readonly fill: Path2D } {
  const path = new Path2D();
  const x = plot.data[0];
  const y = plot.data[index] ?? [];
  const half = 5 * devicePixelRatio;
  for (let i = from; i <= to; i++) {
    const value = y[i];
    if (value === null || value === undefined) continue;
    const [cx, cy] = [plot.valToPos(x[i] ?? 0, 'x', true), plot.valToPos(value, 'y', true)];
    path.moveTo(cx, cy - half);
    path.lineTo(cx + half, cy);
    path.lineTo(cx, cy + half);
    path.lineTo(cx - half, cy);
    path.closePath();
  }
  return { stroke: null, fill: path };
}

function underlay(plot: uPlot, { bands = [] }: PlotSpec): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.globalAlpha = BAND_OPACITY;
  for (const { axis, low, high, colour: name } of bands) {
    ctx.fillStyle = colour(name);
    const [a, b] = [plot.valToPos(low, axis, true), plot.valToPos(high, axis, true)];
    if (axis === 'x') ctx.fillRect(Math.min(a, b), bbox.top, Math.max(1, Math.abs(b - a)), bbox.height);
    else ctx.fillRect(bbox.left, Math.min(a, b), bbox.width, Math.max(1, Math.abs(b - a)));
  }
  ctx.restore();
}

function overlay(plot: uPlot, { lines = [] }: PlotSpec): void {
  const { ctx, bbox } = plot;
  ctx.save();
  for (const { axis, at, colour: name, dashed } of lines) {
    ctx.strokeStyle = colour(name);
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.setLineDash(dashed === true ? [4 * devicePixelRatio, 3 * devicePixelRatio] : []);
    const position = plot.valToPos(at, axis, true);
    ctx.beginPath();
    if (axis === 'x') {
      ctx.moveTo(position, bbox.top);
      ctx.lineTo(position, bbox.top + bbox.height);
    } else {
      ctx.moveTo(bbox.left, position);
      ctx.lineTo(bbox.left + bbox.width, position);
    }
    ctx.stroke();
  }
  ctx.restore();
}
