/** The functions by their share of the work, each with its launches. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureOverview } from '../../../protocol/capture';
import type { FunctionUse } from '../../../protocol/overview';
import { bytes, counted, grouped } from '../../widgets/numbers';
import { functionColours } from '../functionColours';
import { functionName } from '../functionName';
import type { Context } from '../model';
import { share } from './share';

/** Functions that are listed before all are asked for. */
const FIRST = 16;

export function functionsSection(context: Context, overview: CaptureOverview): TemplateResult | typeof nothing {
  const { model, actions } = context;
  const { functions, functionCount, launches, workgroups } = overview;
  if (functions.length === 0) return nothing;
  const whole = model.view.wholeOverview;
  const shown = whole ? functions : functions.slice(0, FIRST);
  const { shared } = model.names;
  const exact = functions.every(({ workgroupsUnknown }) => !workgroupsUnknown);
  return html`<section class="sec" aria-label="Functions">
    <h4>
      Functions
      <em title="No run has timed them: they are in the order of their workgroups"
        >by
        workgroups${exact ? '' : ' (at least: some are counted when it runs)'}${shared === '' ? nothing : html`, without <span class="m">${shared}</span>`}</em
      >
    </h4>
    <table class="mini functions">
      <thead>
        <tr>
          <th scope="col" class="name">Function</th>
          <th scope="col" class="r">Launches</th>
          <th scope="col" class="r">Grid</th>
          <th scope="col" class="r">Workgroups</th>
          <th scope="col" class="r" title="Lengths of all bindings of all launches: what they may touch">Bound</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map((use) => row(context, overview, use))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${counted(functionCount, 'function')}</th>
          <td class="r">${grouped(launches)}</td>
          <td></td>
          <td class="r">${grouped(workgroups)}</td>
          <td></td>
          <td></td>
        </tr>
      </tfoot>
    </table>
    ${
      functions.length <= FIRST
        ? nothing
        : html`<button class="a" aria-expanded=${whole ? 'true' : 'false'} @click=${() => actions.setWholeOverview(!whole)}>
            ${whole ? `Show the First ${String(FIRST)}` : `Show All ${grouped(functions.length)}`}
          </button>`
    }
    ${functionCount > functions.length ? html`<p class="note">of ${grouped(functionCount)}, those with most work</p>` : nothing}
  </section>`;
}

function row(context: Context, overview: CaptureOverview, use: FunctionUse): TemplateResult {
  const { model, actions } = context;
  const { name, launches, workgroups, grid, record, via } = use;
  const colour = functionColours(model.overview).get(name) ?? 'var(--dim)';
  const go = (event: Event): void => {
    event.preventDefault();
    void actions.goTo(via === undefined ? String(record) : `${String(record)}@${String(via)}`);
  };
  const most = Number(overview.functions[0]?.workgroups ?? 0);
  return html`<tr>
    <td class="name" title=${name}>
      <span class="fn"
        ><i class="sw" style="--c:${colour}"></i
        ><a class="a" href="#" title="${name}: go to its first launch" @click=${go}>${functionName(model.names, name)}</a></span
      >
    </td>
    <td class="r">
      <button class="a" title="Find its dispatches" @click=${() => actions.setQuery(`op:*dispatch fn:${name}`)}>
        ${grouped(launches)}
      </button>
    </td>
    <td class="r dim">${grid === undefined ? 'differs' : grid.join('×')}</td>
    <td class="r">${use.workgroupsUnknown ? '≥ ' : ''}${grouped(workgroups)}</td>
    <td class="r">${use.bytesUnknown ? '≥ ' : ''}${bytes(use.bytes)}</td>
    <td>${share(Number(workgroups), Number(overview.workgroups), most, colour)}</td>
  </tr>`;
}
