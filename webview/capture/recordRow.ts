/** One row of the record tree. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { classMap } from 'lit-html/directives/class-map.js';
import type { Problem } from '../../protocol/capture/capture';
import type { Row } from '../../protocol/capture/recordRows';
import { icon } from '../widgets/icon';
import { bytes, grouped } from '../widgets/numbers';
import { functionName } from '../widgets/functionName';
import { glyph } from './glyph';
import type { Context } from './context';
import type { Needles } from './queryTokens';
import { isScope } from './scopeRow';
import type { ShortNames } from '../widgets/shortNames';
import { link, marked, plainText, spans } from './spans';
import { timeCells, type TimeColumns } from './times/timeColumn';

/** What all rows of one drawing share. */
export interface RowStyle {
  readonly needles: Needles;
  readonly colours: ReadonlyMap<string, string>;
  readonly names: ShortNames;
  /** Where the keyboard starts while nothing is selected. */
  readonly start: number;
  /** Undefined where no times are known. */
  readonly times: TimeColumns | undefined;
  /** Problems by record; undefined where there is no preflight column. */
  readonly problems: ReadonlyMap<number, Problem> | undefined;
  /** Records from here on are not executed; undefined where all are. */
  readonly end: number | undefined;
}

const NO_NEEDLES: Needles = { operation: [], target: [] };

/** Element id of the row `index`, for aria-activedescendant. */
export function rowElementId(index: number): string {
  return `row-${String(index)}`;
}

export function recordRow(context: Context, shared: RowStyle, row: Row, index: number, sticky = false): TemplateResult {
  const { model, actions } = context;
  const style = row.matched ? shared : { ...shared, needles: NO_NEEDLES };
  const selected = row.key === model.view.selection;
  const problem = row.record === undefined ? undefined : style.problems?.get(row.record);
  const reached = row.record === undefined || style.end === undefined || executedBy(row) < style.end;
  const classes = {
    tr: true,
    unreached: !reached && problem === undefined,
    folded: row.run !== undefined,
    sel: selected,
    cursor: model.view.selection === undefined && index === style.start && !sticky,
    sticky,
    matched: row.matched && model.view.query !== '',
    missed: !row.matched && model.view.query !== '' && (model.search?.matches ?? 0) > 0,
    err: row.class === 'unsupported' || row.status !== undefined || problem?.severity === 'error',
  };
  return html`<div
    id=${sticky ? nothing : rowElementId(index)}
    class=${classMap(classes)}
    role="row"
    aria-level=${row.depth + 1}
    aria-rowindex=${index + 2}
    aria-selected=${selected ? 'true' : 'false'}
    aria-expanded=${row.children > 0 ? (row.expanded ? 'true' : 'false') : nothing}
    data-vscode-context=${menuContext(context, row)}
    @mousedown=${(event: MouseEvent) => {
      if (event.button !== 1) void actions.select(row.key, index);
    }}
    @dblclick=${() => void actions.toggle(row, index)}
  >
    ${recordCell(row)} ${operation(context, style, row, index)}
    <span class="fn" role="gridcell" title=${isScope(row) ? nothing : plainText(row.target)}>${target(context, style, row)}</span>
    <span class="c-details" role="gridcell" title=${plainText(row.details)}
      >${row.status === undefined ? nothing : html`<span class="badt">${row.status}</span> `}${spans(context, row.details, [], true)}</span
    >
    <span class="r c-bytes" role="gridcell">${row.bytes === undefined ? nothing : bytes(row.bytes)}</span>
    ${style.times === undefined ? nothing : timeCells(style.times, row, index)}
    ${style.problems === undefined ? nothing : html`<span role="gridcell" class="c-preflight ${problem?.severity === 'warning' ? 'warn' : ''}" title=${problem?.message ?? ''}>${reached || problem !== undefined ? flag(problem) : 'not reached'}</span>`}
  </div>`;
}

/** The record that executes the row: a command of a command buffer stands under each submission that executes it. */
function executedBy({ key, record = 0 }: Row): number {
  const via = /@(\d+)$/.exec(key)?.[1];
  return via === undefined ? record : Number(via);
}

/** The number of a record, of a run of them the first and the last. */
function recordCell({ record, run }: Row): TemplateResult {
  const numbers = record === undefined ? '' : run === undefined ? String(record) : `${String(record)}–${String(run.last)}`;
  return html`<span class="r dim" role="gridcell" title=${run === undefined ? nothing : numbers}>${numbers}</span>`;
}

function menuContext({ model }: Context, row: Row): string {
  return JSON.stringify({
    webviewSection: row.record === undefined || row.run !== undefined ? 'node' : 'record',
    ireeReplayKey: row.key,
    ireeReplayRow: isScope(row) ? 'scope' : row.operation.endsWith('prepare_executable') ? 'executable' : row.class,
    ireeReplayEditor: model.environment.editor,
    preventDefaultContextMenuItems: true,
  });
}

function operation(context: Context, { needles }: RowStyle, row: Row, index: number): TemplateResult {
  const toggle = (event: Event): void => {
    event.stopPropagation();
    void context.actions.toggle(row, index, (event as MouseEvent).altKey);
  };
  return html`<span class="op" role="gridcell" title=${row.operation}
    >${Array.from({ length: row.depth }, () => html`<i class="ind"></i>`)}${
      row.children > 0 ? html`<i class="tw" @mousedown=${toggle}>${icon(row.expanded ? 'down' : 'right')}</i>` : html`<i class="nt"></i>`
    }${row.run === undefined ? glyph(row.class) : html`<b class="fold">${grouped(row.run.count)} ×</b>`}<span class="el"
      >${operationName(row, needles)}</span
    ></span
  >`;
}

/** The prefix says less than the name; inside a submission "command_buffer." would only repeat. */
function operationName(row: Row, needles: Needles): TemplateResult {
  if (isScope(row))
    return html`<span class="name"><span class="dim">scope </span><b>${marked(plainText(row.target), needles.target)}</b></span>`;
  const name = /@\d/.test(row.key) ? row.operation.replace('command_buffer.', '') : row.operation;
  const dot = name.lastIndexOf('.') + 1;
  return html`${dot === 0 ? nothing : html`<span class="dim">${marked(name.slice(0, dot), needles.operation)}</span>`}<span class="name"
      >${marked(name.slice(dot), needles.operation)}</span
    >`;
}

function target(context: Context, { needles, colours, names }: RowStyle, row: Row): TemplateResult | typeof nothing {
  if (isScope(row)) return nothing;
  const [called] = row.target;
  if (row.class !== 'dispatch' || called === undefined)
    return html`<span class="el">${spans(context, row.target, needles.target, true)}</span>`;
  const colour = colours.get(called.text);
  return html`${colour === undefined ? nothing : html`<i class="sw" style="--c:${colour}"></i>`}${link(context, called, functionName(names, called.text, needles.target), true, called.text)}`;
}

function flag(problem: Problem | undefined): TemplateResult | typeof nothing {
  return problem === undefined
    ? nothing
    : html`<span class="flag"
        >${icon(problem.severity)}<span class="el">${(problem.kind ?? problem.code).toLowerCase().replaceAll(/[_-]/g, ' ')}</span></span
      >`;
}
