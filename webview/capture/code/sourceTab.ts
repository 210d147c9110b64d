/** Where a kernel is written: the file here, or what its executable embeds of each stage of the compiler. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { KernelSource, KernelSources } from '../../../protocol/code/kernelCode';
import { codeFrame } from '../../widgets/code/codeFrame';
import { createCodeList, rowLink } from '../../widgets/code/codeList';
import { fileName } from '../../widgets/code/fileName';
import { failed } from '../../widgets/failed';
import { icon } from '../../widgets/icon';
import { counted } from '../../widgets/numbers';
import { sentence } from '../../widgets/sentence';
import type { Context } from '../context';
import type { CodeState } from './codeState';
import type { CodeTab } from './disassemblyTab';
import { giveKeyboard, kernelHead } from './kernelHead';

export function createSourceTab(context: () => Context, state: CodeState): CodeTab {
  const { element, top, list: listElement } = codeFrame();
  /** Instructions by line of the source that is shown. */
  let counts: ReadonlyMap<number, number> = new Map();
  const countsOf = (source: KernelSource | undefined): ReadonlyMap<number, number> => {
    const found = new Map<number, number>();
    for (const { path, line, instructions } of state.listing.value?.lines ?? [])
      if (source !== undefined && fileName(path) === fileName(source.path)) found.set(line, (found.get(line) ?? 0) + instructions);
    return found;
  };
  const choose = (index: number): void => {
    const name = fileName(state.source?.source.path ?? '');
    if (counts.has(index + 1)) state.line = { name, line: index + 1, chosenIn: 'source' };
  };
  const toInstructions = (index: number): void => {
    if (!counts.has(index + 1)) return;
    choose(index);
    state.wantsKeyboard = true;
    context().actions.setTab('disassembly');
  };
  const list = createCodeList({
    element: listElement,
    name: 'line',
    total: () => state.text?.total ?? 0,
    want: (first, end) => state.text?.want(first, end),
    draw: (index) => {
      const text = state.text?.row(index);
      if (text === undefined) return undefined;
      const count = counts.get(index + 1);
      const kernel = state.source?.source.line === index + 1;
      const about = count === undefined ? '' : `${counted(count, 'instruction')} of this kernel`;
      return html`<span class="lineno ${kernel ? 'here' : ''}" title=${kernel ? 'The kernel' : ''}>${index + 1}</span>
        <span class="instructions">${count === undefined ? nothing : rowLink(String(count), about, () => toInstructions(index))}</span>
        <span class="codetext ${kernel ? 'here' : ''}">${text}</span>`;
    },
    isMarked: (index) => state.line?.line === index + 1 && state.line.name === fileName(state.source?.source.path ?? ''),
    moved: choose,
    follow: toInstructions,
    copy: (first, last) => {
      const [kernel, source] = [state.sources.of, state.source?.index];
      if (kernel !== undefined && source !== undefined) context().actions.copyCode({ ...kernel, source, first, last });
    },
  });

  let shown: { readonly of: KernelSources | undefined; readonly index: number | undefined } = { of: undefined, index: undefined };
  let marked: CodeState['line'];
  return {
    draw(record) {
      state.want(record);
      const found = state.sources.problem === undefined ? state.sources.value : undefined;
      counts = countsOf(state.source?.source);
      render(headOf(context(), state, found, list.at), top);
      const { index, source } = state.source ?? {};
      list.label(source === undefined ? 'Source' : `Source ${fileName(source.path)}`);
      listElement.hidden = found === undefined || (state.text?.total ?? 0) === 0;
      // Rows must be there before one of them can be shown.
      if (state.text?.total !== undefined && (shown.of !== found || shown.index !== index)) {
        shown = { of: found, index };
        list.goTo(Math.max(0, (source?.line ?? 1) - 1));
        marked = undefined;
      }
      if (state.text?.total !== undefined && state.line !== marked) {
        marked = state.line;
        if (marked?.chosenIn === 'disassembly' && marked.name === fileName(source?.path ?? '') && list.at !== marked.line - 1)
          list.goTo(marked.line - 1);
      }
      list.invalidate();
      giveKeyboard(state, listElement);
      return element;
    },
  };
}

function headOf(context: Context, state: CodeState, found: KernelSources | undefined, at: number): TemplateResult {
  const kernel = state.sources.of;
  const shown = state.source;
  const problem = state.code.problem ?? state.sources.problem ?? state.text?.problem;
  const open = (): void => {
    if (shown === undefined || kernel === undefined) return;
    context.actions.openCode({ ...kernel, source: shown.index, line: state.line === undefined ? (shown.source.line ?? 1) : at + 1 });
  };
  const doubt = shown?.source.kind === 'file' ? shown.source.doubt : undefined;
  return html`${kernelHead(
    state,
    found?.name,
    undefined,
    html`<button class="a" @click=${() => context.actions.setTab('disassembly')}>Show Disassembly</button>
      ${shown === undefined ? nothing : html`<button class="a" @click=${open}>Open in Editor</button>`}`,
  )}
  ${problem === undefined ? nothing : failed(problem, () => state.forget())}
  ${found === undefined || found.sources.length === 0 ? nothing : stages(state, found)}
  ${doubt === undefined ? nothing : html`<p class="codenote warn" role="note">${icon('warning')} <span>It may be another file: ${doubt}.</span></p>`}
  ${found?.missing === undefined ? nothing : html`<p class="note codenote">${sentence(found.missing)} ${found.sources.length > 0 ? nothing : HOW}</p>`}`;
}

const HOW =
  'iree-compile embeds the sources of its stages with --iree-hal-executable-debug-level=3; folders of another machine are named in the setting ireeReplay.sources.pathPrefixes.';

/** The sources to choose from. */
function stages(state: CodeState, { sources }: KernelSources): TemplateResult {
  const { source } = state.source ?? {};
  const chosen = source === undefined ? '' : labelOf(source);
  const choose = (event: Event): void => {
    const { value } = event.target as HTMLElement & { value: string };
    state.chooseSource(sources.findIndex((one) => labelOf(one) === value));
  };
  const file = source?.kind === 'file' ? source.file : (source?.path ?? '');
  return html`<div class="stages">
    ${
      sources.length === 1
        ? html`<span class="m">${chosen}</span>`
        : html`<vscode-dropdown aria-label="Stage" .value=${chosen} @change=${choose}
            >${sources.map(labelOf).map((label) => html`<vscode-option value=${label} ?selected=${label === chosen}>${label}</vscode-option>`)}</vscode-dropdown
          >`
    }
    <span class="dim el" title=${file}>${file}${source?.line === undefined ? '' : `, line ${String(source.line)}`}</span>
  </div>`;
}

const labelOf = (source: KernelSource): string =>
  source.kind === 'file' ? `${fileName(source.file)}, here` : `${source.stage ?? fileName(source.path)}, embedded`;
