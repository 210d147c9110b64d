/** The page of a folder of recordings: its kernels with what the recorder's report says of them, each leading to its own document. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import { isRecord } from '../../protocol/base/isRecord';
import { problemOf } from '../../protocol/base/problemOf';
import { connect, type RpcMessage } from '../../protocol/base/rpc';
import type { LlvmFolderHost, LlvmFolderWebview, KeptLlvmFolder, ReadLlvmFolder } from '../../protocol/neighbour/llvmPages';
import { shellWord } from '../../protocol/words/shellWords';
import type { PageApp } from '../widgets/editorPage';
import { dismissButton } from '../widgets/fileNotices';
import { filterBox } from '../widgets/filterBox';
import { exportedTable, type GridTable } from '../widgets/gridRows';
import { icon } from '../widgets/icon';
import type { Keeper } from '../widgets/keptView';
import { noticeBar } from '../widgets/noticeBar';
import { bytes, counted, duration } from '../widgets/numbers';
import { focusNext, watchFocus } from '../widgets/pageFocus';
import { onNextPart } from '../widgets/pageKeys';
import { sentence } from '../widgets/sentence';
import { createPart } from '../widgets/tablePart';
import { csv, markdown } from '../widgets/tables';
import { folderTable, isRecordingKey, kernelCount } from './folderRows';
import { problemLines } from './recordingSide';

interface Shown extends ReadLlvmFolder {
  readonly table: GridTable;
}

const sum = (numbers: readonly (string | undefined)[]): bigint => numbers.reduce((total, number) => total + BigInt(number ?? 0), 0n);

export function createFolderApp(root: HTMLElement, post: (message: RpcMessage) => void, keeper: Keeper): PageApp {
  let shown: Shown | undefined;
  /** A report that the user pasted, in place of the one in the folder. */
  let pasted = pastedOf(keeper.read());
  let failure: string | undefined;
  let changedOnDisk = false;
  let reading = true;
  let selected: string | undefined;
  let frame = 0;
  let restoreFocus = (): void => undefined;

  const rpc = connect<LlvmFolderWebview, LlvmFolderHost>(post, {
    changedOnDisk() {
      changedOnDisk = true;
      redraw();
    },
  });
  const host = rpc.calls;
  const redraw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const fail = (error: unknown): void => {
    failure = problemOf(error).message;
    redraw();
  };
  const dismiss = (): void => {
    failure = undefined;
    redraw();
  };
  const kernels = createPart({
    name: 'kernels',
    chosen(key) {
      selected = key;
      redraw();
    },
    opened(key) {
      if (isRecordingKey(key)) void host.open({ file: key }).catch(fail);
      else {
        const open = new Set(kernels.view.open);
        if (!open.delete(key)) open.add(key);
        kernels.view = { ...kernels.view, open };
        redraw();
      }
    },
    changed: redraw,
  });
  const read = async (report = pasted): Promise<void> => {
    reading = true;
    redraw();
    const given = report === undefined ? {} : { pasted: report };
    try {
      const found = await host.start(given);
      shown = { ...found, table: folderTable(found.found) };
      pasted = report;
      keeper.write({ folder: found.folder, ...given } satisfies KeptLlvmFolder);
      failure = undefined;
      changedOnDisk = false;
    } catch (error) {
      // What was pasted once may be of recordings that are gone.
      if (report !== undefined && report === pasted) return forget();
      fail(error);
    }
    reading = false;
    redraw();
  };
  const forget = (): Promise<void> => {
    pasted = undefined;
    return read();
  };
  const pasteCopied = async (): Promise<void> => {
    try {
      await read(await host.clipboard());
    } catch (error) {
      fail(error);
    }
  };
  addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // The filter takes what is pasted into it.
    if (event.target instanceof HTMLInputElement || text === '') return;
    event.preventDefault();
    void read(text);
  });
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement || event.key !== '/') return;
    kernels.head.querySelector('input')?.focus();
    event.preventDefault();
  });
  onNextPart((direction) => {
    const side = root.querySelector<HTMLElement>('.side');
    const parts = [
      [kernels.element, kernels.grid.element],
      ...(side === null ? [] : [[side, side.querySelector<HTMLElement>('button') ?? undefined] as const]),
    ] as const;
    return focusNext(parts, direction);
  });

  const reportWords = (report: string | undefined): TemplateResult => {
    if (pasted !== undefined)
      return html`report: pasted <button class="a" title="Show what is known without it" @click=${() => void forget()}>Remove</button>`;
    if (report === undefined)
      return html`no report of the recorder: times and occurrences are not known
        <button class="a" title="Take the report that the program printed, once you have copied it" @click=${() => void pasteCopied()}>
          Paste report
        </button>`;
    return html`report:
      <button class="word opens m" title="Open the report" @click=${() => void host.openText({ file: report }).catch(fail)}>
        ${report}
      </button>`;
  };
  const health = ({ found }: Shown): TemplateResult => {
    const { recordings, report, problems } = found;
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const memory = sum(recordings.map(({ memoryBytes }) => memoryBytes));
    const times = recordings.filter(({ timeNs }) => timeNs !== undefined);
    return html`<div class="health">
      <div class="words">
        ${
          errors > 0
            ? html`<span class="lead bad">${icon('error')}${counted(errors, 'problem')}</span>`
            : html`<span class="lead good">${icon('ok')}Readable</span>`
        }
        <span><b>${counted(kernelCount(found), 'kernel')}</b></span>
        <span>${counted(recordings.length, 'recording')}</span>
        ${times.length === 0 ? nothing : html`<span>recorded launches took ${duration(String(sum(times.map(({ timeNs }) => timeNs))))}</span>`}
        <span>${bytes(String(memory))} of memory</span>
        <span class="last ${report === undefined ? 'dim' : ''}">${reportWords(report)}</span>
      </div>
    </div>`;
  };
  const exports = ({ folder, table }: Shown): TemplateResult => {
    const line = `ireereplay llvm info ${pasted === undefined ? '' : '--report=- '}${shellWord(folder)}`;
    const name = `recordings-${nameOf(folder).replaceAll(/[^\w.-]+/g, '-')}`;
    const save = (suffix: string, text: string) => (): void =>
      void host.save({ name: `${name}.${suffix}`, bytes: new TextEncoder().encode(text) }).catch(fail);
    const exported = exportedTable(table, { filter: '', open: new Set(table.rows.map(({ key }) => key)) });
    return html`<section class="block export" aria-label="Export">
      <h2>
        Export <span class="grow"></span
        ><button class="a" @click=${() => void host.copyText({ text: line }).catch(fail)}>Copy as CLI command</button>
      </h2>
      <div class="acts">
        <vscode-button appearance="secondary" @click=${save('csv', csv(exported))}>CSV</vscode-button>
        <vscode-button appearance="secondary" @click=${save('md', markdown(`Kernel recordings in ${folder}`, exported))}
          >Markdown</vscode-button
        >
      </div>
      <pre class="cli">${line}</pre>
      ${pasted === undefined ? nothing : html`<p class="dim">${ON_STANDARD_INPUT}</p>`}
    </section>`;
  };
  const notices = (): unknown => [
    changedOnDisk
      ? noticeBar(
          'info',
          'changed',
          'The folder has changed on disk. What is shown is what it was.',
          html`<vscode-button appearance="primary" @click=${() => void read()}>Reload</vscode-button>`,
        )
      : nothing,
    failure === undefined ? nothing : noticeBar('warning', 'complaint', sentence(failure), dismissButton(dismiss)),
  ];
  const head = (): TemplateResult =>
    html`<h2>Kernels</h2>
      <span class="grow"></span>
      ${filterBox({
        filter: kernels.view.filter,
        example: 'kernel:*scale* time:>1ms',
        change(filter) {
          kernels.view = { ...kernels.view, filter };
          redraw();
        },
        leave: () => kernels.grid.element.focus(),
      })}`;
  function draw(): void {
    frame = 0;
    const progress = reading
      ? html`<div class="progress indexing endless" role="progressbar" aria-label="Reading the folder"><i></i></div>`
      : nothing;
    if (shown === undefined) {
      render(
        html`${progress}
          <div class="notices">${notices()}</div>`,
        root,
      );
      return;
    }
    render(
      html`<header class="kernel">
          <h1>${nameOf(shown.folder)}</h1>
          <span class="m dim el" title=${shown.folder}>${shown.folder}</span>
        </header>
        ${health(shown)} ${progress}
        <div class="notices">${notices()}</div>
        <main class="results">
          <div class="left">${kernels.element}</div>
          <aside class="side" aria-label="What stands out">${problemLines(shown.found.problems)} ${exports(shown)}</aside>
        </main>`,
      root,
    );
    render(head(), kernels.head);
    kernels.grid.show(shown.table, kernels.view, selected);
    restoreFocus();
  }

  return {
    receive: (message) => rpc.receive(message),
    async start() {
      restoreFocus = watchFocus({
        tell: (focused) => void host.focused({ focused }).catch(() => undefined),
        first: () => root.querySelector<HTMLElement>('.grid-table'),
      });
      draw();
      await read();
    },
  };
}

/** Of a report that is not in a file. */
const ON_STANDARD_INPUT =
  'The command reads the report from standard input: pipe what the program prints into it, or paste the report and press Ctrl+D.';

const nameOf = (folder: string): string => folder.split(/[/\\]/).findLast((part) => part !== '') ?? folder;

/** Of what the page has kept. */
function pastedOf(state: unknown): string | undefined {
  const { pasted } = isRecord(state) ? state : {};
  return typeof pasted === 'string' ? pasted : undefined;
}
