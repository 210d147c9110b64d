/** Bars above the timeline: what the user should know before reading on, each with what to do. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from '../widgets/icon';
import { noticeBar } from '../widgets/noticeBar';
import { grouped } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import type { Context } from './model';

export function notices({ model, actions, timeline, asked }: Context): TemplateResult {
  const { torn } = model.summary ?? {};
  const absent = timeline.criticalPath ? asked.path.value?.absent : undefined;
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
      torn === undefined
        ? nothing
        : noticeBar(
            torn.code === 'DATA_LOSS' ? 'error' : 'warning',
            `damage ${torn.code === 'DATA_LOSS' ? 'bad' : 'warn'}`,
            `${sentence(torn.message).replace(/\.$/, '')}${torn.offset === undefined ? '' : ` (byte ${grouped(torn.offset)})`}.${torn.code === 'DATA_LOSS' ? ' Everything before that is shown.' : ''} ${sentence(torn.remedy ?? '')}`,
          )
    }
    ${absent === undefined ? nothing : noticeBar('info', 'path', `There is no critical path: ${absent}`)}
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
