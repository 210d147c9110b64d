/** One line of a recording: whether all of it is there, who wrote it, and what its kernel changed. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { LlvmRecording } from '../../protocol/neighbour/llvm';
import { LLVM_WRITERS } from '../../protocol/words/llvmWords';
import { icon } from '../widgets/icon';
import { bytes, counted } from '../widgets/numbers';

/** What is known of what the kernel changed. */
export type Comparing =
  | { readonly state: 'comparing' }
  /** The user has stopped it, or it has failed. */
  | { readonly state: 'not compared'; readonly why: string }
  | { readonly state: 'compared' };

export interface HealthLineOptions {
  readonly recording: LlvmRecording;
  readonly comparing: Comparing;
  readonly stop: () => void;
  readonly compare: () => void;
}

export function healthLine({ recording, comparing, stop, compare }: HealthLineOptions): TemplateResult {
  const { generation, arguments: all, memory, globals, image } = recording;
  return html`<div class="health">
    <div class="words">
      ${lead(recording)}
      <span>recorded by ${LLVM_WRITERS[generation]}</span>
      <span>${counted(all.length, 'argument')}</span>
      <span>${bytes(memory.bytes)} of memory</span>
      ${globals.length === 0 ? nothing : html`<span>${counted(globals.length, 'global variable')}</span>`}
      ${image === undefined ? nothing : html`<span>image: ${image.kind}</span>`}
      <span class="last">${changed(recording, comparing, stop, compare)}</span>
    </div>
  </div>`;
}

function lead({ problems }: LlvmRecording): TemplateResult {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) return html`<span class="lead bad">${icon('error')}${counted(errors, 'problem')}</span>`;
  return html`<span class="lead good">${icon('ok')}Readable</span>`;
}

function changed({ changes }: LlvmRecording, comparing: Comparing, stop: () => void, compare: () => void): TemplateResult {
  if (comparing.state === 'comparing')
    return html`<span class="dim">Comparing memory</span> <button class="word opens" @click=${stop}>Stop</button>`;
  if (comparing.state === 'not compared')
    return html`<span class="warn" title=${comparing.why}>changes not known</span>
      <button class="word opens" @click=${compare}>Compare Memory</button>`;
  if (changes === undefined) return html`<span class="warn">changes not known</span>`;
  if (changes.bytes === '0') return html`changed nothing`;
  return html`<b>${counted(changes.words4, 'word')}</b> of 4 bytes changed`;
}
