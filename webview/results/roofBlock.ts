/** A benchmark's dispatches against the roof of this machine: under its plots, as a plot or as a table. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkEnvironment } from '../../protocol/measurement/benchmark';
import { BOUND } from '../../protocol/words/roofWords';
import { rooflineOf } from '../widgets/roofline/roofline';
import { MEASURE, MEASURE_TITLE, rooflineNotes } from '../widgets/roofline/rooflineNotes';
import { rooflineTable } from '../widgets/roofline/rooflineTable';
import { roofWords } from '../widgets/roofline/rooflineWords';
import type { GridTable } from '../widgets/gridRows';
import { shortNames } from '../widgets/shortNames';
import type { TableRow } from './benchmarkRows';
import type { ResultsContext } from './context';
import { roofSubjects } from './roofSubjects';

/** Nothing where no dispatch was timed by this engine. What was measured on another processor does not stand against this one's roof. */
export function roofBlock(
  context: ResultsContext,
  rows: readonly TableRow[],
  environment: BenchmarkEnvironment | undefined,
): TemplateResult | typeof nothing {
  const { known, inEditor, host } = context;
  if (environment?.engine !== 'native' || known === undefined) return nothing;
  const { roof, given } = known;
  const subjects = roofSubjects(rows, given);
  if (subjects.length === 0 || (roof !== undefined && roof.machine.cpu !== environment.cpu)) return nothing;
  const measure = (): void => void host.measureRoof();
  if (roof === undefined) {
    if (!inEditor) return nothing;
    return html`<section class="block roof-block">
      <vscode-button appearance="secondary" title=${MEASURE_TITLE} @click=${measure}>${MEASURE}</vscode-button>
    </section>`;
  }
  const threads = environment.workers === 1 ? 'oneThread' : 'allThreads';
  const roofline = rooflineOf(roof, threads, subjects);
  const names = shortNames(subjects.map(({ name }) => name));
  const { chosen, choose } = context.roofPoint;
  const asTable = context.asTables.has('roof');
  const others =
    environment.workers > 1 && environment.workers !== roof.threads
      ? [`${String(environment.workers)} threads replayed; the roof is that of ${String(roof.threads)}.`]
      : [];
  return html`<section class="block roof-block drawn">
    <h2>
      Roof <em>${roofWords(roof, threads)}</em><span class="grow"></span
      ><button
        class="a"
        aria-pressed=${asTable ? 'true' : 'false'}
        aria-label="${asTable ? 'As Plot' : 'As Table'}: Roof"
        @click=${() => context.toggleTable('roof')}
      >
        ${asTable ? 'As Plot' : 'As Table'}
      </button>
    </h2>
    ${
      asTable
        ? numbers(rooflineTable(roof, threads, subjects, names))
        : roofline === undefined
          ? nothing
          : context.roofline.draw({ roof, threads, roofline, names, chosen, choose })
    }
    ${rooflineNotes({
      ...{ roof, threads, roofline, subjects, names, chosen, notes: [BOUND, ...others] },
      ...(inEditor ? { measure, give: (functions: readonly string[]) => void host.giveOperations({ functions }) } : {}),
    })}
  </section>`;
}

function numbers({ label, columns, rows }: GridTable): TemplateResult {
  return html`<div class="scroller as-table" tabindex="0" role="region" aria-label="${label}, scrollable">
    <table class="mini" aria-label=${label}>
      <thead>
        <tr>
          ${columns.map(({ title, numeric }) => html`<th scope="col" class=${numeric === true ? 'r' : ''}>${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ cells }) =>
            html`<tr>
              ${cells.map((cell, i) => html`<td class=${columns[i]?.numeric === true ? 'r' : ''}>${cell.text}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
