/** A table whose headers sort it and whose rows can be chosen. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from '../widgets/icon';
import type { ResultsContext } from './context';
import type { DrawnCell, Table } from '../widgets/tables';

export interface DrawnTable extends Table {
  readonly rows: readonly (readonly DrawnCell[])[];
  /** Columns with numbers that are words before all. */
  readonly left?: readonly number[];
  /** Names of the rows, for choosing them. */
  readonly names?: readonly string[];
}

export function sortableTable(context: ResultsContext, table: DrawnTable): TemplateResult {
  const sorting = context.sorting(table.name);
  const order = table.rows.map((_, i) => i);
  if (sorting !== undefined) {
    order.sort((a, b) => {
      const [left, right] = [table.rows[a]?.[sorting.column], table.rows[b]?.[sorting.column]];
      const by =
        left?.value !== undefined && right?.value !== undefined
          ? left.value - right.value
          : (left?.text ?? '').localeCompare(right?.text ?? '');
      return sorting.down ? -by : by;
    });
  }
  const numeric = table.columns.map((_, i) => table.left?.includes(i) !== true && table.rows.some((row) => row[i]?.value !== undefined));
  return html`<div class="scroller">
    <table class="grid" data-table=${table.name} aria-label=${tableLabel(table.name)}>
      <thead>
        <tr>
          ${table.columns.map((column, i) => {
            const on = sorting?.column === i;
            return html`<th
              class=${numeric[i] === true ? 'r' : ''}
              scope="col"
              aria-sort=${on ? (sorting.down ? 'descending' : 'ascending') : 'none'}
            >
              <button @click=${() => context.sort(table.name, i)}>
                ${column.title}${on ? icon(sorting.down ? 'down' : 'up') : nothing}
              </button>
            </th>`;
          })}
        </tr>
      </thead>
      <tbody>
        ${order.map((index) => {
          const name = table.names?.[index];
          const chosen = name !== undefined && name === context.selected;
          return html`<tr
            class=${chosen ? 'sel' : ''}
            aria-selected=${name === undefined ? nothing : chosen ? 'true' : 'false'}
            @click=${() => name !== undefined && context.select(name)}
          >
            ${(table.rows[index] ?? []).map(
              (cell, i) =>
                html`<td class="${numeric[i] === true ? 'r' : ''} ${cell.className ?? ''}" title=${i === 0 ? cell.text : nothing}>
                  ${
                    i === 0 && name !== undefined
                      ? html`<button class="choose" aria-pressed=${chosen ? 'true' : 'false'}>
                          <span>${cell.drawn ?? cell.text}</span>
                        </button>`
                      : (cell.drawn ?? cell.text)
                  }
                </td>`,
            )}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** What a table is called to who does not see what it stands under. */
function tableLabel(name: string): string {
  const [kind = '', ...of] = name.split(' ');
  const labels: Readonly<Record<string, string>> = {
    rows: 'Times of scopes and functions',
    pairs: 'Times of scopes and functions, original and candidate',
    compared: 'Times of scopes and functions, both runs',
    outputs: 'Output buffers',
    ranges: 'Output buffers',
    series: 'The series',
    left: 'What the operation left',
    found: 'What the operation found',
  };
  return [labels[kind] ?? name, ...(of.length === 0 ? [] : [of.join(' ')])].join(', ');
}
