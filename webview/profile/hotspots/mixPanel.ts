/** Beside the machine code of a function: what its instructions do and how wide they compute, by samples, and what stands out in its loops. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { SampledMix, SampledShare, SampledWidth } from '../../../protocol/code/hotspots';
import type { ListedLoop } from '../../../protocol/code/kernelCode';
import { loopName } from '../../../protocol/code/loopChain';
import { percent, percentRange } from '../../../protocol/words/percent';
import { counted, grouped } from '../../widgets/numbers';
import type { ListedFunction } from './listedFunctions';
import type { SampledCode } from './sampledCode';

export interface MixPanel {
  readonly listed: ListedFunction;
  readonly loops: readonly ListedLoop[];
  readonly code: SampledCode;
  /** Shows a row of the listing. */
  readonly goTo: (row: number) => void;
}

export function mixPanel({ listed, loops, code, goTo }: MixPanel): TemplateResult {
  const { mix, samples } = listed;
  if (mix === undefined) return html`<p class="dim">No sample lies in this function.</p>`;
  return html`${standsOut(loops, code, goTo)}
    <h4>Instruction mix</h4>
    <p class="dim">
      Of ${counted(samples, 'sample')} in this function, and how many instructions there are. What waits for a slow instruction before it
      has the samples of that.
    </p>
    <table>
      ${mix.groups.map((one) => row(html`<span class="group" data-group=${one.group}>${one.group}</span>`, one))}
    </table>
    ${widths(mix)}`;
}

function widths({ widths: all, uncounted }: SampledMix): TemplateResult {
  const computing = all.reduce((sum, { samples }) => sum + samples, 0);
  const available = availableWords(all);
  const left =
    uncounted === 0
      ? ''
      : `${counted(uncounted, 'instruction')} ${uncounted === 1 ? 'computes' : 'compute'} in operations that are not counted here.`;
  return html`<h4>Vector width</h4>
    ${
      all.length === 0
        ? html`<p class="dim">No instruction computes on elements. ${left}</p>`
        : html`<p class="dim">Of ${counted(computing, 'sample')} at instructions that compute on elements. ${left}</p>
            <table>
              ${all.toReversed().map((one) => row(html`${widthWords(one)}`, one))}
            </table>`
    }
    ${available === '' ? nothing : html`<p>${available}</p>`}`;
}

function row(name: TemplateResult, one: SampledShare & { readonly instructions: number }): TemplateResult {
  const { samples, share, tooFew, instructions } = one;
  const count = html`<td class="r dim" title=${counted(instructions, 'instruction')}>${grouped(instructions)}</td>`;
  if (samples === 0 || tooFew)
    return html`<tr>
      <th scope="row">${name}</th>
      <td colspan="2" class="r dim">${samples === 0 ? 'no sample' : `${counted(samples, 'sample')}, too few`}</td>
      ${count}
    </tr>`;
  return html`<tr>
    <th scope="row">${name}</th>
    <td>
      <span class="bar" aria-hidden="true"><i style="width:${(100 * share).toFixed(1)}%"></i></span>
    </td>
    <td class="r" title="${counted(samples, 'sample')}; with 95 % confidence the share lies in ${percentRange(one)}">${percent(share)}</td>
    ${count}
  </tr>`;
}

/** "floats, 256-bit vectors", "individual 32-bit floats" */
export function widthWords({ element, scalar, bits }: Pick<SampledWidth, 'element' | 'scalar' | 'bits'>): string {
  const what = element === 'float' ? 'floats' : 'integers';
  return scalar === true ? `individual ${String(bits)}-bit ${what}` : `${what}, ${String(bits)}-bit vectors`;
}

/** What this machine's processor has for what is computed here. Empty where that is not known. */
export function availableWords(all: readonly SampledWidth[]): string {
  const [float, integer] = (['float', 'integer'] as const).map((element) => all.find((one) => one.element === element)?.available);
  const words = ({ bits, name }: { readonly bits: number; readonly name: string }): string => `${String(bits)} bits (${name})`;
  const [one, other] = [float ?? integer, integer ?? float];
  if (one === undefined || other === undefined) return '';
  return one.bits === other.bits
    ? `This processor has vectors of ${words(one)}.`
    : `This processor has vectors of ${words(one)} for floats, of ${words(other)} for integers.`;
}

/** Sentences of loops with samples that cannot be chance, the hottest first. */
function standsOut(loops: readonly ListedLoop[], code: SampledCode, goTo: (row: number) => void): TemplateResult | typeof nothing {
  const found = loops
    .flatMap(({ finding, address, parent, row: at }, index) => {
      const sampled = code.loop(address);
      return finding === undefined || sampled === undefined || sampled.tooFew
        ? []
        : [{ finding, sampled, at, name: loopName(index, parent) }];
    })
    .toSorted((a, b) => b.sampled.samples - a.sampled.samples);
  if (found.length === 0) return nothing;
  return html`<h4>What stands out</h4>
    ${found.map(({ finding, sampled, at, name }) => {
      const go = (): void => goTo(at);
      return html`<p>
        <button class="a" title="Show where it begins" @click=${go}>${name}</button>, ${percent(sampled.share)} of all samples:
        <span class="warn">${finding}</span>
      </p>`;
    })}`;
}
