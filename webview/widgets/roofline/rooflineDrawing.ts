/** The roofline as SVG in the theme's colours, as large as its place. */
import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { Threads } from '../../../protocol/measurement/againstRoof';
import type { Roof } from '../../../protocol/measurement/roof';
import { levelWords, rateWords, widthWords } from '../../../protocol/words/roofWords';
import { middleCut } from '../middleCut';
import type { ShortNames } from '../shortNames';
import { boxOf, CHARACTER, LINE, markBox, overlaps, placeLabels, type Box } from './labels';
import type { Ceiling, Placed, Roofline, Slope } from './roofline';
import { placedSentence, shortName, tickWords } from './rooflineWords';

export interface RooflineDrawing {
  readonly roof: Roof;
  readonly threads: Threads;
  readonly roofline: Roofline;
  readonly names: ShortNames;
  /** Key of the point that is told about. */
  readonly chosen: string | undefined;
  readonly choose: (key: string) => void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels around the plot: its axes have their numbers there. */
const LEFT = 46;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 34;
/** Characters of a name at a point. */
const NAME = 22;

export function drawRoofline(drawing: RooflineDrawing, { width, height }: Size): TemplateResult {
  const { roofline } = drawing;
  const plot: Box = { left: LEFT, top: TOP, width: width - LEFT - RIGHT, height: height - TOP - BOTTOM };
  const x = (intensity: number): number => plot.left + plot.width * roofline.x.at(intensity);
  const y = (rate: number): number => plot.top + plot.height * (1 - roofline.y.at(rate));
  const frame: Frame = { plot, x, y, angle: Math.atan2(plot.height / decades(roofline.y), plot.width / decades(roofline.x)) };
  const marks = roofline.placed.map(({ intensity, rate }) => markBox(x(intensity), y(rate)));
  const taken = ceilingLabels(frame, roofline.ceilings, marks);
  return html`<svg width=${width} height=${height} role="group" aria-label=${described(roofline)}>
    ${axes(frame, roofline)} ${roofline.slopes.map((slope) => slopeOf(frame, slope))}
    ${roofline.ceilings.map((ceiling) => ceilingOf(frame, ceiling))}
    <g class="names" aria-hidden="true">
      ${roofline.slopes.map((slope, i) => slopeName(frame, slope, i))} ${taken.map((label) => ceilingName(frame, label))}
    </g>
    ${points(
      drawing,
      frame,
      taken.map(({ box }) => box),
    )}
  </svg>`;
}

interface Frame {
  readonly plot: Box;
  readonly x: (intensity: number) => number;
  readonly y: (rate: number) => number;
  /** Of every slope. */
  readonly angle: number;
}

const decades = ({ low, high }: { readonly low: number; readonly high: number }): number => Math.log10(high / low);

function axes({ plot, x, y }: Frame, roofline: Roofline): TemplateResult {
  const { left, top, width, height } = plot;
  const bottom = top + height;
  return svg`<g aria-hidden="true">
    ${roofline.x.ticks.map((value) => svg`<line class="grid" x1=${x(value)} x2=${x(value)} y1=${top} y2=${bottom} /><text class="tick" x=${x(value)} y=${bottom + LINE + 2} text-anchor="middle">${String(value)}</text>`)}
    ${roofline.y.ticks.map((value) => svg`<line class="grid" x1=${left} x2=${left + width} y1=${y(value)} y2=${y(value)} /><text class="tick" x=${left - 5} y=${y(value) + 4} text-anchor="end">${tickWords(value)}</text>`)}
    <text class="tick" x=${left} y=${bottom + 2 * LINE + 6}>operations a byte</text>
    <text class="tick" x=${left + width} y=${bottom + 2 * LINE + 6} text-anchor="end">up: operations a second</text>
  </g>`;
}

function slopeOf({ x, y }: Frame, { level, from, to }: Slope): TemplateResult {
  return svg`<line
    class="slope ${level === 0 ? 'memory' : ''}"
    x1=${x(from.intensity)}
    y1=${y(from.rate)}
    x2=${x(to.intensity)}
    y2=${y(to.rate)}
  />`;
}

/** Along the line; those of lines that lie close are not beside each other. */
function slopeName({ x, y, angle }: Frame, { level, rate, from, to }: Slope, at: number): TemplateResult {
  const [x1, y1, x2, y2] = [x(from.intensity), y(from.rate), x(to.intensity), y(to.rate)];
  const words = `${levelWords(level)} ${rateWords(rate, 'B')}`;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const along = Math.min(6 + (at % 2) * (words.length * CHARACTER + 14), Math.max(0, length - words.length * CHARACTER));
  const [tx, ty] = [x1 + along * Math.cos(angle), y1 - along * Math.sin(angle)];
  const degrees = (-angle * 180) / Math.PI;
  return svg`<text transform="translate(${tx} ${ty - 4}) rotate(${degrees})">${words}</text>`;
}

/** A text that ends at `right`, or as far left of it as nothing is in its way. */
function endAt(right: number, y: number, text: string, others: readonly Box[]): { readonly x: number; readonly box: Box } {
  const box = boxOf({ x: right, y, anchor: 'end' }, text);
  const inTheWay = others.find((other) => overlaps(box, other));
  return inTheWay === undefined || box.left < 0 ? { x: right, box } : endAt(inTheWay.left - 12, y, text, others);
}

interface CeilingLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly box: Box;
}

/** At the right end above their lines, from the highest down; further left where another or a mark is that near. */
function ceilingLabels({ plot, y }: Frame, ceilings: readonly Ceiling[], marks: readonly Box[]): readonly CeilingLabel[] {
  const right = plot.left + plot.width - 2;
  const labels = new Map<Ceiling, CeilingLabel>();
  for (const ceiling of ceilings.toSorted((a, b) => b.rate - a.rate)) {
    const text = `${ceiling.type} ${widthWords(ceiling)} ${rateWords(ceiling.rate, 'op')}`;
    const at = y(ceiling.rate) - 3;
    const { x: end, box } = endAt(right, at, text, [...[...labels.values()].map((label) => label.box), ...marks]);
    labels.set(ceiling, { text, x: end, y: at, box });
  }
  return ceilings.flatMap((ceiling) => labels.get(ceiling) ?? []);
}

function ceilingOf({ plot, x, y }: Frame, { rate, from, isHighest }: Ceiling): TemplateResult {
  const right = plot.left + plot.width;
  return svg`<line class="ceiling ${isHighest ? 'highest' : ''}" x1=${x(from)} x2=${right} y1=${y(rate)} y2=${y(rate)} />`;
}

/** Nothing where it would lie outside. */
function ceilingName({ plot }: Frame, { text, x, y, box }: CeilingLabel): TemplateResult | typeof nothing {
  return box.left < plot.left ? nothing : svg`<text x=${x} y=${y} text-anchor="end">${text}</text>`;
}

function points({ roof, threads, roofline, names, chosen, choose }: RooflineDrawing, frame: Frame, taken: readonly Box[]): TemplateResult {
  const { plot, x, y } = frame;
  // Whoever goes through them by keys goes from left to right.
  const placed = roofline.placed.toSorted((a, b) => a.intensity - b.intensity || a.rate - b.rate);
  const at = placed.map(({ intensity, rate }) => ({ x: x(intensity), y: y(rate) }));
  // Where several have one place, one label stands for all.
  const groups = groupedAt(placed, names);
  const labels = placeLabels(
    groups.map(({ first, texts }) => ({ ...(at[first] ?? { x: 0, y: 0 }), text: texts })),
    plot,
    taken,
  );
  const first = placed.some(({ subject }) => subject.key === chosen) ? chosen : placed[0]?.subject.key;
  return svg`${placed.map((one, i) => {
    const { key, colour } = one.subject;
    const { x: cx, y: cy } = at[i] ?? { x: 0, y: 0 };
    return svg`<g
      class="point ${one.what} ${key === chosen ? 'on' : ''}"
      style="--c:${colour}"
      role="button"
      tabindex=${key === first ? '0' : '-1'}
      aria-pressed=${key === chosen ? 'true' : 'false'}
      aria-label=${placedSentence(roof, threads, one)}
      @click=${() => choose(key)}
      @keydown=${(event: KeyboardEvent) => goOn(event, () => choose(key))}
    >
      <title>${placedSentence(roof, threads, one)}</title>
      ${one.what === 'most' ? svg`<line class="drop" x1=${cx} x2=${cx} y1=${cy + 6} y2=${plot.top + plot.height} />` : nothing}
      ${one.what === 'most' ? svg`<path d="M${cx - 6} ${cy - 5}h12l-6 11z" />` : svg`<circle cx=${cx} cy=${cy} r="5" />`}
    </g>`;
  })}
  <g class="labels" aria-hidden="true">
    ${groups.map(({ keys, texts }, i) => {
      const label = labels[i];
      const [key] = keys;
      if (label === undefined || key === undefined) return nothing;
      const isOn = chosen !== undefined && keys.includes(chosen);
      return svg`<text class=${isOn ? 'on' : ''} x=${label.x} y=${label.y} text-anchor=${label.anchor} @click=${() => choose(key)}>${texts}</text>`;
    })}
  </g>`;
}

interface Group {
  /** Its first, among all. */
  readonly first: number;
  readonly keys: readonly string[];
  readonly texts: string;
}

/** Points by their places, in their order. */
function groupedAt(placed: readonly Placed[], names: ShortNames): readonly Group[] {
  const groups = new Map<string, number[]>();
  placed.forEach(({ intensity, rate }, i) => {
    const place = `${intensity.toPrecision(3)} ${rate.toPrecision(3)}`;
    groups.set(place, [...(groups.get(place) ?? []), i]);
  });
  return [...groups.values()].flatMap((members): readonly Group[] => {
    const [first = 0] = members;
    const one = placed[first];
    if (one === undefined) return [];
    const more = members.length > 1 ? ` and ${String(members.length - 1)} more` : '';
    const rate = one.what === 'most' ? '' : ` ${tickWords(one.rate)}`;
    const texts = `${middleCut(shortName(names, one.subject.name), NAME)}${more}${rate}`;
    return [{ first, keys: members.flatMap((i) => placed[i]?.subject.key ?? []), texts }];
  });
}

/** Arrows go to the next point, Enter and the space bar tell about it. */
function goOn(event: KeyboardEvent, choose: () => void): void {
  const { currentTarget: here, key } = event;
  if (!(here instanceof SVGElement)) return;
  const all = [...(here.parentElement?.querySelectorAll<SVGElement>('.point') ?? [])];
  const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
  if (by !== undefined) all[Math.min(Math.max(0, all.indexOf(here) + by), all.length - 1)]?.focus();
  else if (key === 'Home') all[0]?.focus();
  else if (key === 'End') all.at(-1)?.focus();
  else if (key === 'Enter' || key === ' ') choose();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function described({ slopes, ceilings, placed }: Roofline): string {
  const said = [
    ...slopes.map(({ level, rate }) => `${levelWords(level)} ${rateWords(rate, 'B')}`),
    ...ceilings.map((ceiling) => `${ceiling.type} with ${widthWords(ceiling)} ${rateWords(ceiling.rate, 'op')}`),
  ];
  const count = placed.length === 1 ? '1 function' : `${String(placed.length)} functions`;
  return `Roof: ${said.join(', ')}; ${count} against it`;
}
