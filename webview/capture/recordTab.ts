/** Every field of the selected record, named, with the bytes of the one that is chosen. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { DetailSection, Field, RecordDetails } from '../../protocol/capture/capture';
import type { Span } from '../../protocol/capture/recordRows';
import { icon } from '../widgets/icon';
import { counted, grouped, hex } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import type { Context } from './context';
import { spans } from './spans';
import { lastRunSection } from './times/lastRunSection';

type FieldsSection = Extract<DetailSection, { kind: 'fields' }>;
type TableSection = Extract<DetailSection, { kind: 'table' }>;

/** Rows of a table that are drawn; a longer one is read in the JSON. */
const MAX_TABLE_ROWS = 400;
/** Characters up to which a field stands beside another. */
const SHORT_NAME = 17;
const SHORT_VALUE = 16;

export function recordTab(context: Context, shown: RecordDetails): TemplateResult {
  return html`
    ${
      shown.problem === undefined
        ? nothing
        : html`<div class="sec notice bad" role="alert">
            ${icon('error')}<span
              >${sentence(shown.problem.message)}${shown.problem.remedy === undefined ? nothing : html`<br /><span class="dim">${sentence(shown.problem.remedy)}</span>`}</span
            >
          </div>`
    }
    ${shown.sections.map((section) => (section.kind === 'fields' ? fields(context, section) : table(context, section)))}
    ${lastRunSection(context)} ${payloadBytes(context, shown)}
  `;
}

function title({ title: text, note }: DetailSection, action: TemplateResult | typeof nothing = nothing): TemplateResult {
  return html`<h4>${text} ${note === undefined ? nothing : html`<em>${note}</em>`}${action}</h4>`;
}

function fields(context: Context, section: FieldsSection): TemplateResult {
  const { showAll } = context.model.view;
  const idle = section.fields.filter((field) => field.idle === true).length;
  const shown = section.fields.filter((field) => showAll || field.idle !== true);
  const short = shown.filter((field) => isShort(field));
  const long = shown.filter((field) => !isShort(field));
  return html`<div class="sec">
    ${title(section, idle === 0 ? nothing : showIdle(context, idle))}
    ${short.length === 0 ? nothing : html`<dl class="kv">${short.map((field) => entry(context, field))}</dl>`}
    ${long.length === 0 ? nothing : html`<dl class="kv one">${long.map((field) => entry(context, field))}</dl>`}
  </div>`;
}

/** Opens the fields that say nothing, or closes them, in all records. */
function showIdle({ model, actions }: Context, idle: number): TemplateResult {
  const { showAll } = model.view;
  const what = counted(idle, 'field');
  return html`<span class="grow"></span
    ><button
      class="a"
      aria-pressed=${showAll ? 'true' : 'false'}
      title="${showAll ? 'Hide' : 'Show'} ${what} that ${idle === 1 ? 'is' : 'are'} zero, empty or none"
      @click=${() => actions.setShowAll(!showAll)}
    >
      ${showAll ? 'Show Less' : `Show All, ${String(idle)} More`}
    </button>`;
}

function isShort({ name, value }: Field): boolean {
  return name.length <= SHORT_NAME && value.reduce((sum, { text }) => sum + text.length, 0) <= SHORT_VALUE;
}

function entry(context: Context, { name, value, range }: Field): TemplateResult {
  const chosen = range !== undefined && context.model.field?.offset === range.offset && context.model.field.name === name;
  const choose = (): void => context.actions.setField(range === undefined || chosen ? undefined : { name, ...range });
  return html`<div class="field ${chosen ? 'chosen' : ''}">
    <dt>
      ${range === undefined ? name : html`<button class="name" title="Show its bytes" aria-pressed=${chosen ? 'true' : 'false'} @click=${choose}>${name}</button>`}
    </dt>
    <dd title=${value.map(({ text }) => text).join('')}>${spans(context, value)}</dd>
  </div>`;
}

function table(context: Context, section: TableSection): TemplateResult {
  const cell = (value: readonly Span[], numeric: boolean): TemplateResult =>
    html`<td class=${numeric ? 'r' : ''}>${spans(context, value)}</td>`;
  return html`<div class="sec">
    ${title(section)}
    <div class="scroller" tabindex="0" role="region" aria-label=${section.title}>
      <table class="mini" aria-label=${section.title}>
        <thead>
          <tr>
            ${section.columns.map(({ name, numeric }) => html`<th class=${numeric ? 'r' : ''} scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${section.rows.slice(0, MAX_TABLE_ROWS).map(
            (row) =>
              html`<tr>
                ${row.map((value, i) => cell(value, section.columns[i]?.numeric ?? false))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${section.rows.length > MAX_TABLE_ROWS ? html`<p class="note">and ${grouped(section.rows.length - MAX_TABLE_ROWS)} more</p>` : nothing}
  </div>`;
}

function payloadBytes(context: Context, shown: RecordDetails): TemplateResult | typeof nothing {
  const { field } = context.model;
  if (Number(shown.length) <= shown.headerLength && field === undefined) return nothing;
  const note =
    field === undefined
      ? `${grouped(Number(shown.length) - shown.headerLength)} bytes after the header of ${String(shown.headerLength)}`
      : `${field.name}: bytes ${String(field.offset)} to ${String(field.offset + field.length)} (${hex(BigInt(shown.offset) + BigInt(field.offset))})`;
  return html`<div class="sec">
    <h4>
      ${field === undefined ? 'Payload bytes' : 'Bytes'} <em>${note}</em><span class="grow"></span>
      <button class="a" @click=${() => context.actions.setTab('hex')}>All bytes</button>
    </h4>
    ${context.hex.preview(shown)}
  </div>`;
}
