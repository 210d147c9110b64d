/** The list that shows and hides tracks. */
import { html, type TemplateResult } from 'lit-html';
import { grouped } from '../widgets/numbers';
import type { TrackInfo } from '../../protocol/profile/profile';
import type { Actions } from './actions';
import type { Model } from './model';
import type { Timeline } from './timeline/timeline';

/** What it needs of a page with a timeline. */
export interface TrackListContext {
  readonly model: Pick<Model, 'trackFilter' | 'tracks'>;
  readonly actions: Pick<Actions, 'setTrackFilter' | 'setTrackShown'>;
  readonly timeline: Timeline;
}

export function trackList({ model, actions, timeline }: TrackListContext): TemplateResult {
  const { trackFilter, tracks } = model;
  const wanted = trackFilter.toLowerCase();
  const holds = ({ name }: TrackInfo): boolean => name.toLowerCase().includes(wanted);
  const listed = tracks.filter((track) => holds(track) || tracks.some((other) => other.parent === track.id && holds(other)));
  const depth = ({ parent }: TrackInfo): number => {
    const above = tracks.find(({ id }) => id === parent);
    return above === undefined ? 0 : depth(above) + 1;
  };
  return html`<div class="popup tracks" role="dialog" aria-label="Tracks">
    <div class="item">
      <input
        class="plain"
        type="text"
        aria-label="Filter tracks by name"
        placeholder="Filter by name"
        .value=${trackFilter}
        @input=${(event: Event) => actions.setTrackFilter((event.target as HTMLInputElement).value)}
      />
    </div>
    ${listed.map((track) => {
      const shown = timeline.shownTracks.has(track.id);
      return html`<label class="item" style="padding-left:${12 + 14 * depth(track)}px" title=${track.note ?? ''}>
        <input
          type="checkbox"
          data-track=${track.id}
          .checked=${shown}
          @change=${(event: Event) => actions.setTrackShown(track.id, (event.target as HTMLInputElement).checked)}
        />
        <span class=${track.kind === 'group' ? 'group' : ''}>${track.name}</span>
        <span class="dim">${track.kind === 'group' ? '' : grouped(track.count)}</span>
      </label>`;
    })}
  </div>`;
}
