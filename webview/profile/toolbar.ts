/** What can be done with the timeline, and how it is shown. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { icon, type IconName } from '../widgets/icon';
import { inUnit, unitFor } from '../widgets/timeUnit';
import type { Context } from './context';
import { searchBox } from './searchBox';
import { trackList } from './trackList';
import type { ColourBy } from './timeline/timeline';

const ZOOM = 2;
const COLOURS: readonly ColourBy[] = ['function', 'queue', 'worker', 'duration'];
/** Formats of the timeline and of samples for other programs, and the page for people: words, and the name that the job has for them. */
const FORMATS = [
  ['Perfetto', 'perfetto'],
  ['Chrome', 'chrome'],
  ['speedscope', 'speedscope'],
  ['Folded Stacks', 'folded'],
  ['Samples for pprof', 'pprof'],
  ['Samples for speedscope', 'speedscope-samples'],
  ['Report', 'html'],
] as const;

export function toolbar(context: Context): TemplateResult {
  const { model, actions, timeline } = context;
  const button = (name: IconName, title: string, act: () => void): TemplateResult =>
    html`<button class="tool" title=${title} aria-label=${title} @click=${act}>${icon(name)}</button>`;
  return html`${searchBox(context)}<i class="sep"></i>
    ${button('fit', 'Zoom to selection (F)', () => actions.zoomToSelection())}
    ${button('plus', 'Zoom in (W)', () => timeline.zoomBy(1 / ZOOM))} ${button('minus', 'Zoom out (S)', () => timeline.zoomBy(ZOOM))}
    ${button('whole', 'Show all (0)', () => timeline.showAll())} ${shown(context)}
    <span class="grow"></span>
    ${toggle('Flows', timeline.flows, 'From submission to execution, and along semaphores and barriers, of the selection', () =>
      actions.setFlows(!timeline.flows),
    )}
    ${toggle('Critical Path', timeline.criticalPath, 'The longest way through what ran', () => actions.setCriticalPath(!timeline.criticalPath))}
    <label class="pick"
      ><span class="lead">Colour</span
      ><vscode-dropdown
        aria-label="Colour"
        .value=${timeline.colourBy}
        @change=${(event: Event) => actions.setColour((event.target as HTMLElement & { readonly value: ColourBy }).value)}
      >
        ${COLOURS.map((by) => html`<vscode-option value=${by}>${by}</vscode-option>`)}
      </vscode-dropdown></label
    >
    ${opener(context, 'tracks', html`<span class="dim">Tracks</span> ${counts(context)}`)}
    <i class="sep"></i>
    <vscode-button appearance="secondary" class="compare" title="Compare with another profile" @click=${() => actions.run('compare')}
      >Compare…</vscode-button
    >
    ${opener(context, 'export', 'Export')}
    ${model.openList === 'tracks' ? trackList(context) : model.openList === 'export' ? exports(context) : nothing}`;
}

/** Which part of time is in view, and how long that is. */
function shown({ timeline, model }: Context): TemplateResult | typeof nothing {
  if (model.summary === undefined) return nothing;
  const { from, to } = timeline.view;
  const length = Number(to - from);
  const unit = unitFor(Math.max(1, Number(to)));
  const own = unitFor(Math.max(1, length));
  return html`<span class="m dim shown" role="status" aria-label="In view"
    >${inUnit(Number(from), unit).replace('-', '−')} – ${inUnit(Number(to), unit)} ${unit.name}, ${inUnit(length, own)} ${own.name}
    shown</span
  >`;
}

function toggle(label: string, on: boolean, title: string, act: () => void): TemplateResult {
  return html`<button class="push ${on ? 'on' : ''}" title=${title} aria-pressed=${on ? 'true' : 'false'} @click=${act}>${label}</button>`;
}

function opener({ model, actions }: Context, list: 'tracks' | 'export', label: TemplateResult | string): TemplateResult {
  return html`<button
    class="push opens"
    data-list=${list}
    aria-haspopup="true"
    aria-expanded=${model.openList === list ? 'true' : 'false'}
    @click=${() => actions.toggleList(list)}
  >
    ${label}${icon('down')}
  </button>`;
}

function counts({ model, timeline }: Context): string {
  const tracks = model.tracks.filter(({ kind }) => kind !== 'group');
  const there = tracks.filter(({ id }) => timeline.shownTracks.has(id)).length;
  return `${String(there)} of ${String(tracks.length)}`;
}

function exports({ actions }: Context): TemplateResult {
  return html`<div class="popup choices" role="menu" aria-label="Export">
    ${FORMATS.map(
      ([label, format]) =>
        html`<button class="item" role="menuitem" @click=${() => actions.run('exportTimeline', { name: format })}>
          Timeline for ${label}…
        </button>`,
    )}
    ${(['csv', 'md', 'json'] as const).map(
      (format) =>
        html`<button class="item" role="menuitem" @click=${() => actions.exportTable(format)}>
          Table as ${{ csv: 'CSV', md: 'Markdown', json: 'JSON' }[format]}…
        </button>`,
    )}
    <button class="item" role="menuitem" @click=${() => actions.run('copyText', { name: 'commandLine' })}>Copy as CLI Command</button>
  </div>`;
}
