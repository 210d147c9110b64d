/** A plot under its title, with the link that exports it. */
import { html, type TemplateResult } from 'lit-html';
import type { ResultsContext } from './context';
import type { PlotSpec } from './plots';

export function plotBlock(
  context: ResultsContext,
  name: string,
  title: string,
  note: string | TemplateResult,
  spec: PlotSpec,
): TemplateResult {
  const save = async (): Promise<void> => {
    const bytes = await context.plots.png(name);
    if (bytes !== undefined) await context.host.save({ name: `${name}.png`, bytes });
  };
  return html`<section class="block">
    <h2>
      ${title} <em title=${typeof note === 'string' ? note : ''}>${note}</em><span class="grow"></span
      ><button class="a" title="Export as PNG" @click=${() => void save()}>PNG</button>
    </h2>
    ${context.plots.draw(name, spec)}
  </section>`;
}
