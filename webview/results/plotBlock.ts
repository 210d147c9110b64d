/** A plot under its title, with its numbers as a table, and the link that exports it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { counted } from '../widgets/numbers';
import type { ResultsContext } from './context';
import type { PlotSpec } from './plots';

/** What the plots have along their axis, by their names. */
const ACROSS: Readonly<Record<string, string>> = { samples: 'Run', history: 'Run', pairs: 'Pair', ratio: 'Ratio', distributions: 'Time' };

export function plotBlock(
  context: ResultsContext,
  name: string,
  title: string,
  note: string | TemplateResult,
  spec: PlotSpec,
): TemplateResult {
  const save = async (): Promise<void> => {
    const bytes = await context.plots.png(name);
    if (bytes !== undefined) await context.host.save({ name: `${name}.png`, bytes });
  };
  const table = context.asTables.has(name);
  return html`<section class="block plot-block">
    <h2>
      ${title} <em title=${typeof note === 'string' ? note : ''}>${note}</em><span class="grow"></span
      ><button
        class="a"
        title="The numbers of the plot, one by one"
        aria-pressed=${table ? 'true' : 'false'}
        aria-label="${table ? 'As Plot' : 'As Table'}: ${title}"
        @click=${() => context.toggleTable(name)}
      >
        ${table ? 'As Plot' : 'As Table'}</button
      >${table ? nothing : html`<button class="a" title="Export as PNG" aria-label="${title}: export as PNG" @click=${() => void save()}>PNG</button>`}
    </h2>
    ${table ? numbers(name, title, spec) : context.plots.draw(name, spec, described(title, spec))}
  </section>`;
}

const valuesOf = ({ values }: PlotSpec['series'][number]): readonly (number | null)[] => Array.from(values);

/** What a plot shows, in words: how many values of each series, and how far they reach. */
export function described(title: string, { series, x, xText, bare }: PlotSpec): string {
  const reach = (values: readonly (number | null)[]): string => {
    const there = values.filter((value) => value !== null);
    if (there.length === 0) return 'no values';
    const [low, high] = [Math.min(...there), Math.max(...there)];
    return `${counted(there.length, 'value')}, ${String(Number(low.toPrecision(4)))} to ${String(Number(high.toPrecision(4)))}`;
  };
  // The heights of a curve have no unit: where it begins and ends does.
  if (bare === true) return `${title}: from ${xText(x[0] ?? 0)} to ${xText(x.at(-1) ?? 0)}`;
  return `${title}: ${series.map((one) => `${one.label}, ${reach(valuesOf(one))}`).join('; ')}`;
}

function numbers(name: string, title: string, { x, series, xText, yText, bare }: PlotSpec): TemplateResult {
  const columns = series.map(valuesOf);
  const height = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : bare === true ? value.toFixed(3) : yText(value);
  return html`<div class="scroller as-table" tabindex="0" role="region" aria-label="${title}, scrollable">
    <table class="mini" aria-label=${title}>
      <thead>
        <tr>
          <th scope="col" class="r">${ACROSS[name] ?? ''}</th>
          ${series.map(({ label }) => html`<th scope="col" class="r">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${x.map(
          (at, i) =>
            html`<tr>
              <td class="r dim">${xText(at)}</td>
              ${columns.map((values) => html`<td class="r">${height(values[i])}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
