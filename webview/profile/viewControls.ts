/** How a timeline is shown: what the toolbars of all pages with one have. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { icon, type IconName } from '../widgets/icon';
import { inUnit, unitFor } from '../widgets/timeUnit';
import type { Actions } from './actions';
import type { Model, OpenList } from './model';
import type { ColourBy, Timeline } from './timeline/timeline';

const ZOOM = 2;

/** What they need of a page with a timeline. */
export interface ViewContext {
  readonly model: Pick<Model, 'tracks' | 'openList'>;
  readonly actions: Pick<Actions, 'zoomToSelection' | 'toggleList'>;
  readonly timeline: Timeline;
}

/** Zooming, and behind it which part of time is in view, and how long that is. */
export function zoomButtons({ model, actions, timeline }: ViewContext): TemplateResult {
  const button = (name: IconName, title: string, act: () => void): TemplateResult =>
    html`<button class="tool" title=${title} aria-label=${title} @click=${act}>${icon(name)}</button>`;
  return html`${button('fit', 'Zoom to selection (F)', () => actions.zoomToSelection())}
  ${button('plus', 'Zoom in (W)', () => timeline.zoomBy(1 / ZOOM))} ${button('minus', 'Zoom out (S)', () => timeline.zoomBy(ZOOM))}
  ${button('whole', 'Show all (0)', () => timeline.showAll())} ${model.tracks.length === 0 ? nothing : shown(timeline)}`;
}

function shown(timeline: Timeline): TemplateResult {
  const { from, to } = timeline.view;
  const length = Number(to - from);
  const unit = unitFor(Math.max(1, Number(to)));
  const own = unitFor(Math.max(1, length));
  return html`<span class="m dim shown" role="status" aria-label="In view"
    >${inUnit(Number(from), unit).replace('-', '−')} – ${inUnit(Number(to), unit)} ${unit.name}, ${inUnit(length, own)} ${own.name}
    shown</span
  >`;
}

export function toggle(label: string, on: boolean, title: string, act: () => void): TemplateResult {
  return html`<button class="push ${on ? 'on' : ''}" title=${title} aria-pressed=${on ? 'true' : 'false'} @click=${act}>${label}</button>`;
}

/** A button that opens a list under it. */
export function opener(
  { model, actions }: Pick<ViewContext, 'model' | 'actions'>,
  list: OpenList,
  label: TemplateResult | string,
): TemplateResult {
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

/** Opens the list of tracks, and says how many of them are shown. */
export function tracksOpener(context: ViewContext): TemplateResult {
  const { model, timeline } = context;
  const tracks = model.tracks.filter(({ kind }) => kind !== 'group');
  const there = tracks.filter(({ id }) => timeline.shownTracks.has(id)).length;
  return opener(context, 'tracks', html`<span class="dim">Tracks</span> ${`${String(there)} of ${String(tracks.length)}`}`);
}

export function colourPick(colours: readonly ColourBy[], chosen: ColourBy, choose: (by: ColourBy) => void): TemplateResult {
  return html`<label class="pick"
    ><span class="lead">Colour</span
    ><vscode-dropdown
      aria-label="Colour"
      .value=${chosen}
      @change=${(event: Event) => choose((event.target as HTMLElement & { readonly value: ColourBy }).value)}
    >
      ${colours.map((by) => html`<vscode-option value=${by}>${by}</vscode-option>`)}
    </vscode-dropdown></label
  >`;
}
