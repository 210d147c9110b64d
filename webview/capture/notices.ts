/** Bars above the list: what the user should know before reading on, each with what to do. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Problem } from '../../protocol/capture';
import { icon } from '../widgets/icon';
import { noticeBar } from '../widgets/noticeBar';
import { grouped } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import type { Context } from './model';
import { recordLink } from './spans';

export function notices(context: Context): TemplateResult {
  const { model, actions } = context;
  const { problems = [] } = model.summary ?? {};
  const damage = problems.find(({ severity }) => severity === 'error') ?? problems.find(({ severity }) => severity === 'warning');
  return html`
    ${
      model.changedOnDisk
        ? noticeBar(
            'info',
            'changed',
            'The file has changed on disk. What is shown is what it was.',
            html`<vscode-button appearance="primary" @click=${() => actions.run('reload')}>Reload</vscode-button>`,
          )
        : nothing
    }
    ${
      damage === undefined
        ? nothing
        : noticeBar(
            damage.severity,
            `damage ${damage.severity === 'error' ? 'bad' : 'warn'}`,
            damageText(damage),
            damageLink(context, damage),
          )
    }
    ${
      model.complaint === undefined
        ? nothing
        : noticeBar(
            'warning',
            'complaint',
            sentence(model.complaint),
            html`<button class="a" @click=${() => actions.run('showOutput')}>Show Output</button>
              <button class="tool" aria-label="Dismiss" title="Dismiss" @click=${() => actions.dismissComplaint()}>
                ${icon('close')}
              </button>`,
          )
    }
  `;
}

function damageText({ message, remedy, record, offset }: Problem): string {
  const places = [record === undefined ? '' : `record ${grouped(record)}`, offset === undefined ? '' : `byte ${grouped(offset)}`].filter(
    (place) => place !== '',
  );
  const where = places.length === 0 ? '' : ` (${places.join(', ')})`;
  return `${sentence(message).replace(/\.$/, '')}${where}. ${sentence(remedy ?? '')}`;
}

/** To the record, when it is one of those that can be shown. */
function damageLink(context: Context, { record }: Problem): TemplateResult | typeof nothing {
  return record !== undefined && record < (context.model.summary?.records ?? 0) ? recordLink(context, record) : nothing;
}
