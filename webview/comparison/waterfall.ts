/** Where the time went between A and B: a bar for each function that differs, from the sum of A to the sum of B. */
import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { ComparedProfiles, ProfileDiffRow } from '../../protocol/profile/profileComparison';
import { middleCut } from '../widgets/middleCut';
import type { ShortNames } from '../widgets/shortNames';
import { inUnit, unitFor, type TimeUnit } from '../widgets/timeUnit';
import { saidOf } from './said';
import { signed } from './tables/signed';

const WIDTH = 1000;
const HEIGHT = 220;
const TOP = 20;
const FOOT = 40;
/** Bars between the two sums; what is beyond is one bar together. */
const MOST_BARS = 9;

/** One bar: from where to where, and whether what it shows is told. */
export interface Bar {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly kind: 'sum' | 'faster' | 'slower' | 'untold';
  readonly row?: ProfileDiffRow;
}

/** Nanoseconds; the bars follow each other without a gap, by the absolute difference. */
export function barsOf(functions: readonly ProfileDiffRow[], beforeNs: number, afterNs: number): readonly Bar[] {
  const bars: Bar[] = [{ label: 'A', from: 0, to: beforeNs, kind: 'sum' }];
  let at = beforeNs;
  const own = functions.length <= MOST_BARS ? functions : functions.slice(0, MOST_BARS - 1);
  for (const row of own) {
    const verdict = saidOf(row)?.verdict;
    const kind = verdict === 'faster' || verdict === 'slower' ? verdict : 'untold';
    bars.push({ label: row.key, from: at, to: at + row.differenceNs, kind, row });
    at += row.differenceNs;
  }
  if (own.length < functions.length)
    bars.push({ label: `${String(functions.length - own.length)} others`, from: at, to: afterNs, kind: 'untold' });
  return [...bars, { label: 'B', from: 0, to: afterNs, kind: 'sum' }];
}

/** The axis is cut where the sums are long against what changes. */
export function axisOf(bars: readonly Bar[]): { readonly low: number; readonly high: number } {
  const ends = bars.flatMap(({ from, to, kind }) => (kind === 'sum' ? [to] : [from, to]));
  const [least, most] = [Math.min(...ends), Math.max(...ends, 1)];
  const low = least - 2 * (most - least);
  return { low: low <= 0 ? 0 : low, high: most };
}

export interface WaterfallOptions {
  readonly compared: ComparedProfiles;
  readonly names: ShortNames;
  readonly asTable: boolean;
  readonly select: (row: ProfileDiffRow) => void;
  readonly showTable: (shown: boolean) => void;
}

export function waterfall(options: WaterfallOptions): TemplateResult {
  const { compared, asTable, showTable } = options;
  const bars = barsOf(compared.functions, compared.beforeNs, compared.afterNs);
  const { low, high } = axisOf(bars);
  const unit = unitFor(high);
  const cut = low === 0 || asTable ? '' : `, axis cut at ${inUnit(low, unit)}`;
  return html`<section class="block wide waterfall">
    <h2>
      Where the time went <em>${unit.name}${cut}</em><span class="grow"></span>
      <button class="a" aria-pressed=${asTable ? 'true' : 'false'} @click=${() => showTable(!asTable)}>
        ${asTable ? 'As Waterfall' : 'As Table'}
      </button>
    </h2>
    ${asTable ? table(bars, unit) : drawn(options, bars, { low, high, unit })}
  </section>`;
}

const sumText = ({ from, to, kind }: Bar, unit: TimeUnit): string =>
  kind === 'sum' ? inUnit(to, unit) : signed(inUnit(to - from, unit), to - from);

function table(bars: readonly Bar[], unit: TimeUnit): TemplateResult {
  return html`<table class="mini" aria-label="Where the time went from A to B">
    <thead>
      <tr>
        <th scope="col">Function</th>
        <th scope="col" class="r">Time, or what it adds, ${unit.name}</th>
        <th scope="col" class="r">Then all together, ${unit.name}</th>
        <th scope="col">Verdict</th>
      </tr>
    </thead>
    <tbody>
      ${bars.map(
        (bar) =>
          html`<tr>
            <td>${bar.label}</td>
            <td class="r">${sumText(bar, unit)}</td>
            <td class="r">${inUnit(bar.to, unit)}</td>
            <td>${bar.kind === 'faster' || bar.kind === 'slower' ? bar.kind : ''}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

interface Axis {
  readonly low: number;
  readonly high: number;
  readonly unit: TimeUnit;
}

function drawn({ names, select, compared }: WaterfallOptions, bars: readonly Bar[], { low, high, unit }: Axis): TemplateResult {
  const step = WIDTH / bars.length;
  const y = (ns: number): number => TOP + ((HEIGHT - TOP - FOOT) * (high - Math.max(low, ns))) / Math.max(1, high - low);
  const ends: Readonly<Record<string, string>> = { A: compared.before.at(-1)?.name ?? '', B: compared.b.name };
  return html`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="Time of all executions in A and B, and what each function adds or takes; the table below has the numbers"
  >
    ${bars.map((bar, i) => {
      const { label, from, to, kind, row } = bar;
      const [x, width] = [i * step + step * 0.16, step * 0.68];
      const [above, below] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
      const next = bars[i + 1];
      const [line, under] = kind === 'sum' ? [label, (ends[label] ?? '').replace('.ireeprof', '')] : labelLines(label, names);
      return svg`<g class="bar ${kind} ${label}" data-name=${label} @click=${() => row !== undefined && select(row)}>
        <title>${label}: ${sumText(bar, unit)} ${unit.name}</title>
        <rect x=${x} y=${above} width=${width} height=${Math.max(1, below - above)} />
        ${next === undefined ? nothing : svg`<line x1=${x + width} x2=${x + step} y1=${y(to)} y2=${y(to)} />`}
        <text x=${x + width / 2} y=${above - 5} text-anchor="middle">${sumText(bar, unit)}</text>
        <text class="name" x=${x + width / 2} y=${HEIGHT - 20} text-anchor="middle">${clipped(line, step)}</text>
        <text class="name" x=${x + width / 2} y=${HEIGHT - 6} text-anchor="middle">${clipped(under, step)}</text>
      </g>`;
    })}
  </svg>`;
}

/** A name without what all share, in two lines: which it is and what it does, then its shape. */
export function labelLines(name: string, names: ShortNames): readonly [string, string] {
  const hidden = names.hidden(name);
  const short = hidden === undefined ? name : name.slice(0, hidden.begin) + name.slice(hidden.end);
  const [, what, shape] = /^(.*?)_(\d+x.*)$/.exec(short) ?? [];
  return what === undefined || shape === undefined ? [short, ''] : [what, shape];
}

/** About a character in 6.8 units; the end of a shape says less than its beginning. */
function clipped(name: string, width: number): string {
  return middleCut(name, Math.max(4, Math.floor(width / 6.8) - 1));
}
