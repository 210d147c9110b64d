/** What was timed of the original and of a candidate, as a table. */
import { html, nothing } from 'lit-html';
import type { PairedRow } from '../../protocol/replay/substitution';
import { grouped } from '../widgets/numbers';
import { inUnit, unitFor } from '../widgets/timeUnit';
import type { ResultsContext } from './context';
import { ratioCell, ratioColumn, ratioMark, scaleOf } from '../widgets/ratioMark';
import { recordCell } from './recordLink';
import type { DrawnTable } from './sortableTable';
import { timeColumn } from '../widgets/tables';

export function pairsTable(context: ResultsContext, rows: readonly PairedRow[], name: string): DrawnTable {
  const unit = unitFor(Math.max(...rows.map(({ originalStatistics }) => originalStatistics.median), 1));
  const scale = scaleOf(rows);
  return {
    name: `pairs ${name}`,
    columns: [
      { title: 'Scope or function' },
      { title: 'Record' },
      { title: 'Count' },
      timeColumn('Original', unit),
      timeColumn('Candidate', unit),
      ratioColumn('original / candidate', scale),
      { title: 'Verdict, 95 % CI' },
    ],
    left: [5, 6],
    names: rows.map(({ label }) => label),
    rows: rows.map((row) => {
      const { kind, label, record, via, count, originalStatistics, candidateStatistics } = row;
      return [
        { text: label, drawn: html`${kind === 'scope' ? html`<span class="dim">scope </span>` : nothing}<b>${label}</b>` },
        recordCell(context, record, via),
        { text: grouped(count), value: count },
        { text: inUnit(originalStatistics.median, unit), value: originalStatistics.median },
        { text: inUnit(candidateStatistics.median, unit), value: candidateStatistics.median },
        ratioMark(row, scale),
        ratioCell(row),
      ];
    }),
  };
}
