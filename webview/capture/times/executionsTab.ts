/** Executions of the shown record in the last profile, in order of time. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { RecordDetails } from '../../../protocol/capture/capture';
import { NO_VIA } from '../../../protocol/capture/recordTimes';
import { counted, grouped } from '../../widgets/numbers';
import { inUnit, unitFor } from '../../widgets/timeUnit';
import type { Context } from '../context';
import { recordLink } from '../spans';
import { shownRun } from './lastRunLoader';

/** Rows that are drawn; a longer list is in the profile. */
const MOST_ROWS = 400;

export function executionsTab(context: Context, { key, record }: RecordDetails): TemplateResult {
  const run = shownRun(context.model);
  const executions = run?.executions;
  if (run === undefined || executions === undefined) return html``;
  const { vias, starts, durations, workers } = executions;
  const own = /@(\d+)$/.exec(key)?.[1];
  const unit = unitFor(run.medianNs);
  const startUnit = unitFor(Number(starts.at(-1) ?? 0n));
  const hasWorkers = workers.some((count) => count > 0);
  const shown = Math.min(MOST_ROWS, vias.length);
  return html`<div class="sec">
    <h4>
      Executions <em>${counted(run.count, 'execution')}, ${run.source.words}</em><span class="grow"></span>
      <button class="a" @click=${() => context.actions.run('showInProfile')}>Show in Profile</button>
    </h4>
    <div class="scroller" tabindex="0" role="region" aria-label="Executions">
      <table class="mini" aria-label="Executions">
        <thead>
          <tr>
            <th scope="col" class="r">#</th>
            <th scope="col" class="r" title="From the first execution of the profile">Start, ${startUnit.name}</th>
            <th scope="col" class="r">Duration, ${unit.name}</th>
            <th scope="col" class="r">Submission</th>
            ${hasWorkers ? html`<th scope="col" class="r">Threads</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${Array.from({ length: shown }, (_, i) => {
            const via = vias[i] ?? NO_VIA;
            const chosen = String(via) === own;
            return html`<tr aria-current=${chosen ? 'true' : nothing}>
              <td class="r">${grouped(i + 1)}</td>
              <td class="r">${inUnit(Number(starts[i] ?? 0n), startUnit)}</td>
              <td class="r">${inUnit(Number(durations[i] ?? 0n), unit)}</td>
              <td class="r">${via === NO_VIA ? recordLink(context, record) : executionLink(context, record, via)}</td>
              ${hasWorkers ? html`<td class="r">${workers[i] === 0 ? '' : workers[i]}</td>` : nothing}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
    ${run.count > shown ? html`<p class="note">and ${grouped(run.count - shown)} more</p>` : nothing}
  </div>`;
}

/** Leads to the command below the submission that executed it. */
function executionLink({ actions }: Context, record: number, via: number): TemplateResult {
  return html`<a
    class="a m"
    href="#"
    title="Go to this execution"
    @click=${(event: Event) => {
      event.preventDefault();
      void actions.goTo(`${String(record)}@${String(via)}`);
    }}
    >#${via}</a
  >`;
}
