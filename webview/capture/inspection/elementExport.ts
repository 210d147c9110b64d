/** Buttons that write exactly what is shown to a file. */
import { html, type TemplateResult } from 'lit-html';
import type { Inspection, TensorView } from '../../../protocol/replay/inspection';
import type { Context } from '../context';

export function elementExport(context: Context, { record, ranges }: Inspection, view: TensorView, redraw: () => void): TemplateResult {
  const { ordinal = 0 } = ranges[view.range] ?? {};
  const name = `record${String(record)}-binding${String(ordinal)}-${view.moment}`;
  const write = (format: 'npy' | 'bin') => async (): Promise<void> => {
    try {
      await context.host.exportElements({ view, format, name });
    } catch (error) {
      context.model.complaint = error instanceof Error ? error.message : String(error);
      context.redraw('notices');
    }
    redraw();
  };
  return html`<div class="sec exporting" role="group" aria-label="Export">
    <h4>
      Export <em>${view.type} ${view.shape.join('x')}, ${view.moment}</em>
      <button class="a" @click=${write('npy')}>.npy…</button>
      <button class="a" @click=${write('bin')}>.bin…</button>
    </h4>
  </div>`;
}
