/** Samples of both sides: kernels that open into their loops and lines, each with its share, its time and what can be said of them. */
import { html } from 'lit-html';
import type { ComparedKernel, ComparedLine, ComparedLoop, HotspotsComparison } from '../../protocol/code/hotspotsComparison';
import {
  loopDifferenceWords,
  loopPlaceWords,
  sampledDifferenceWords,
  widthSentence,
  widthWords,
} from '../../protocol/words/sampledDifferenceWords';
import type { GridCell, GridColumn, GridRow, GridTable } from './gridRows';
import { timeColumn } from './tables';
import { inUnit, unitFor, type TimeUnit } from './timeUnit';

type Row = Pick<ComparedKernel, 'before' | 'after' | 'difference'>;

const isDifferent = ({ difference: { verdict } }: Row): boolean => verdict === 'gained' || verdict === 'lost';

export const kernelRowKey = ({ kernel }: Pick<ComparedKernel, 'kernel'>): string => JSON.stringify(['kernel', kernel]);

/** Of which kernel a row is, by its key. */
export const kernelOfRow = (key: string): string => String((JSON.parse(key) as readonly unknown[])[1]);

/** What both sides are called. */
export interface SideNames {
  readonly before: string;
  readonly after: string;
}

export function hotspotsTable(
  { kernels, loops, lines }: Pick<HotspotsComparison, 'kernels' | 'loops' | 'lines'>,
  onlyDifferences: boolean,
  sides: SideNames,
): GridTable {
  const most = Math.max(1, ...kernels.flatMap(({ before, after }) => [before?.timeNs ?? 0, after?.timeNs ?? 0]));
  const unit = unitFor(most);
  const wanted = (row: Row): boolean => !onlyDifferences || isDifferent(row);
  const rows = kernels.map((kernel): GridRow => {
    const ofKernel = (row: { readonly kernel: string }): boolean => row.kernel === kernel.kernel;
    return {
      key: kernelRowKey(kernel),
      cells: cells(kernel, kernelTitle(kernel), NO_WIDTH, unit),
      children: [
        ...loops.filter((loop) => ofKernel(loop) && wanted(loop)).map((loop, at) => loopRow(loop, at, unit)),
        ...lines.filter((line) => ofKernel(line) && wanted(line)).map((line) => lineRow(line, unit)),
      ],
    };
  });
  return {
    name: 'hotspots',
    label: `Samples of kernels, their loops and lines: ${sides.before} and ${sides.after}`,
    empty: onlyDifferences ? 'Nothing is known to have gained or lost.' : 'No kernel has samples.',
    columns: columns(unit, sides),
    rows: rows.filter(({ children = [] }, at) => children.length > 0 || wanted(kernels[at] ?? { difference: { verdict: 'not-known' } })),
  };
}

function columns(unit: TimeUnit, { before, after }: SideNames): readonly GridColumn[] {
  const share = (name: string, title: string): GridColumn => ({ name, title, width: '66px', numeric: true });
  const time = (name: string, title: string): GridColumn => ({ ...timeColumn(title, unit), name, width: '84px', numeric: true });
  return [
    { name: 'place', title: 'Kernel, loop, line', width: 'minmax(300px, 1.4fr)' },
    share('ashare', `${before} share`),
    share('bshare', `${after} share`),
    time('a', `${before} time`),
    time('b', `${after} time`),
    { name: 'verdict', title: `${after} against ${before}, 95 % CI`, width: '240px' },
    { name: 'width', title: 'What it computes on', width: 'minmax(150px, 1fr)' },
  ];
}

const kernelTitle = ({ kernel, sameCode, per }: ComparedKernel): GridCell => ({
  text: `${kernel}${sameCode === true ? ', the same code' : ''}${per === 'dispatch' ? ', of one dispatch' : ''}`,
});

function loopRow(loop: ComparedLoop, at: number, unit: TimeUnit): GridRow {
  const changed = loop.source === undefined ? '' : loop.source === 'changed' ? ', whose source changed' : ', whose source may have changed';
  const text = `Loop ${loopPlaceWords(loop)} in ${loop.function}${changed}`;
  return {
    key: JSON.stringify(['loop', loop.kernel, at, text]),
    cells: cells(loop, { text }, widthCell(loop), unit, loopDifferenceWords(loop)),
  };
}

const NO_WIDTH: GridCell = { text: '' };

function widthCell(loop: ComparedLoop): GridCell {
  const sentence = widthSentence(loop).trim();
  return { text: sentence, draw: () => html`<span title=${sentence}>${widthWords(loop)}</span>` };
}

function lineRow(line: ComparedLine, unit: TimeUnit): GridRow {
  const text = `${line.path.slice(line.path.lastIndexOf('/') + 1)}:${String(line.line)}`;
  const side = line.before === undefined ? 'b' : line.after === undefined ? 'a' : '';
  return { key: JSON.stringify(['line', line.kernel, line.path, line.line, side]), cells: cells(line, { text }, NO_WIDTH, unit) };
}

function cells(
  row: Row,
  title: GridCell,
  width: GridCell,
  unit: TimeUnit,
  words = sampledDifferenceWords(row.difference),
): readonly GridCell[] {
  const share = (side: Row['before']): GridCell =>
    side === undefined ? { text: '' } : { text: `${(100 * side.share).toFixed(1)} %`, value: side.share };
  const time = (side: Row['before']): GridCell =>
    side?.timeNs === undefined ? { text: '' } : { text: inUnit(side.timeNs, unit), value: side.timeNs };
  const verdict: GridCell = {
    text: words,
    draw: () => (isDifferent(row) ? html`<b>${words}</b>` : html`<span class="dim" title=${words}>${words}</span>`),
  };
  return [title, share(row.before), share(row.after), time(row.before), time(row.after), verdict, width];
}

/** What stands above the table: what made the difference, or why nothing is said. */
export function hotspotNotes({ doubts, kernels, before, after, notes }: HotspotsComparison): readonly string[] {
  const of = ({ samples, runs }: typeof before): string =>
    `${String(samples)} samples${runs === undefined ? '' : ` of ${String(runs)} runs`}`;
  return [
    ...kernels.flatMap(({ sentence }) => (sentence === undefined ? [] : [sentence])),
    ...(doubts.length === 0 ? [] : [`Nothing is said to have gained or lost: ${doubts.join(' ')}`]),
    `A: ${of(before)}; B: ${of(after)}. Times are of a processor in one run, as samples estimate them.`,
    ...notes,
  ];
}
