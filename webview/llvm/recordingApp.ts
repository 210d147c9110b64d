/** The page of one recorded launch: its kernel and health, its arguments, its memory before and after, and what else is recorded. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import { connect, type RpcMessage } from '../../protocol/base/rpc';
import type { LlvmRecording } from '../../protocol/neighbour/llvm';
import type { LlvmRecordingHost, LlvmRecordingStart, LlvmRecordingWebview } from '../../protocol/neighbour/llvmPages';
import { kernelWords } from '../../protocol/words/llvmWords';
import { shellWord } from '../../protocol/words/shellWords';
import type { PageApp } from '../widgets/editorPage';
import { fileName } from '../widgets/code/fileName';
import { failurePage } from '../widgets/failurePage';
import { changedNotice, complaintNotice } from '../widgets/fileNotices';
import type { GridTable } from '../widgets/gridRows';
import { createKeptView, type Keeper } from '../widgets/keptView';
import { focusNext, watchFocus } from '../widgets/pageFocus';
import { onNextPart } from '../widgets/pageKeys';
import { createPart } from '../widgets/tablePart';
import { argumentTable, placeOf } from './argumentRows';
import { healthLine, type Comparing } from './healthLine';
import { createLowerPart } from './lowerPart';
import { recordingSide } from './recordingSide';
import { stateOf } from './recordingState';
import { createReplayBar } from './replayBar';

export function createRecordingApp(root: HTMLElement, post: (message: RpcMessage) => void, keeper: Keeper): PageApp {
  let begun: LlvmRecordingStart | undefined;
  let recording: LlvmRecording | undefined;
  let table: GridTable | undefined;
  let comparing: Comparing = { state: 'comparing' };
  let stopping = new AbortController();
  let changedOnDisk = false;
  let complaint: string | undefined;
  let selected: string | undefined;
  let frame = 0;
  let restoreFocus = (): void => undefined;

  const rpc = connect<LlvmRecordingWebview, LlvmRecordingHost>(post, {
    changedOnDisk() {
      changedOnDisk = true;
      redraw();
    },
    progress: ({ words }) => replay.progress(words),
    reopened: () => void begin(keeper.read()),
  });
  const host = rpc.calls;
  const redraw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const fail = (error: unknown): void => {
    complaint = error instanceof Error ? error.message : String(error);
    redraw();
  };
  const run = (command: Parameters<LlvmRecordingHost['run']>[0]['command']): void => void host.run({ command }).catch(fail);

  const chooseArgument = (key: string): void => {
    selected = key;
    const argument = recording?.arguments[Number(key)];
    const place = argument === undefined ? undefined : placeOf(argument);
    if (place !== undefined) lower.showPlace(place);
    keepSoon();
    redraw();
  };
  const arguments_ = createPart({ name: 'arguments', chosen: chooseArgument, opened: chooseArgument, changed: redraw });
  const lower = createLowerPart({
    read: (role, offset, length) => host.bytes({ role, offset, length }),
    ...{ host, fail, chooseDisassembler: () => run('chooseDisassembler') },
    changed() {
      keepSoon();
      redraw();
    },
  });
  const keepSoon = createKeptView(
    keeper,
    () => ({ ...lower.state, argument: selected, compared: replay.compared }),
    (state) => host.saveState({ state }),
  );

  const replay = createReplayBar({
    replay: (asked, signal) => host.replay(asked, signal),
    commandLine: (asked) => host.commandLine(asked),
    showPlace: (place) => lower.showPlace(place),
    chooseLlvm: () => run('chooseLlvm'),
    save: (name, text) => void host.save({ name, bytes: new TextEncoder().encode(text) }).catch(fail),
    changed() {
      keepSoon();
      redraw();
    },
  });

  const take = (next: LlvmRecording): void => {
    recording = next;
    table = argumentTable(next);
  };
  const compare = async (): Promise<void> => {
    stopping = new AbortController();
    comparing = { state: 'comparing' };
    redraw();
    try {
      const found = await host.changes(stopping.signal);
      take(found);
      lower.loadChanges(found);
      comparing = { state: 'compared' };
    } catch (error) {
      const why = stopping.signal.aborted ? 'It was stopped.' : error instanceof Error ? error.message : String(error);
      comparing = { state: 'not compared', why };
    }
    redraw();
  };
  const begin = async (kept: unknown): Promise<void> => {
    stopping.abort();
    replay.clear();
    try {
      begun = await host.start({ kept });
    } catch (error) {
      fail(error);
      return;
    }
    ({ changedOnDisk, recording } = { recording: undefined, ...begun });
    complaint = undefined;
    if (recording === undefined) {
      redraw();
      return;
    }
    const state = stateOf(begun.state);
    selected = state.argument;
    replay.compared = state.compared;
    take(recording);
    lower.load(recording);
    lower.restore(state);
    await compare();
  };

  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    if (key === 'n') lower.step(1);
    else if (key === 'p') lower.step(-1);
    else if (key === 'g') lower.focusPlace();
    else return;
    event.preventDefault();
  });
  onNextPart((direction) => {
    const part = (place: string, first: string): readonly (readonly [HTMLElement, HTMLElement | undefined])[] => {
      const element = root.querySelector<HTMLElement>(place);
      return element === null ? [] : [[element, element.querySelector<HTMLElement>(first) ?? undefined]];
    };
    const parts = [
      ...part('.replay-bar', 'vscode-button'),
      [arguments_.element, arguments_.grid.element],
      [lower.element, lower.element.querySelector<HTMLElement>('[role="tab"][tabindex="0"]') ?? undefined],
      ...part('.side', 'button'),
    ] as const;
    return focusNext(parts, direction);
  });

  const page = (now: LlvmRecording, { name, file }: LlvmRecordingStart): TemplateResult => {
    const line = replay.line ?? `ireereplay llvm info ${shellWord(file)}`;
    return html`<header class="kernel">
        <h1>${kernelWords(now)}</h1>
        <span class="m dim el" title=${now.name}>${now.name}</span>
        ${kernelSource(now)}
      </header>
      ${healthLine({ recording: now, comparing, stop: () => stopping.abort(), compare: () => void compare() })}
      ${comparing.state === 'comparing' ? html`<div class="progress indexing endless" role="progressbar" aria-label="Comparing memory"><i></i></div>` : nothing}
      ${replay.draw()}
      <div class="notices">${notices()}</div>
      <main class="results">
        <div class="left">${arguments_.element} ${lower.element}</div>
        <aside class="side" aria-label="What is recorded">
          ${recordingSide({ recording: now, name, line, copy: (text) => void host.copyText({ text }).catch(fail), openFolder: () => run('openFolder') })}
        </aside>
      </main>`;
  };
  /** Of what the chosen argument leads to: in the type that is shown, at the moment that is shown; of both, after the launch. */
  const exportButton = ({ arguments: all, files }: LlvmRecording): TemplateResult | typeof nothing => {
    const argument = Number(selected);
    const { element, side } = lower.state;
    const type = element === 'hex' ? 'ui8' : element;
    const moment = side === 'before' || !files.some(({ role }) => role === 'output') ? 'before' : 'after';
    if (selected === undefined || all[argument]?.pointer === undefined) return nothing;
    return html`<span class="grow"></span
      ><button
        class="a"
        title="Writes what argument ${argument} leads to ${moment} the launch as an .npy file, as elements of ${type}"
        @click=${() => void host.exportArgument({ argument, type, moment }).catch(fail)}
      >
        Export Memory…
      </button>`;
  };
  /** Where the kernel is written, if its image says so. */
  const kernelSource = ({ image, line }: LlvmRecording): TemplateResult | typeof nothing => {
    const source = image?.functions.find(({ recorded }) => recorded)?.source;
    if (source === undefined) return nothing;
    const at = line === undefined ? source.line : Number(line);
    const open = (): void => void host.openSource({ path: source.path, line: at }).catch(fail);
    return html`<button class="a" title="Open ${source.path}" @click=${open}>${fileName(source.path)}:${at}</button>`;
  };
  const notices = (): unknown => {
    const actions = {
      run,
      dismissComplaint() {
        complaint = undefined;
        redraw();
      },
    };
    return [changedNotice(changedOnDisk, actions), complaintNotice(complaint, actions)];
  };
  function draw(): void {
    frame = 0;
    if (begun === undefined) {
      render(html`<div class="progress indexing endless" role="progressbar" aria-label="Reading the recording"><i></i></div>`, root);
      return;
    }
    const { failure, name } = begun;
    if (failure !== undefined) {
      render(failurePage({ fileName: name, problem: failure, act: run }), root);
      return;
    }
    if (recording === undefined || table === undefined) return;
    render(page(recording, begun), root);
    render(
      html`<h2>Arguments <em>${recording.arguments.length}</em></h2>
        ${exportButton(recording)}`,
      arguments_.head,
    );
    arguments_.element.style.setProperty('--rows', String(Math.max(1, recording.arguments.length)));
    arguments_.grid.show(table, arguments_.view, selected);
    lower.draw();
    restoreFocus();
  }

  return {
    receive: (message) => rpc.receive(message),
    async start() {
      restoreFocus = watchFocus({
        tell: (focused) => void host.focused({ focused }).catch(() => undefined),
        // Not Verify, which executes something.
        first: () => root.querySelector<HTMLElement>('.grid-table') ?? root.querySelector<HTMLElement>('vscode-button'),
      });
      draw();
      await begin(keeper.read());
    },
  };
}
