/** What can be done with the timeline, and how it is shown. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Context } from './context';
import { searchBox } from './searchBox';
import { trackList } from './trackList';
import type { ColourBy } from './timeline/timeline';
import { colourPick, opener, toggle, tracksOpener, zoomButtons } from './viewControls';

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
  return html`${searchBox(context)}<i class="sep"></i>
    ${zoomButtons(context)}
    <span class="grow"></span>
    ${toggle('Flows', timeline.flows, 'From submission to execution, and along semaphores and barriers, of the selection', () =>
      actions.setFlows(!timeline.flows),
    )}
    ${toggle('Critical Path', timeline.criticalPath, 'The longest way through what ran', () => actions.setCriticalPath(!timeline.criticalPath))}
    ${colourPick(COLOURS, timeline.colourBy, (by) => actions.setColour(by))} ${tracksOpener(context)}
    <i class="sep"></i>
    <vscode-button appearance="secondary" class="compare" title="Compare with another profile" @click=${() => actions.run('compare')}
      >Compare…</vscode-button
    >
    ${opener(context, 'export', 'Export')}
    ${model.openList === 'tracks' ? trackList(context) : model.openList === 'export' ? exports(context) : nothing}`;
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
