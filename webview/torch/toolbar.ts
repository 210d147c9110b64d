/** What can be done with the timeline, and how it is shown. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { searchBox } from '../profile/searchBox';
import type { ColourBy } from '../profile/timeline/timeline';
import { trackList } from '../profile/trackList';
import { colourPick, toggle, tracksOpener, zoomButtons } from '../profile/viewControls';
import type { Context } from './context';

const COLOURS: readonly ColourBy[] = ['function', 'duration'];

export function toolbar(context: Context): TemplateResult {
  const { model, actions, timeline } = context;
  return html`${searchBox(context, 'fn:*addmm* dur:>10us')}<i class="sep"></i>
    ${zoomButtons(context)}
    <span class="grow"></span>
    ${toggle(
      'Flows',
      timeline.flows,
      'From calls to the kernels that they launched, and from operations to their backward ones, of the selection',
      () => actions.setFlows(!timeline.flows),
    )}
    ${colourPick(COLOURS, timeline.colourBy, (by) => actions.setColour(by))} ${tracksOpener(context)}
    ${model.openList === 'tracks' ? trackList(context) : nothing}`;
}
