/** The executables, with what of the work is theirs. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureOverview, CaptureSummary } from '../../../protocol/capture/capture';
import { bytes, grouped } from '../../widgets/numbers';
import type { Context } from '../context';
import { recordLink, spans } from '../spans';
import { share } from './share';

/** Executables that are listed; all are behind the health line's word. */
const MOST = 20;

export function executablesSection(
  context: Context,
  { executables }: CaptureSummary,
  overview: CaptureOverview,
): TemplateResult | typeof nothing {
  if (executables.length === 0) return nothing;
  const { shares } = context.model;
  const sums = new Map<string, { launches: bigint; amount: number }>();
  for (const {
    use: { executable, launches },
    amount,
  } of shares?.list ?? []) {
    const sum = sums.get(executable) ?? { launches: 0n, amount: 0 };
    sums.set(executable, { launches: sum.launches + BigInt(launches), amount: sum.amount + amount });
  }
  // Of more functions than are listed the sums would be too small.
  const known = overview.functions.length === overview.functionCount;
  const formats = [...new Set(executables.map(({ format }) => format))];
  return html`<section class="sec" aria-label="Executables">
    <h4>Executables <em class="m">${formats.join(' ')}</em></h4>
    <table class="mini" aria-label="Executables">
      <thead>
        <tr>
          <th scope="col">Executable</th>
          <th scope="col" class="r">Bytes</th>
          <th scope="col" class="r count">Functions</th>
          ${known ? html`<th scope="col" class="r count">Launches</th>` : nothing}
          <th scope="col">By</th>
          ${known ? html`<th scope="col">Share</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${executables.slice(0, MOST).map(({ id, record, bytes: size, functions }) => {
          const sum = sums.get(id);
          return html`<tr>
            <td>${spans(context, [{ text: `executable ${id}`, record }])}</td>
            <td class="r">${bytes(size)}</td>
            <td class="r count">
              ${functions.length === 0 ? html`<span class="dim" title="Neither the capture nor the binary names them">unnamed</span>` : grouped(functions.length)}
            </td>
            ${known ? html`<td class="r count">${grouped(String(sum?.launches ?? 0n))}</td>` : nothing}
            <td>${recordLink(context, record)}</td>
            ${known ? html`<td>${share(sum?.amount ?? 0, shares?.whole ?? 0, shares?.whole ?? 0)}</td>` : nothing}
          </tr>`;
        })}
      </tbody>
    </table>
    ${executables.length > MOST ? html`<p class="note">and ${grouped(executables.length - MOST)} more</p>` : nothing}
  </section>`;
}
