/** Which execution of a command is shown, where its command buffer is executed more than once. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CommandExecutions, RecordDetails } from '../../protocol/capture/capture';
import { icon } from '../widgets/icon';
import { grouped } from '../widgets/numbers';
import type { Context } from './context';
import { recordLink } from './spans';

export function execution(context: Context, details: RecordDetails): TemplateResult | typeof nothing {
  const via = /@(\d+)$/.exec(details.key)?.[1];
  if (details.executions !== undefined) return choice(context, via, details.executions);
  return via === undefined
    ? nothing
    : html`<div class="execution"><span class="dim">executed once, in</span> ${recordLink(context, Number(via))}</div>`;
}

function choice(context: Context, via: string | undefined, { commandBuffer, count, submissions }: CommandExecutions): TemplateResult {
  const at = via === undefined ? -1 : submissions.indexOf(Number(via));
  const choose = (index: number): void => {
    const submission = submissions[index];
    if (submission !== undefined) context.actions.chooseExecution(commandBuffer, submission);
  };
  const step = (name: 'back' | 'forward', label: string, to: number): TemplateResult =>
    html`<button class="tool" title=${label} aria-label=${label} ?disabled=${submissions[to] === undefined} @click=${() => choose(to)}>
      ${icon(name)}
    </button>`;
  return html`<div class="execution" role="group" aria-label="Execution">
    <span>Execution</span>
    ${step('back', 'Previous execution', at - 1)}
    <input
      type="number"
      min="1"
      max=${submissions.length}
      aria-label="Which execution, from 1"
      placeholder="–"
      .value=${at === -1 ? '' : String(at + 1)}
      @change=${(event: Event) => {
        const { target } = event;
        if (target instanceof HTMLInputElement) choose(Math.min(submissions.length, Math.max(1, target.valueAsNumber)) - 1);
      }}
    />
    <span>of ${grouped(count)}</span>
    ${step('forward', 'Next execution', at + 1)}
    ${via === undefined ? html`<span class="dim">none is chosen: as recorded</span>` : html`<span class="dim">in</span> ${recordLink(context, Number(via))}`}
    ${submissions.length < Number(count) ? html`<span class="dim">the first ${grouped(submissions.length)} can be chosen</span>` : nothing}
  </div>`;
}
