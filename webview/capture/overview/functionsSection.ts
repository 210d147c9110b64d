/** The functions by their share of the work, each with its launches. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { CaptureOverview } from '../../../protocol/capture/capture';
import { bytes, counted, duration, grouped } from '../../widgets/numbers';
import { functionColours } from '../functionColours';
import { functionName } from '../../widgets/functionName';
import type { FunctionShare, FunctionShares } from '../functionShares';
import type { Context } from '../context';
import { share } from './share';

/** Functions that are listed before all are asked for. */
const FIRST = 16;

export function functionsSection(context: Context, overview: CaptureOverview): TemplateResult | typeof nothing {
  const { model, actions } = context;
  const { shares } = model;
  if (shares === undefined || shares.list.length === 0) return nothing;
  const { functionCount, launches, workgroups } = overview;
  const whole = model.view.wholeOverview;
  const { shared } = model.names;
  const timed = shares.by === 'time';
  const colours = functionColours(shares);
  return html`<section class="sec" aria-label="Functions">
    <h4>
      Functions
      <em>${ranked(shares, overview)}${shared === '' ? nothing : html`, without <span class="m">${shared}</span>`}</em>
    </h4>
    <table class="mini functions" aria-label="Functions">
      <thead>
        <tr>
          <th scope="col" class="name">Function</th>
          <th scope="col" class="r">Launches</th>
          <th scope="col" class="r extent">Grid</th>
          ${
            timed
              ? html`<th scope="col" class="r each" title="Time of all threads, of one launch">Mean</th>
                  <th scope="col" class="r" title="Time of all threads, of all launches">Total</th>`
              : html`<th scope="col" class="r each">Workgroups</th>
                  <th scope="col" class="r bound" title="Lengths of all bindings of all launches: what they may touch">Bound</th>`
          }
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          whole ? shares.list : shares.list.slice(0, FIRST),
          // A run ranks them anew: a link stays with its function, so that a click that is under way goes where it was meant to, or nowhere.
          ({ use }) => `${use.executable} ${String(use.ordinal)}`,
          (one) => row(context, shares, one, colours.get(one.use.name) ?? 'var(--dim)'),
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${counted(functionCount, 'function')}</th>
          <td class="r">${grouped(launches)}</td>
          <td class="extent"></td>
          <td class="r each">${timed ? '' : grouped(workgroups)}</td>
          <td class="r ${timed ? '' : 'bound'}">${timed ? duration(shares.whole) : ''}</td>
          <td></td>
        </tr>
      </tfoot>
    </table>
    ${
      shares.list.length <= FIRST
        ? nothing
        : html`<button class="a" aria-expanded=${whole ? 'true' : 'false'} @click=${() => actions.setWholeOverview(!whole)}>
            ${whole ? `Show the First ${String(FIRST)}` : `Show All ${grouped(shares.list.length)}`}
          </button>`
    }
    ${functionCount > shares.list.length ? html`<p class="note">of ${grouped(functionCount)}, those with most workgroups</p>` : nothing}
  </section>`;
}

/** What the order of the functions rests on. */
function ranked({ times }: FunctionShares, { functions }: CaptureOverview): string {
  if (times !== undefined)
    return `by share of the last run, on ${times.device}${times.workers > 1 ? `, ${counted(times.workers, 'thread')} together` : ''}`;
  const exact = functions.every(({ workgroupsUnknown }) => !workgroupsUnknown);
  return `by workgroups, no run yet${exact ? '' : '; some are counted when it runs'}`;
}

function row(context: Context, { by, whole, list }: FunctionShares, { use, amount }: FunctionShare, colour: string): TemplateResult {
  const { model, actions } = context;
  const { name, launches, workgroups, grid, record, via } = use;
  const go = (event: Event): void => {
    event.preventDefault();
    void actions.goTo(via === undefined ? String(record) : `${String(record)}@${String(via)}`);
  };
  const count = Number(launches);
  return html`<tr>
    <td class="name" title=${name}>
      <span class="fn"
        ><i class="sw" style="--c:${colour}"></i
        ><a class="a" href="#" title="${name}: go to its first launch" aria-label=${name} @click=${go}
          >${functionName(model.names, name)}</a
        ></span
      >
    </td>
    <td class="r">
      <button class="a" title="Find its dispatches" @click=${() => actions.setQuery(`op:*dispatch fn:${name}`)}>
        ${grouped(launches)}
      </button>
    </td>
    <td class="r dim extent">${grid === undefined ? 'differs' : grid.join('×')}</td>
    ${
      by === 'time'
        ? html`<td class="r each">${count === 0 ? '' : duration(amount / count)}</td>
            <td class="r">${duration(amount)}</td>`
        : html`<td class="r each">${use.workgroupsUnknown ? '≥ ' : ''}${grouped(workgroups)}</td>
            <td class="r bound">${use.bytesUnknown ? '≥ ' : ''}${bytes(use.bytes)}</td>`
    }
    <td>${share(amount, whole, list[0]?.amount ?? 0, colour)}</td>
  </tr>`;
}
