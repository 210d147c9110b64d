/** Under a recording's health line: replays it by the installed LLVM, and says whether memory is as recorded then. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { LlvmVerification, LlvmVerifyOptions } from '../../protocol/neighbour/llvm';
import type { LlvmReplayEnd } from '../../protocol/neighbour/llvmPages';
import { icon } from '../widgets/icon';
import { duration } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import { BIT_FOR_BIT, readTolerance, TYPES, type ComparedAs } from './comparedAs';
import type { Place } from './memoryView';

type Asked = Pick<LlvmVerifyOptions, 'type' | 'tolerance'>;

export interface ReplayBarOptions {
  readonly verify: (asked: Asked, signal: AbortSignal) => Promise<LlvmReplayEnd>;
  readonly showPlace: (place: Place) => void;
  readonly chooseLlvm: () => void;
  /** What it shows is another now. */
  readonly changed: () => void;
}

export interface ReplayBar {
  /** How memory that differs is compared, as the user has typed it. */
  compared: ComparedAs;
  /** What the latest replay was asked; undefined before the first. */
  readonly asked: Asked | undefined;
  /** Another recording: what was said is of the one before. */
  clear(): void;
  draw(): TemplateResult;
}

export function createReplayBar({ verify, showPlace, chooseLlvm, changed }: ReplayBarOptions): ReplayBar {
  let compared = BIT_FOR_BIT;
  let asked: Asked | undefined;
  let running: AbortController | undefined;
  let end: LlvmReplayEnd | undefined;

  const start = async (wanted: Asked): Promise<void> => {
    const controller = (running = new AbortController());
    end = undefined;
    asked = wanted;
    changed();
    let ended: LlvmReplayEnd;
    try {
      ended = await verify(wanted, controller.signal);
    } catch (error) {
      ended = controller.signal.aborted
        ? { state: 'cancelled' }
        : { state: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
    if (running !== controller) return;
    running = undefined;
    end = ended;
    changed();
  };
  const change = (part: Partial<ComparedAs>): void => {
    compared = { ...compared, ...part };
    changed();
  };

  const bar = (): TemplateResult => {
    const read = readTolerance(compared);
    const wrong = typeof read === 'string' ? read : undefined;
    return html`<div class="replay-bar" role="group" aria-label="Replay by the installed LLVM">
      ${
        running === undefined
          ? html`<vscode-button
              appearance="primary"
              title=${wrong ?? 'Has the llvm-omp-kernel-replay that is installed execute the kernel on a device, and compares memory'}
              ?disabled=${wrong !== undefined}
              @click=${() => typeof read !== 'string' && void start(read)}
              >${icon('play')}Verify</vscode-button
            >`
          : html`<vscode-button appearance="secondary" @click=${() => running?.abort()}>${icon('stop')}Stop</vscode-button>
              <span class="dim" role="status">LLVM replays the kernel…</span>`
      }
      <label class="pick"
        ><span class="lead">Memory is compared</span
        ><vscode-dropdown
          aria-label="Memory is compared"
          .value=${compared.type}
          @change=${(event: Event) => change({ type: (event.target as HTMLElement & { value: ComparedAs['type'] }).value })}
          ><vscode-option value="" ?selected=${compared.type === ''}>bit for bit</vscode-option>${TYPES.map(
            (type) => html`<vscode-option value=${type} ?selected=${type === compared.type}>as ${type}</vscode-option>`,
          )}</vscode-dropdown
        ></label
      >
      ${compared.type === '' ? nothing : [field('absolute', 'Within', 'the largest difference'), field('ulp', 'or', 'units in the last place')]}
      ${wrong === undefined ? nothing : html`<span class="warn" role="alert">${wrong}</span>`}
      ${running === undefined ? nothing : html`<div class="progress indexing endless" role="progressbar" aria-label="Replaying"><i></i></div>`}
    </div>`;
  };
  const field = (name: 'absolute' | 'ulp', lead: string, meaning: string): TemplateResult =>
    html`<label class="pick"
      ><span class="lead">${lead}</span
      ><span class="search"
        ><input
          class="plain m"
          aria-label=${meaning}
          title=${meaning}
          placeholder="0"
          spellcheck="false"
          .value=${compared[name]}
          @input=${({ target }: Event) => change({ [name]: (target as HTMLInputElement).value })}
      /></span>
      ${name === 'ulp' ? html`<span class="lead">ULP</span>` : nothing}</label
    >`;

  const verdict = (): TemplateResult | typeof nothing => {
    if (end === undefined) return nothing;
    if (end.state === 'cancelled') return banner('', 'info', 'The replay was stopped.');
    if (end.state === 'refused') return banner('', 'lock', end.message);
    if (end.state === 'failed') return banner('', 'warning', sentence(end.message), chooseButton());
    const { result } = end;
    if (result.verdict === 'agrees') return banner('tone-good', 'ok', result.sentence, basis(result));
    if (result.verdict === 'not-known') return banner('', 'warning', result.sentence, [basis(result), printed(result), chooseButton()]);
    return banner('tone-bad', 'error', result.sentence, [basis(result), differenceButton(result)]);
  };
  const banner = (
    tone: string,
    mark: 'ok' | 'error' | 'warning' | 'info' | 'lock',
    words: string,
    more: unknown = nothing,
  ): TemplateResult =>
    html`<section class="verdict ${tone}" aria-label="Result of the replay" role="status">
      <span class="mark">${icon(mark)}</span>
      <div class="grow">
        <h1>${words}</h1>
        ${more}
      </div>
    </section>`;
  const chooseButton = (): TemplateResult => html`<p class="basis"><button class="a" @click=${chooseLlvm}>Choose Another LLVM</button></p>`;
  const differenceButton = ({ differences }: LlvmVerification): TemplateResult | typeof nothing => {
    const [first] = differences?.ranges ?? [];
    if (first === undefined) return nothing;
    const place = { begin: Number(first.begin), end: Number(first.end) };
    return html`<p class="basis"><button class="a" @click=${() => showPlace(place)}>Show Where It Differs</button></p>`;
  };

  return {
    get compared() {
      return compared;
    },
    set compared(kept) {
      compared = kept;
    },
    get asked() {
      return asked;
    },
    clear() {
      running?.abort();
      running = end = asked = undefined;
    },
    draw: () => html`${bar()} ${verdict()}`,
  };
}

function basis({ tool, times, toolVerified }: LlvmVerification): TemplateResult {
  const version = tool.version === undefined ? '' : `, LLVM ${tool.version}`;
  const says = toolVerified === undefined ? '' : ` It says that memory is ${toolVerified ? '' : 'not '}as recorded.`;
  const took = times.length === 0 ? '' : ` Launch and synchronization took ${times.map((ns) => duration(ns)).join(', ')} on the host.`;
  return html`<p class="basis dim">By ${tool.program}${version}.${says}${took}</p>`;
}

/** What the tool printed explains why it did not finish. */
function printed({ printed: lines }: LlvmVerification): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing;
  return html`<details class="basis">
    <summary>What the tool printed</summary>
    <pre class="cli">${lines.join('\n')}</pre>
  </details>`;
}
