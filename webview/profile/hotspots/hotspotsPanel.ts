/** The tab of hotspots without its table: how samples were taken, their flame graph, and how to get some. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CodeStage, Hotspots, StageChoice } from '../../../protocol/code/hotspots';
import { kernelsOfFrames } from '../../../protocol/code/sampledKernels';
import { functionName } from '../../widgets/functionName';
import { grouped } from '../../widgets/numbers';
import { drawFlame } from '../flame/flameDrawing';
import type { Context } from '../context';
import type { HotspotsAs } from '../viewState';
import { percent } from '../../../protocol/words/percent';
import { samplingSentence, samplingWarnings } from '../../../protocol/words/samplingWords';
import { markedHotspot } from './findHotspot';
import { actOnHotspot, chosenKernel } from './hotspotAct';

/** Above the table or the graph. */
export function hotspotsNote(context: Context): TemplateResult | typeof nothing {
  const { asked, model } = context;
  const { value } = asked.hotspots;
  if (model.view.lowerTab !== 'hotspots' || value === undefined || value.samples === 0) return nothing;
  const warnings = samplingWarnings(value);
  return html`<p>${samplingSentence(value)}${warnings.map((warning) => html` <span class="warn">${warning}</span>`)}</p>
    ${stages(context, value)}${actButton(context, value)}`;
}

/** In place of the table. */
export function hotspotsContent({ asked, model, actions, timeline, code }: Context): TemplateResult | undefined {
  const { value } = asked.hotspots;
  if (value === undefined) return undefined;
  const { samples, frames } = value;
  if (samples === 0)
    return html`<div class="empty">
      <p>
        This profile has no samples. Record one with them here, or on the command line:
        <code>ireereplay run --sample --device_profiling_output=FILE CAPTURE</code>.
      </p>
      <vscode-button ?disabled=${!model.trusted} title="Replay the capture and sample it" @click=${() => actions.run('sampleHotspots', {})}
        >Sample Hotspots</vscode-button
      >
    </div>`;
  if (model.view.hotspotsAs === 'code') return html`${code.draw(value)}`;
  const places = new Map(model.names.flatMap(({ name, isFunction }, at) => (isFunction ? [[name, at] as const] : [])));
  const colours = kernelsOfFrames(frames).map((kernel) => {
    const at = kernel === undefined ? undefined : places.get(kernel);
    return at === undefined ? 'var(--cl-other)' : timeline.colourOf(at);
  });
  return drawFlame({
    frames,
    sizeOf: (frame) => frame.samples,
    root: model.sampledRoot,
    setRoot: (index) => actions.setSampledRoot(index),
    label: 'Flame graph of samples',
    empty: 'No sample lies in a kernel.',
    title: ({ name, samples: own }) => `${name} ${percent(own / samples)}: ${own === 1 ? '1 sample' : `${grouped(own)} samples`}`,
    colour: (_, index) => colours[index] ?? 'var(--cl-other)',
    text: ({ name, samples: own }) =>
      html`<span class="framed">${functionName(model.shortNames, name)} <span class="share">${percent(own / samples)}</span></span>`,
  });
}

/** Beside the tabs: how samples are shown. */
export function hotspotChoices({ asked, model, actions }: Context): TemplateResult | typeof nothing {
  const { value } = asked.hotspots;
  if (value === undefined || value.samples === 0) return nothing;
  const choice = (label: string, as: HotspotsAs): TemplateResult => {
    const on = model.view.hotspotsAs === as;
    return html`<button class=${on ? 'on' : ''} aria-pressed=${on ? 'true' : 'false'} @click=${() => actions.setHotspotsAs(as)}>
      ${label}
    </button>`;
  };
  return html`<div class="seg" role="group" aria-label="Samples shown as">
    ${choice('Table', 'table')} ${choice('Disassembly', 'code')} ${choice('Graph', 'graph')}
  </div>`;
}

/** What can be done with the marked row. */
function actButton({ model, actions }: Context, hotspots: Hotspots): TemplateResult | typeof nothing {
  const found = markedHotspot(model, hotspots);
  const key = model.rows['hotspots'];
  if (found === undefined || key === undefined) return nothing;
  const { label, title, command, isMissing } = actOnHotspot(found);
  // It is shown already.
  if (command === undefined && model.view.hotspotsAs === 'code') return nothing;
  return html`<vscode-button
    appearance="secondary"
    title=${isMissing ? 'No record of the capture is known of this row' : title}
    ?disabled=${isMissing}
    @click=${() => actions.openRow('hotspots', key)}
    >${label}</vscode-button
  >`;
}

const STAGES: Readonly<Record<CodeStage, string>> = {
  source: 'Source',
  configured: 'Configured',
  llvm: 'LLVM IR',
  assembly: 'Assembly',
};

/** At which the marked row's kernel can be shown. */
function stages({ model, actions, asked }: Context, hotspots: Hotspots): TemplateResult | typeof nothing {
  const found = markedHotspot(model, hotspots);
  const { value, of } = asked.stages;
  if (found === undefined || value === undefined || of === undefined) return nothing;
  const kernel = chosenKernel(found);
  // Those of the kernel before are not this one's.
  if (of.executable !== kernel.executable || of.function !== kernel.function) return nothing;
  const choice = ({ stage, isThere, title }: StageChoice): TemplateResult =>
    html`<button title=${title} ?disabled=${!isThere} @click=${() => actions.run('showStage', { stage, kernel })}>
      ${STAGES[stage]}
    </button>`;
  return html`<div class="seg" role="group" aria-label="Show the kernel as">${value.map(choice)}</div>`;
}
