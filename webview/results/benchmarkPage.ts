/** How long a capture, its scopes or its dispatches take: the distribution, not one number. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkResult, BenchmarkRow } from '../../protocol/measurement/benchmark';
import { ownRows } from '../../protocol/results/longestRow';
import type { RunOf } from '../../protocol/results/results';
import { differenceText, heapsSentence, missingSentence, UNMEASURABLE } from '../../protocol/words/differenceWords';
import { endWords } from '../../protocol/words/endWords';
import { uncomparedSentence } from '../../protocol/words/uncomparedSentence';
import type { GridView } from '../widgets/gridRows';
import { counted, grouped } from '../widgets/numbers';
import { shortNames } from '../widgets/shortNames';
import { inUnit, timeText, unitFor } from '../widgets/timeUnit';
import { changesBlock, methodBlock } from './benchmarkFacts';
import { exportedRows, percent } from './benchmarkGrid';
import { distributionBeside, plotsBelow } from './benchmarkPlots';
import { benchmarkRows, findRow, mainRow, type TableRow } from './benchmarkRows';
import type { ResultsContext } from './context';
import { roofBlock } from './roofBlock';
import { recordLink } from './recordLink';
import { environmentBlock, exportBlock } from './sidePanel';
import { toneOf, unfinished, verdictBar, type Verdict } from './verdictBar';

type Benchmark = RunOf<'benchmark'>;

export function benchmarkPage(context: ResultsContext, run: Benchmark): TemplateResult {
  const { shown } = context;
  const result = resultOf(run);
  const measured = measuredRows(run, result);
  const { rows, table } = context.rows.made(
    shown,
    () => benchmarkRows(measured, shown.history, result?.environment),
    () => ({
      threads: result?.environment.workers ?? 1,
      names: shortNames(functionNames(measured)),
      recordLink: (record, via) => recordLink(context, record, via, true),
    }),
  );
  const main = mainRow(rows);
  const chosen = findRow(rows, context.selected) ?? (main === undefined ? undefined : { row: main, top: main });
  const view = viewOf(context, table.columns, main);
  const verdict = unfinished(context, run.state, doing(run)) ?? verdictOf(run, chosen?.top);
  return html`${verdictBar(context, verdict)}
    <main class="results">
      <div class="left">
        ${rows.length === 0 ? nothing : context.rows.draw(table, view, chosen?.row.key)}
        ${chosen === undefined ? nothing : plotsBelow(context, chosen.row)} ${roofBlock(context, rows, result?.environment)}
      </div>
      <aside class="side">
        ${chosen === undefined ? nothing : subject(context, chosen.row)} ${changesBlock(shown.changes)}
        ${environmentBlock(result?.environment, run.settings.deviceName)} ${result === undefined ? nothing : methodBlock(result, chosen)}
        ${rows.length === 0 ? nothing : exportBlock(context, { sentence: verdict.sentence, table: exportedRows(table, rows, view) })}
      </aside>
    </main>`;
}

function measuredRows({ state, settings }: Benchmark, result: BenchmarkResult | undefined): readonly BenchmarkRow[] {
  return ownRows(settings.engine, state.state === 'running' ? state.progress.rows : (result?.rows ?? []));
}

function functionNames(rows: readonly BenchmarkRow[]): readonly string[] {
  return rows.flatMap(({ kind, label, breakdown }) => [
    ...(kind === 'dispatch' ? [label] : []),
    ...(breakdown?.parts ?? []).flatMap((part) => (part.kind === 'function' ? [part.label] : [])),
  ]);
}

function viewOf(context: ResultsContext, columns: readonly { readonly name: string }[], main: TableRow | undefined): GridView {
  const { column, down = false } = context.sorting('rows') ?? {};
  const name = column === undefined ? undefined : columns[column]?.name;
  return { filter: '', open: context.opened(main?.key), ...(name === undefined ? {} : { sorting: { column: name, down } }) };
}

/** What the plots are about, with its distribution. */
function subject(context: ResultsContext, row: TableRow): TemplateResult {
  const { label, inside, note, times } = row;
  const name = inside === undefined ? label : `${inside} ${label}`;
  return html`<div class="subject" title=${note === undefined ? name : `${name}\n${note}`}>${name}</div>
    ${times === undefined ? nothing : distributionBeside(context, row, times)}`;
}

function resultOf({ state }: Benchmark): BenchmarkResult | undefined {
  return state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
}

function doing({ state }: Benchmark): string {
  if (state.state !== 'running') return '';
  const { phase, name, thing = 0, things = 0, iterations, of } = state.progress;
  const words = { building: 'Building', preparing: 'Preparing', 'warming-up': 'Warming up', measuring: 'Measuring' }[phase];
  return `${words}${things > 1 ? ` ${grouped(thing)} of ${grouped(things)}:` : ''}${name === undefined ? '' : ` ${name}`}${of === 0 ? '' : `: ${grouped(iterations)} of ${grouped(of)} iterations`}`;
}

function verdictOf(run: Benchmark, top: TableRow | undefined): Verdict {
  if (top === undefined) return { tone: 'plain', icon: 'info', sentence: 'Nothing was measured.', basis: 'No scope or dispatch matched.' };
  const { of: main, label: name, change } = top;
  const { median, interval, count, drift, heaps } = main.statistics;
  const cancelled = run.state.state === 'cancelled' ? `${endWords(run.state)}: ` : '';
  if (main.belowResolution === true)
    return { tone: 'plain', icon: 'info', sentence: `${cancelled}${name} is not measurable`, basis: UNMEASURABLE };
  const unit = unitFor(median);
  const uncompared = uncomparedSentence(run.options.run);
  const basis = [
    uncompared,
    `Median of ${counted(count, run.settings.engine === 'iree' ? 'repetition' : 'run')}, 95 % CI [${inUnit(interval[0], unit)}, ${inUnit(interval[1], unit)}] ${unit.name}.`,
    main.batch === undefined ? undefined : `Timed in batches of ${grouped(main.batch)}: one alone is too short for the clock.`,
    drift === 0 ? undefined : `It drifted by ${percent(drift)} from the first half to the second.`,
    heaps === undefined ? undefined : heapsSentence(heaps, timeText),
    change === undefined
      ? 'It is the first run of this code on this device.'
      : `Previous median ${timeText(change.previous.statistics.median)}.`,
    change === undefined ? undefined : missingSentence(change),
  ];
  const tone = change === undefined || uncompared !== undefined ? 'plain' : toneOf(change.verdict);
  return {
    tone,
    icon: tone === 'bad' ? 'warning' : tone === 'good' ? 'ok' : 'clock',
    sentence: `${cancelled}${name} takes ${timeText(median)}${change === undefined ? '' : `; against the previous run: ${differenceText(change)}`}`,
    basis: basis.filter((part) => part !== undefined).join(' '),
  };
}
