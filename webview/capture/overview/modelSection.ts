/** The model, and what goes in and out of it: what the application wrote, read from files and mapped for reading. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureOverview } from '../../../protocol/capture/capture';
import type { Span } from '../../../protocol/capture/recordRows';
import type { BufferUse, HostAccesses } from '../../../protocol/capture/overview';
import { bytes, counted, grouped } from '../../widgets/numbers';
import type { Context } from '../context';
import { recordLink, spans } from '../spans';

/** Buffers that are listed; the others are in Objects. */
const MOST = 12;

/** IREE's compiler names a dispatch after the function of the module that it was made from. */
const MODULE = /^(.+?)(?:\$async)?_dispatch_\d/;

export function modelSection(context: Context, overview: CaptureOverview): TemplateResult | typeof nothing {
  const { work, touched, touchedBuffers } = overview;
  const modules = new Set<string>();
  for (const { name } of overview.functions) {
    const [, module] = MODULE.exec(name) ?? [];
    if (module !== undefined) modules.add(module);
  }
  if (modules.size === 0 && work === undefined && touched.length === 0) return nothing;
  const names = [...modules];
  return html`<section class="sec" aria-label="Model">
    <h4>
      Model
      <em
        >${names.slice(0, 3).map((name, i) => html`${i > 0 ? ', ' : ''}<b class="m">${name}</b>`)}${names.length > 3 ? ` and ${String(names.length - 3)} more` : nothing}
        ${names.length > 0 ? html`<span title="Guessed from the names of the functions">(guessed from names)</span>` : nothing}</em
      >
    </h4>
    ${work === undefined ? nothing : html`<p class="says">${called(context, overview, work)}</p>`}
    ${
      touched.length === 0
        ? html`<p class="says dim">The capture does not say what the application wrote or read.</p>`
        : html`<table class="mini io" aria-label="Inputs and outputs">
            <tbody>
              ${touched.slice(0, MOST).map((buffer) => row(context, buffer))}
            </tbody>
          </table>`
    }
    ${touchedBuffers > MOST ? html`<p class="note">and ${grouped(touchedBuffers - MOST)} more, by object</p>` : nothing}
  </section>`;
}

function called(context: Context, { launches }: CaptureOverview, work: NonNullable<CaptureOverview['work']>): TemplateResult {
  const { scope, record, times, submission } = work;
  const dispatches = counted(launches, 'launch', 'launches');
  if (scope === undefined || record === undefined)
    return html`${dispatches}, the first in ${recordLink(context, submission)}, outside of any scope`;
  return html`${dispatches}; scope <span class="m">${scope}</span> ${counted(times ?? 1, 'time')}, first ${recordLink(context, record)}`;
}

function row(context: Context, buffer: BufferUse): TemplateResult {
  const { written, read, loaded, imported, file } = buffer;
  const kinds = [
    ...(written === undefined ? [] : ['input']),
    ...(loaded === undefined ? [] : ['file']),
    ...(imported ? ['imported'] : []),
    ...(read === undefined ? [] : ['output']),
  ];
  const named: Span = { text: `buffer ${buffer.id}`, object: buffer.id };
  return html`<tr>
    <th scope="row">${kinds.join(', ')}</th>
    <td>${spans(context, [named])}</td>
    <td class="r">${bytes(buffer.bytes)}</td>
    <td>
      ${written === undefined ? nothing : access(context, 'written', written, buffer)}
      ${loaded === undefined ? nothing : html`${access(context, 'read from', loaded, buffer, file)} `}
      ${imported && buffer.record !== undefined ? html`<span class="dim">by</span> ${recordLink(context, buffer.record)}` : nothing}
      ${read === undefined ? nothing : access(context, 'read', read, buffer)}
    </td>
  </tr>`;
}

/** "written #103", "read 32 times, #110 to #390, 4 KiB each". */
function access(context: Context, word: string, one: HostAccesses, { bytes: size }: BufferUse, file?: string): TemplateResult {
  const { count, first, last, length } = one;
  const part =
    length !== undefined && length !== size ? html`<span class="dim">, ${bytes(length)}${count === '1' ? '' : ' each'}</span>` : nothing;
  return html`<span class="access"
    ><span class="dim">${word}</span> ${file === undefined ? nothing : spans(context, [{ text: `file ${file}`, object: file }])}
    ${count === '1' ? recordLink(context, first) : html`${recordLink(context, first)}<span class="dim">–</span>${recordLink(context, last)}<span class="dim">, ${counted(count, 'time')}</span>`}${part}</span
  >`;
}
