/** Bars above the list: what the user should know before reading on, each with what to do. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { icon, type IconName } from '../widgets/icon';
import type { Context } from './model';

export function notices(context: Context): TemplateResult {
  const { model, actions } = context;
  const damage =
    model.summary?.problems.find(({ severity }) => severity === 'error') ??
    model.summary?.problems.find(({ severity }) => severity === 'warning');
  return html`
    ${
      model.changedOnDisk
        ? bar(
            'info',
            'notice',
            'The file has changed on disk. What is shown is what it was.',
            html`<vscode-button appearance="primary" @click=${() => actions.run('reload')}>Reload</vscode-button>`,
          )
        : nothing
    }
    ${
      damage === undefined
        ? nothing
        : bar(
            damage.severity,
            `notice damage ${damage.severity === 'error' ? 'bad' : 'warn'}`,
            `${damage.message}${damage.remedy === undefined ? '' : ` ${damage.remedy}`}`,
            damage.record === undefined
              ? nothing
              : html`<button class="a" @click=${() => void actions.goTo(String(damage.record))}>#${damage.record}</button>`,
          )
    }
    ${
      model.complaint === undefined
        ? nothing
        : bar(
            'warning',
            'notice complaint',
            model.complaint,
            html`<button class="a" @click=${() => actions.run('showOutput')}>Show Output</button>
              <button class="tool" aria-label="Dismiss" title="Dismiss" @click=${() => actions.dismissComplaint()}>
                ${icon('close')}
              </button>`,
          )
    }
  `;
}

function bar(name: IconName, className: string, text: string, action: TemplateResult | typeof nothing): TemplateResult {
  return html`<div class=${className} role="status">${icon(name)}<span class="grow">${text}</span>${action}</div>`;
}
