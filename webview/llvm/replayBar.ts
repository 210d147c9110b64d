/** Under a recording's health line: has the installed LLVM verify it, time it, or find its best teams and threads, and says what came of it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { LlvmAsked, LlvmCompared, LlvmReplayEnd } from '../../protocol/neighbour/llvmPages';
import { icon } from '../widgets/icon';
import { BIT_FOR_BIT, readNumbers, readTolerance, TYPES, type ComparedAs } from './comparedAs';
import type { Place } from './memoryView';
import { resultBanner } from './replayResult';

export interface ReplayBarOptions {
  readonly replay: (asked: LlvmAsked, signal: AbortSignal) => Promise<LlvmReplayEnd>;
  readonly commandLine: (asked: LlvmAsked) => Promise<string>;
  readonly showPlace: (place: Place) => void;
  readonly chooseLlvm: () => void;
  readonly save: (name: string, text: string) => void;
  /** What it shows is another now. */
  readonly changed: () => void;
}

export interface ReplayBar {
  /** How memory that differs is compared, as the user has typed it. */
  compared: ComparedAs;
  /** The command line of the latest replay; undefined before the first. */
  readonly line: string | undefined;
  /** How far the replay that goes on is. */
  progress(words: string): void;
  /** Another recording: what was said is of the one before. */
  clear(): void;
  draw(): TemplateResult;
}

const BUTTONS = [
  ['verify', 'Verify', 'Has the llvm-omp-kernel-replay that is installed execute the kernel on a device, and compares memory'],
  ['benchmark', 'Benchmark', 'Times the launch again and again, and compares memory'],
  ['sweep', 'Sweep', 'Finds the numbers of teams and threads with which it is fastest, and leaves the recorded memory'],
] as const;

export function createReplayBar({ replay, commandLine, showPlace, chooseLlvm, save, changed }: ReplayBarOptions): ReplayBar {
  let compared = BIT_FOR_BIT;
  let line: string | undefined;
  let running: AbortController | undefined;
  let words = '';
  let end: LlvmReplayEnd | undefined;

  const start = async (wanted: LlvmAsked): Promise<void> => {
    const controller = (running = new AbortController());
    end = undefined;
    words = '';
    changed();
    let ended: LlvmReplayEnd;
    try {
      line = await commandLine(wanted);
      changed();
      ended = await replay(wanted, controller.signal);
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

  /** What a button asks for; a sentence where what is typed makes no sense. */
  const wantedOf = (job: LlvmAsked['job']): LlvmAsked | string => {
    const how: LlvmCompared | string = readTolerance(compared);
    if (typeof how === 'string') return how;
    if (job !== 'sweep') return { job, ...how };
    const [teams, threads] = [readNumbers(compared.teams), readNumbers(compared.threads)];
    if (typeof teams === 'string') return teams;
    if (typeof threads === 'string') return threads;
    return { job, ...how, ...(teams.length === 0 ? {} : { teams }), ...(threads.length === 0 ? {} : { threads }) };
  };
  const button = ([job, label, title]: (typeof BUTTONS)[number]): TemplateResult => {
    const wanted = wantedOf(job);
    const wrong = typeof wanted === 'string' ? wanted : undefined;
    return html`<vscode-button
      appearance=${job === 'verify' ? 'primary' : 'secondary'}
      title=${wrong ?? title}
      ?disabled=${wrong !== undefined}
      @click=${() => typeof wanted !== 'string' && void start(wanted)}
      >${job === 'verify' ? icon('play') : nothing}${label}</vscode-button
    >`;
  };
  const bar = (): TemplateResult => {
    const wrong = wantedOf('sweep');
    return html`<div class="replay-bar" role="group" aria-label="Replay by the installed LLVM">
      ${
        running === undefined
          ? BUTTONS.map(button)
          : html`<vscode-button appearance="secondary" @click=${() => running?.abort()}>${icon('stop')}Stop</vscode-button>
              <span class="dim" role="status">LLVM replays the kernel${words === '' ? '…' : `: ${words}`}</span>`
      }
      ${field('teams', 'Teams', 'numbers of teams that Sweep tries, such as 32, 64', 'near recorded')}
      ${field('threads', 'Threads', 'numbers of threads of a team that Sweep tries, such as 128, 256', 'near recorded')}
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
      ${
        compared.type === ''
          ? nothing
          : html`${field('absolute', 'Within', 'the largest difference', '0')} ${field('ulp', 'or', 'units in the last place', '0')}<span
                class="dim"
                >ULP</span
              >`
      }
      ${typeof wrong === 'string' ? html`<span class="warn" role="alert">${wrong}</span>` : nothing}
      ${running === undefined ? nothing : html`<div class="progress indexing endless" role="progressbar" aria-label="Replaying"><i></i></div>`}
    </div>`;
  };
  const field = (name: Exclude<keyof ComparedAs, 'type'>, lead: string, meaning: string, placeholder: string): TemplateResult =>
    html`<label class="pick"
      ><span class="lead">${lead}</span
      ><span class="search ${name}"
        ><input
          class="plain m"
          aria-label=${meaning}
          title=${meaning}
          placeholder=${placeholder}
          spellcheck="false"
          .value=${compared[name]}
          @input=${({ target }: Event) => change({ [name]: (target as HTMLInputElement).value })} /></span
    ></label>`;

  return {
    get compared() {
      return compared;
    },
    set compared(kept) {
      compared = kept;
    },
    get line() {
      return line;
    },
    progress(now) {
      words = now;
      changed();
    },
    clear() {
      running?.abort();
      running = end = line = undefined;
    },
    draw: () => html`${bar()} ${end === undefined ? nothing : resultBanner(end, { showPlace, chooseLlvm, save })}`,
  };
}
