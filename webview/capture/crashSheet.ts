/** The kernel that ended the engine process: which, where, what the signal means, and what to try. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunCrash } from '../../protocol/replay/run';
import { icon } from '../widgets/icon';
import type { Context } from './context';
import { recordLink } from './spans';

/** What the signals mean when machine code raises them. */
const MEANINGS: Readonly<Record<string, string>> = {
  SIGSEGV: 'It accessed memory that is not its own.',
  SIGBUS: 'It accessed memory that is not there.',
  SIGILL: 'It holds an instruction that this processor does not execute.',
  SIGFPE: 'It divided an integer by zero, or its quotient does not fit.',
  SIGABRT: 'It aborted.',
  SIGTRAP: 'It ran into a trap: its compiler took this place to be out of reach.',
  SIGSYS: 'It made a system call that is not allowed.',
  TIMEOUT: 'It did not return in time.',
  EXIT: 'It ended the process that it runs in.',
};

/** Signals after which guard pages tell more. */
const MEMORY_SIGNALS: readonly string[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT'];

export function crashSentence({ signal, function: name, record }: RunCrash): string {
  const where = `${name === undefined ? '' : ` in ${name}`}${record === undefined ? '' : ` at record ${String(record)}`}`;
  return `The captured code ended the engine process with ${signal}${where}. VS Code is not affected.`;
}

export function crashSheet(context: Context, crash: RunCrash): TemplateResult {
  const { signal, record, via, executable, function: name, workgroup, faultAddress, source, instructionSet } = crash;
  const { guardBuffers } = context.model.replay.settings;
  const meaning =
    instructionSet === undefined ? MEANINGS[signal] : `It is compiled for a processor with ${instructionSet}, which this one lacks.`;
  return html`<div class="outcome crash">
    ${meaning === undefined ? nothing : html`<p>${meaning}</p>`}
    <dl class="kv one">
      ${field('function', name)} ${field('record', record === undefined ? undefined : place(context, record, via))}
      ${field(
        'executable',
        executable === undefined
          ? undefined
          : html`<button class="a m" @click=${() => void context.actions.follow({ text: '', object: executable })}>
              executable ${executable}
            </button>`,
      )}
      ${field('workgroup', workgroup === undefined ? undefined : `[${workgroup.join(', ')}]`)} ${field('source', source)}
      ${field('signal', signal)} ${field('fault address', faultAddress)}
    </dl>
    <div class="acts">
      ${
        record === undefined
          ? nothing
          : html`<vscode-button appearance="secondary" @click=${() => void context.actions.goTo(keyOf(record, via))}
              >Show Record</vscode-button
            >`
      }
      ${
        guardBuffers || !MEMORY_SIGNALS.includes(signal)
          ? nothing
          : html`<vscode-button
              appearance="secondary"
              title="Ends every buffer at an unreadable page: the first access past one is named"
              @click=${() => {
                context.actions.changeSettings({ guardBuffers: true });
                context.actions.run('replay');
              }}
              >${icon('play')}Replay with Guarded Buffers</vscode-button
            >`
      }
    </div>
  </div>`;
}

/** Key of the record in the tree, where the submission executes it. */
function keyOf(record: number, via: number | undefined): string {
  return via === undefined ? String(record) : `${String(record)}@${String(via)}`;
}

function place(context: Context, record: number, via: number | undefined): TemplateResult {
  if (via === undefined) return recordLink(context, record);
  return html`${recordLink(context, record)} <span class="dim">executed by</span> ${recordLink(context, via)}`;
}

function field(label: string, value: TemplateResult | string | undefined): TemplateResult | typeof nothing {
  return value === undefined
    ? nothing
    : html`<div class="field">
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`;
}
