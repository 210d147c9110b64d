/** What one can do next with a capture. */
import { html, type TemplateResult } from 'lit-html';
import type { CaptureCommand } from '../../../protocol/capture/capture';
import { icon, type IconName } from '../../widgets/icon';
import type { Context } from '../context';
import { replayBlocked } from '../toolbar';

interface Step {
  readonly command: CaptureCommand;
  readonly label: string;
  readonly icon?: IconName;
  readonly title: string;
  /** It executes nothing, and can always be done. */
  readonly harmless?: true;
}

const STEPS: readonly Step[] = [
  { command: 'replay', label: 'Replay', icon: 'play', title: 'Execute what was recorded, in its order' },
  { command: 'benchmarkCapture', label: 'Benchmark', icon: 'clock', title: 'Measure every scope' },
  { command: 'verify', label: 'Verify', title: 'Compare the outputs of several runs, or with kept ones' },
  { command: 'substituteExecutable', label: 'Substitute…', title: 'Replace an executable: is it right, and is it faster?' },
  { command: 'exportExecutable', label: 'Export…', title: 'Write the executables, with their disassembly and sources', harmless: true },
];

export function nextSection(context: Context): TemplateResult {
  const blocked = replayBlocked(context);
  const running = context.model.replay.state.state === 'running' ? 'A replay is running.' : undefined;
  return html`<section class="sec next" aria-label="Next">
      ${STEPS.map(({ command, label, icon: mark, title, harmless }, i) => {
        const why = harmless === true ? undefined : (blocked ?? running);
        return html`<vscode-button
          appearance=${i === 0 ? 'primary' : 'secondary'}
          ?disabled=${why !== undefined}
          title=${why ?? title}
          @click=${() => context.actions.run(command)}
          >${mark === undefined ? '' : icon(mark)}${label}</vscode-button
        >`;
      })}
    </section>
    ${hints()}`;
}

/** What the keyboard does, while there is room for it. */
function hints(): TemplateResult {
  const keys = (...names: string[]): TemplateResult[] => names.map((name) => html`<kbd>${name}</kbd> `);
  return html`<dl class="hints">
    <dt>${keys('/')}</dt>
    <dd>search, such as <span class="m">op:dispatch fn:*matmul*</span></dd>
    <dt>${keys('[', ']')}</dt>
    <dd>previous and next match</dd>
    <dt>${keys('←', '→')}</dt>
    <dd>close and open, <kbd>*</kbd> with everything below</dd>
    <dt>${keys('Enter')}</dt>
    <dd>to the details, <kbd>Esc</kbd> back to the list, and again to this overview</dd>
    <dt>${keys('Alt+←', 'Alt+→')}</dt>
    <dd>back and forward</dd>
    <dt>${keys('F6', 'Shift+F6')}</dt>
    <dd>next and previous part of the editor, then of VS Code</dd>
    <dt>${keys('Ctrl+C')}</dt>
    <dd>copy the record as JSON</dd>
  </dl>`;
}
