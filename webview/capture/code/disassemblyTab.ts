/** The instructions of a kernel, under the lines of the source that they come from. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { ListedLine, ListingHead } from '../../../protocol/code/kernelCode';
import { codeFrame } from '../../widgets/code/codeFrame';
import { fileName } from '../../widgets/code/fileName';
import { createInstructionList } from '../../widgets/code/instructionList';
import { listingFacts } from '../../widgets/code/listingFacts';
import { failed } from '../../widgets/failed';
import { sentence } from '../../widgets/sentence';
import type { Context } from '../context';
import type { CodeState } from './codeState';
import { giveKeyboard, kernelHead } from './kernelHead';
import { gpuFacts } from './gpuFacts';

export interface CodeTab {
  draw(record: number): HTMLElement;
}

export function createDisassemblyTab(context: () => Context, state: CodeState): CodeTab {
  const { element, top, list: listElement } = codeFrame();
  const choose = ({ path, line }: ListedLine): void => {
    state.line = { name: fileName(path), line, chosenIn: 'disassembly' };
  };
  const list = createInstructionList({
    element: listElement,
    name: 'instruction',
    head: () => state.listing.value,
    rows: () => state.rows,
    isMarked: (_, line) => line !== undefined && line.line === state.line?.line && fileName(line.path) === state.line.name,
    moved: choose,
    toSource: (line) => {
      choose(line);
      state.wantsKeyboard = true;
      context().actions.setTab('source');
    },
    copy: (first, last) => {
      const kernel = state.listing.of;
      if (kernel !== undefined) context().actions.copyCode({ ...kernel, first, last });
    },
  });

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
        if (marked?.chosenIn === 'source' && at !== undefined && list.lineAt(list.at) !== at) list.goTo(at.row);
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
  const facts = head === undefined ? undefined : listingFacts(head);
  return html`${kernelHead(
    state,
    head?.name,
    facts,
    html`<button class="a" @click=${() => context.actions.setTab('source')}>Show Source</button>
      <button class="a" @click=${open}>Open in Editor</button>`,
  )}
  ${problem === undefined ? nothing : failed(problem, () => state.forget())} ${head?.gpu === undefined ? nothing : gpuFacts(head.gpu)}
  ${head === undefined ? nothing : notesOf(head).map((note) => html`<p class="note codenote">${sentence(note)}</p>`)}
  ${head?.problem === undefined ? nothing : html`<p class="codenote"><button class="a" @click=${() => state.forget()}>Try Again</button></p>`}`;
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
