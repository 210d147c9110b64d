/** The instructions of a kernel, under the lines of the source that they come from. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { ListingHead, ListingRow } from '../../../protocol/code/kernelCode';
import { createCodeList } from '../../widgets/code/codeList';
import { fileName } from '../../widgets/code/fileName';
import { listingRow } from '../../widgets/code/listingRow';
import { counted, grouped } from '../../widgets/numbers';
import { sentence } from '../../widgets/sentence';
import type { Context } from '../context';
import type { CodeState } from './codeState';
import { codeFrame, failure, giveKeyboard, kernelHead } from './kernelHead';
import { gpuFacts } from './gpuFacts';

export interface CodeTab {
  draw(record: number): HTMLElement;
}

export function createDisassemblyTab(context: () => Context, state: CodeState): CodeTab {
  const { element, top, list: listElement } = codeFrame();
  const toSource = (): void => {
    state.wantsKeyboard = true;
    context().actions.setTab('source');
  };
  const lineOf = (row: ListingRow | undefined): ListingHead['lines'][number] | undefined =>
    row?.line === undefined ? undefined : state.listing.value?.lines[row.line];
  const choose = (index: number): void => {
    const line = lineOf(state.rows?.row(index));
    if (line !== undefined) state.line = { name: fileName(line.path), line: line.line, chosenIn: 'disassembly' };
  };
  const jump = (row: ListingRow | undefined): boolean => {
    if (row?.kind !== 'instruction' || row.target === undefined) return false;
    list.goTo(row.target);
    choose(row.target);
    return true;
  };
  const list = createCodeList({
    element: listElement,
    name: 'instruction',
    // Known before the first of them are there.
    total: () => state.listing.value?.rows ?? 0,
    want: (first, end) => state.rows?.want(first, end),
    draw: (index) => {
      const row = state.rows?.row(index);
      return row === undefined ? undefined : drawn(row);
    },
    isMarked: (index) => {
      const line = lineOf(state.rows?.row(index));
      return line !== undefined && line.line === state.line?.line && fileName(line.path) === state.line.name;
    },
    moved: choose,
    follow: (index) => {
      choose(index);
      if (lineOf(state.rows?.row(index)) !== undefined) toSource();
    },
    key: (event, index) => event.key === 'j' && !event.ctrlKey && !event.metaKey && jump(state.rows?.row(index)),
    copy: (first, last) => {
      const kernel = state.listing.of;
      if (kernel !== undefined) context().actions.copyCode({ ...kernel, first, last });
    },
  });

  const drawn = (row: ListingRow): TemplateResult => {
    const line = lineOf(row);
    const show = (): void => {
      if (line !== undefined) state.line = { name: fileName(line.path), line: line.line, chosenIn: 'disassembly' };
      toSource();
    };
    return listingRow(row, { loops: state.listing.value?.loops ?? [], line, toSource: show, jump: () => jump(row) });
  };

  let shown: ListingHead | undefined;
  let marked: CodeState['line'];
  return {
    draw(record) {
      state.want(record);
      const head = state.listing.problem === undefined ? state.listing.value : undefined;
      render(headOf(context(), state, head), top);
      list.label(`Instructions of ${head?.name ?? 'the kernel'}`);
      listElement.hidden = head === undefined || head.rows === 0;
      if (head !== shown) {
        if (head !== undefined) list.goTo(head.start);
        shown = head;
        marked = undefined;
      }
      // What was chosen in the source is brought into view.
      if (state.line !== marked && head !== undefined) {
        marked = state.line;
        const at = head.lines.find(({ path, line }) => line === marked?.line && fileName(path) === marked.name);
        if (marked?.chosenIn === 'source' && at !== undefined && lineOf(state.rows?.row(list.at)) !== at) list.goTo(at.row);
      }
      list.invalidate();
      giveKeyboard(state, listElement);
      return element;
    },
  };
}

function headOf(context: Context, state: CodeState, head: ListingHead | undefined): TemplateResult {
  const kernel = state.listing.of;
  const problem = state.code.problem ?? state.listing.problem;
  const open = (): void => {
    if (kernel !== undefined) context.actions.openCode(kernel);
  };
  const facts = head === undefined ? undefined : factsOf(head);
  return html`${kernelHead(
    state,
    head?.name,
    facts,
    html`<button class="a" @click=${() => context.actions.setTab('source')}>Show Source</button>
      <button class="a" @click=${open}>Open in Editor</button>`,
  )}
  ${problem === undefined ? nothing : failure(problem, () => state.forget())} ${head?.gpu === undefined ? nothing : gpuFacts(head.gpu)}
  ${head === undefined ? nothing : notesOf(head).map((note) => html`<p class="note codenote">${sentence(note)}</p>`)}
  ${head?.problem === undefined ? nothing : html`<p class="codenote"><button class="a" @click=${() => state.forget()}>Try Again</button></p>`}`;
}

function factsOf({ section, bytes, program, gpu, lines }: ListingHead): string {
  return [
    ...(section === undefined ? [] : [section]),
    ...(bytes === undefined ? [] : [counted(bytes, 'byte')]),
    ...(program === undefined ? [] : [`disassembled by ${program}`]),
    ...(gpu === undefined || program !== undefined ? [] : [`module ${grouped(gpu.entry.module)}`]),
    ...(lines.length === 0 ? [] : [counted(lines.length, 'line')]),
  ].join(', ');
}

function notesOf({ problem, notes, lines, rows, gpu }: ListingHead): readonly string[] {
  return [
    ...(problem === undefined ? [] : [problem]),
    ...notes,
    ...(lines.length > 0 || rows === 0 ? [] : [gpu === undefined ? NO_LINES : NO_GPU_LINES]),
  ];
}

const NO_LINES =
  'No lines are known: the executable has no debugging information. iree-compile keeps it with --iree-llvmcpu-debug-symbols=true (its default), clang and gcc with -g.';
const NO_GPU_LINES =
  'No lines are known: the module has no debugging information. iree-compile adds sources and their lines with --iree-hal-executable-debug-level=3.';
