/** The lists that open from the words of the health line. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureSummary } from '../../protocol/capture/capture';
import { icon } from '../widgets/icon';
import { bytes, counted } from '../widgets/numbers';
import { functionColours } from './functionColours';
import { sentence } from '../widgets/sentence';
import type { HealthList } from './model';
import type { Context } from './context';

/** Items drawn at most; more would be a document of their own. */
const MAX_ITEMS = 500;

export function healthList(context: Context, summary: CaptureSummary, list: HealthList): TemplateResult {
  const content = { scopes, executables, files, notices }[list](context, summary);
  const left = document.querySelector(`[data-list="${list}"]`)?.getBoundingClientRect().left ?? 10;
  return html`<div class="popup" role="dialog" aria-label=${list} style="left:${Math.max(0, Math.min(left, innerWidth - 480))}px">
    ${content}
  </div>`;
}

function go({ actions }: Context, record: number, label: string | TemplateResult): TemplateResult {
  return html`<a
    class="a"
    href="#"
    @click=${(event: Event) => {
      event.preventDefault();
      actions.toggleList(undefined);
      void actions.goTo(String(record));
    }}
    >${label}</a
  >`;
}

function more(count: number): TemplateResult | typeof nothing {
  return count > MAX_ITEMS ? html`<div class="dim">and ${count - MAX_ITEMS} more</div>` : nothing;
}

function scopes(context: Context, summary: CaptureSummary): TemplateResult {
  return html`${summary.scopes.slice(0, MAX_ITEMS).map(
    ({ name, begins }) =>
      html`<div class="item">
        <b class="m">${name === '' ? '(unnamed)' : name}</b>
        <span class="dim">${counted(begins.length, 'time')}</span>
        <span class="m"
          >${begins.slice(0, 8).map((record) => html`${go(context, record, `#${String(record)}`)} `)}${begins.length > 8 ? html`<span class="dim">…</span>` : nothing}</span
        >
      </div>`,
  )}${more(summary.scopes.length)}`;
}

function executables(context: Context, summary: CaptureSummary): TemplateResult {
  const colours = functionColours(context.model.shares);
  return html`${summary.executables.slice(0, MAX_ITEMS).map(
    ({ id, record, format, bytes: size, functions }) => html`
      <div class="item">
        <b class="m">${go(context, record, `executable ${id}`)}</b>
        <span class="m">${format}</span><span class="dim">${bytes(size)}, ${counted(functions.length, 'function')}</span>
      </div>
      ${functions.slice(0, MAX_ITEMS).map(
        (name) =>
          html`<div class="item sub m">
            <i class="sw" style="--c:${colours.get(name) ?? 'var(--dim)'}"></i>
            <a
              class="a"
              href="#"
              title="Find its dispatches"
              @click=${(event: Event) => {
                event.preventDefault();
                context.actions.toggleList(undefined);
                context.actions.setQuery(`op:*dispatch fn:${name}`);
              }}
              >${name}</a
            >
          </div>`,
      )}
    `,
  )}${more(summary.executables.length)}`;
}

function files(context: Context, summary: CaptureSummary): TemplateResult {
  const how = {
    external_path: 'outside, at',
    inline_bytes: 'inside, whole',
    captured_ranges: 'inside, the ranges read',
    none: 'not captured',
    unknown: 'unknown',
  };
  return html`${summary.files
    .slice(0, MAX_ITEMS)
    .map(
      ({ id, record, reference, path, bytes: size }) =>
        html`<div class="item">
          <b class="m">${go(context, record, `file ${id}`)}</b><span class="dim">${how[reference]}</span><span class="m">${path}</span
          ><span class="dim">${bytes(size)}</span>
        </div>`,
    )}${more(summary.files.length)}`;
}

function notices(context: Context, summary: CaptureSummary): TemplateResult {
  return html`${summary.problems.map(
    ({ severity, message, remedy, record }) =>
      html`<div class="item notice">
        <span class=${severity === 'error' ? 'bad' : severity === 'warning' ? 'warn' : ''}>${icon(severity)}</span>
        <span
          >${sentence(message)}
          ${record === undefined ? nothing : go(context, record, `#${String(record)}`)}${remedy === undefined ? nothing : html`<br /><span class="dim">${sentence(remedy)}</span>`}</span
        >
      </div>`,
  )}`;
}
