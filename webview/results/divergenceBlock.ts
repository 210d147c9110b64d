/** The first operation whose results differ: what it found agrees or not, what it left, and a way to take it out. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparedRange, Divergence } from '../../protocol/replay/verification';
import { icon } from '../widgets/icon';
import { comparedTable } from './comparedTable';
import type { ResultsContext } from './context';
import { recordLink } from './recordLink';
import { sortableTable } from './sortableTable';

/** Without the function, which the sentence names. */
function unnamed(ranges: readonly ComparedRange[]): readonly ComparedRange[] {
  return ranges.map((range) => {
    const { function: named, ...others } = range;
    return named === undefined ? range : others;
  });
}

export function divergenceBlock(context: ResultsContext, divergence: Divergence | undefined): TemplateResult | typeof nothing {
  if (divergence === undefined) return nothing;
  const { sentence, first } = divergence;
  if (first === undefined)
    return html`<section class="block wide divergence">
      <h2>First divergence</h2>
      <p class="said hint">${icon('info')}<span class="grow">${sentence}</span></p>
    </section>`;
  const { record, via, operation, found, left } = first;
  const place = { record, ...(via === undefined ? {} : { via }) };
  return html`<section class="block wide divergence">
      <h2>First divergence <em>both sides executed one operation after another</em></h2>
      <p class="said bad">
        ${icon('error')}<span class="grow">${sentence} ${recordLink(context, record, via)}</span>
        ${
          operation === 'dispatch' && context.inEditor
            ? html`<vscode-button
                  appearance="secondary"
                  title="Make a capture of this dispatch alone, with its inputs"
                  @click=${() => void context.host.extractDispatch(place)}
                  >Extract Dispatch…</vscode-button
                ><vscode-button
                  appearance="secondary"
                  title="Find the first of a series of builds of this kernel, or of versions of IREE, that is not as a good one"
                  @click=${() => void context.host.bisect(place)}
                  >Bisect…</vscode-button
                >`
            : nothing
        }
      </p>
    </section>
    <section class="block wide">
      <h2>What it left <em>where that differs; elements that neither side wrote count as equal</em></h2>
    </section>
    ${sortableTable(context, comparedTable(context, 'left', unnamed(left)))}
    ${
      found.length === 0
        ? nothing
        : html`<section class="block wide">
              <h2>What it found <em>in the ranges that it binds</em></h2>
            </section>
            ${sortableTable(context, comparedTable(context, 'found', unnamed(found)))}`
    }`;
}
