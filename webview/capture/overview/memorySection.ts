/** What memory the buffers take together, and which take most of it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureOverview } from '../../../protocol/capture/capture';
import { bytes, counted } from '../../widgets/numbers';
import type { Context } from '../context';
import { recordLink, spans } from '../spans';
import { percent } from './share';

/** Owners that are named; the others are one. */
const NAMED = 5;
const COLOURS = ['charts-blue', 'charts-yellow', 'charts-green', 'charts-purple', 'terminal-ansiCyan', 'charts-lines'] as const;

interface Owner {
  readonly name: TemplateResult;
  readonly role: TemplateResult | string;
  readonly size: number;
}

export function memorySection(context: Context, { touched, others, lasting, transient }: CaptureOverview): TemplateResult | typeof nothing {
  const whole = Number(lasting.bytes) + Number(transient.peak);
  if (whole === 0) return nothing;
  const buffers = [...touched, ...others]
    .filter((buffer) => !buffer.transient && buffer.record !== undefined)
    .map((buffer): Owner => {
      const roles = [
        ...(buffer.loaded === undefined ? [] : ['read from a file']),
        ...(buffer.imported ? ['imported'] : []),
        ...(buffer.written === undefined ? [] : ['input']),
        ...(buffer.read === undefined ? [] : ['output']),
      ];
      return {
        name: html`${spans(context, [{ text: `buffer ${buffer.id}`, object: buffer.id }])}`,
        role: roles.join(', '),
        size: Number(buffer.bytes),
      };
    });
  const owners = [...buffers, ...transients(context, transient)].sort((a, b) => b.size - a.size);
  const named = owners.slice(0, NAMED);
  const rest = whole - named.reduce((sum, { size }) => sum + size, 0);
  const shown = rest > 0 && owners.length > NAMED ? [...named, { name: html`others`, role: '', size: rest }] : named;
  return html`<section class="sec" aria-label="Memory">
    <h4>
      Memory
      <em title="Queue allocations in the order of the records, with all other buffers: when these are released is not recorded"
        >${bytes(whole)} at once, in the order of the records</em
      >
    </h4>
    <div class="own" aria-hidden="true">
      ${shown.map(({ size }, i) => html`<i style="flex:${size / whole};--c:var(--vscode-${COLOURS[i] ?? 'charts-lines'})"></i>`)}
    </div>
    <table class="mini own-list" aria-label="Memory">
      <tbody>
        ${shown.map(
          ({ name, role, size }, i) =>
            html`<tr>
              <th scope="row"><i class="sw" style="--c:var(--vscode-${COLOURS[i] ?? 'charts-lines'})"></i>${name}</th>
              <td>${role}</td>
              <td class="r">${bytes(size)}</td>
              <td class="r dim">${percent(size, whole)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function transients(context: Context, { count, peak, record }: CaptureOverview['transient']): Owner[] {
  if (record === undefined) return [];
  return [
    {
      name: html`transient`,
      role: html`${counted(count, 'queue allocation')}, most at ${recordLink(context, record)}`,
      size: Number(peak),
    },
  ];
}
