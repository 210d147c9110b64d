/** Where a range differs: a map from afar, and the elements around the first that does. */
import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { ComparedRange, Mismatch } from '../../protocol/replay/verification';
import { grouped } from '../widgets/numbers';
import type { ResultsContext } from './context';
import { recordLink } from './recordLink';

/** What is known of where the ranges differ. */
export function mismatches(context: ResultsContext, ranges: readonly ComparedRange[]): TemplateResult {
  return html`${ranges.map((range) => (range.mismatch === undefined ? nothing : mismatch(context, range, range.mismatch)))}`;
}

function mismatch(context: ResultsContext, range: ComparedRange, found: Mismatch): TemplateResult {
  const { columns, rows, cell } = found;
  const size = `${grouped(rows)} × ${grouped(columns)} ${range.type}, a cell is ${grouped(cell[0])} × ${grouped(cell[1])}`;
  const writer = range.function === undefined ? '' : `written by ${range.function}`;
  return html`<div class="plots">
    <section class="block">
      <h2>Where buffer ${range.buffer} differs after ${recordLink(context, range.record, range.via)} <em title=${writer}>${writer}</em></h2>
      <p class="dim">${size}</p>
      ${map(found, Number(range.first?.index ?? 0))}
      <p class="said">${whereWords(found)}</p>
    </section>
    <section class="block">
      <h2>Around the first difference</h2>
      ${aroundTable(range, found)}
    </section>
  </div>`;
}

/** Units of a cell of the picture. */
const WIDTH = 8;
const HEIGHT = 6;

/** Darker the more of a cell's elements differ; the first is framed. */
function map({ columns, cell, parts }: Mismatch, first: number): TemplateResult {
  const across = Math.ceil(columns / cell[1]);
  const down = Math.ceil(parts.length / across);
  const wrong = parts.filter((part) => part > 0).length;
  const [row, column] = [Math.floor(first / columns / cell[0]), Math.floor((first % columns) / cell[1])];
  return html`<svg
    class="map"
    viewBox="-1 -1 ${across * WIDTH + 2} ${down * HEIGHT + 2}"
    preserveAspectRatio="none"
    shape-rendering="crispEdges"
    role="img"
    aria-label="${wrong} of ${parts.length} cells have elements that differ"
  >
    ${svg`<rect class="agree" width=${across * WIDTH} height=${down * HEIGHT} />
      ${parts.map((part, i) =>
        part === 0
          ? nothing
          : svg`<rect class="differ" x=${(i % across) * WIDTH} y=${Math.floor(i / across) * HEIGHT} width=${WIDTH} height=${HEIGHT} opacity=${0.25 + 0.75 * part} />`,
      )}
      <rect class="first" x=${column * WIDTH} y=${row * HEIGHT} width=${WIDTH} height=${HEIGHT} />`}
  </svg>`;
}

/** The rows and columns that the differences lie in. */
export function whereWords({ columns, rows, cell, parts }: Mismatch): string {
  const across = Math.ceil(columns / cell[1]);
  const wrong = parts.flatMap((part, i) => (part > 0 ? [[Math.floor(i / across), i % across] as const] : []));
  const span = (at: readonly number[], step: number, all: number): string => {
    const [low, high] = [Math.min(...at) * step, Math.min((Math.max(...at) + 1) * step, all) - 1];
    return low === 0 && high === all - 1 ? 'all' : low === high ? grouped(low) : `${grouped(low)} to ${grouped(high)}`;
  };
  const rowsOf = span(
    wrong.map(([row]) => row),
    cell[0],
    rows,
  );
  const columnsOf = span(
    wrong.map(([, column]) => column),
    cell[1],
    columns,
  );
  const full = wrong.length === parts.length && parts.every((part) => part === 1);
  if (full) return 'Every element differs.';
  if (rowsOf === 'all' && columnsOf === 'all') return 'The differences lie in all rows and columns.';
  return `The differences lie in ${rowsOf === 'all' ? 'all rows' : `rows ${rowsOf}`} and ${columnsOf === 'all' ? 'all columns' : `columns ${columnsOf}`}.`;
}

function aroundTable({ type }: ComparedRange, { columns, around }: Mismatch): TemplateResult {
  const place = (index: string): string => `[${String(Math.floor(Number(index) / columns))}, ${String(Number(index) % columns)}]`;
  return html`<table class="grid around" aria-label="Around the first difference">
    <thead>
      <tr>
        ${['Index', 'Expected', 'Found', 'Abs', ...(type === 'bytes' ? [] : ['ULP'])].map((name) => html`<th scope="col" class="r">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${around.map(
        ({ index, expected, actual, absolute, ulp, agrees }) =>
          html`<tr>
            <td class="r dim">${place(index)}</td>
            <td class="r">${expected}</td>
            <td class="r ${agrees ? '' : 'badt'}">${actual}</td>
            <td class="r ${agrees ? 'dim' : 'badt'}">${absolute === undefined ? '–' : String(Number(absolute.toPrecision(4)))}</td>
            ${type === 'bytes' ? nothing : html`<td class="r ${agrees ? 'dim' : 'badt'}">${ulp === undefined ? '–' : grouped(ulp)}</td>`}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
