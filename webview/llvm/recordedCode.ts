/** The code of a function of the image: its instructions, and beside them the source that they come from. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { Calls } from '../../protocol/base/rpc';
import type { ListedLine, ListingHead, ListingRow } from '../../protocol/code/kernelCode';
import type { LlvmCodeChoice, LlvmCodeHost, LlvmSource } from '../../protocol/neighbour/llvmPages';
import { codeFrame } from '../widgets/code/codeFrame';
import { createCodeList } from '../widgets/code/codeList';
import type { CodePages } from '../widgets/code/codePages';
import { fileName } from '../widgets/code/fileName';
import { createInstructionList } from '../widgets/code/instructionList';
import { listingFacts } from '../widgets/code/listingFacts';
import { createShownPages } from '../widgets/code/shownPages';
import { createLatest } from '../widgets/latest';
import { counted } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';

export interface RecordedCodeOptions {
  readonly host: Calls<LlvmCodeHost>;
  /** It is to be drawn again. */
  readonly changed: () => void;
  readonly fail: (error: unknown) => void;
  /** Shows the settings that name disassemblers. */
  readonly chooseDisassembler: () => void;
}

export interface RecordedCode {
  readonly element: HTMLElement;
  /** Everything is asked again: the recording is another. */
  forget(): void;
  focus(): void;
  show(choice: LlvmCodeChoice): void;
}

/** A line of a source that is marked, and where it was chosen: it is brought into view on the other side. */
interface Marked {
  readonly path: string;
  readonly line: number;
  readonly chosenIn: 'instructions' | 'source';
}

const NO_LINES = 'No lines are known: the image has no debugging information. clang adds it with -g.';

export function createRecordedCode({ host, changed, fail, chooseDisassembler }: RecordedCodeOptions): RecordedCode {
  const listing = createLatest<LlvmCodeChoice, ListingHead>(
    (choice, signal) => host.listing(choice, signal),
    changed,
    (a, b) => a.code === b.code,
  );
  const source = createLatest<string, LlvmSource>((path, signal) => host.source({ path }, signal), changed);
  let wanted: LlvmCodeChoice | undefined;
  let marked: Marked | undefined;
  /** Instructions by line of the source that is shown. */
  let counts: ReadonlyMap<number, number> = new Map();

  const { element, top, list: sides } = codeFrame();
  element.classList.add('recorded-code');
  sides.className = 'codesides';
  const instructionsElement = sides.appendChild(document.createElement('div'));
  const { element: sourceElement, top: sourceTop, list: sourceListElement } = codeFrame();
  sides.append(sourceElement);

  /** Of the function that is to be shown, once it is there. */
  const headNow = (): ListingHead | undefined => (listing.of?.code === wanted?.code ? listing.value : undefined);
  const rows = createShownPages<{ readonly head: ListingHead; readonly choice: LlvmCodeChoice }, ListingRow>({
    fetch: ({ choice }, start, count, signal) => host.listingRows({ ...choice, start, count }, signal),
    same: (a, b) => a.head === b.head,
    changed,
  });
  const text = createShownPages<{ readonly of: LlvmSource; readonly path: string }, string>({
    fetch: ({ path }, start, count, signal) => host.sourceRows({ path, start, count }, signal),
    same: (a, b) => a.of === b.of,
    changed,
  });
  const textNow = (): CodePages<string> | undefined => {
    const { value: of, of: path } = source;
    return text.of(of === undefined || path === undefined || 'missing' in of ? undefined : { of, path });
  };
  const mark = (line: Pick<ListedLine, 'path' | 'line'>, chosenIn: Marked['chosenIn']): void => {
    if (marked?.path === line.path && marked.line === line.line) return;
    marked = { path: line.path, line: line.line, chosenIn };
    changed();
  };
  const instructions = createInstructionList({
    element: instructionsElement,
    name: 'instruction',
    head: headNow,
    rows: () => {
      const head = headNow();
      const choice = listing.of;
      return rows.of(head === undefined || choice === undefined ? undefined : { head, choice });
    },
    isMarked: (_, line) => line !== undefined && line.path === marked?.path && line.line === marked.line,
    moved: (line) => mark(line, 'instructions'),
    toSource: (line) => {
      mark(line, 'instructions');
      if (!sourceListElement.hidden) sourceList.focus();
    },
    copy: (first, last) => {
      if (listing.of !== undefined) void host.copyCode({ ...listing.of, first, last }).catch(fail);
    },
  });
  const sourceList = createCodeList({
    element: sourceListElement,
    name: 'line',
    total: () => textNow()?.total ?? 0,
    want: (first, end) => textNow()?.want(first, end),
    draw: (index) => {
      const line = textNow()?.row(index);
      if (line === undefined) return undefined;
      const count = counts.get(index + 1);
      const about = count === undefined ? nothing : counted(count, 'instruction');
      return html`<span class="lineno">${index + 1}</span><span class="instructions dim" title=${about}>${count ?? ''}</span
        ><span class="codetext">${line}</span>`;
    },
    isMarked: (index) => marked?.line === index + 1 && marked.path === source.of,
    moved: (index) => {
      if (source.of !== undefined && counts.has(index + 1)) mark({ path: source.of, line: index + 1 }, 'source');
    },
    follow: (index) => open(index + 1),
    copy: (first, last) => {
      if (source.of !== undefined) void host.copySource({ path: source.of, first, last }).catch(fail);
    },
  });
  const open = (line: number): void => {
    if (source.of !== undefined) void host.openSource({ path: source.of, line }).catch(fail);
  };

  let shownHead: ListingHead | undefined;
  let shownSource: LlvmSource | undefined;
  let revealed: Marked | undefined;
  /** What is marked on one side is brought into view on the other, and a function or a source that is new, from where it begins. */
  const reveal = (head: ListingHead): void => {
    const isTextThere = textNow()?.total !== undefined;
    const isNew = head !== shownHead || (isTextThere && source.value !== shownSource);
    if (head !== shownHead) instructions.goTo(head.start);
    shownHead = head;
    if (isTextThere) shownSource = source.value;
    const line = marked?.path === source.of ? marked?.line : head.lines.find(({ path }) => path === source.of)?.line;
    if (isTextThere && line !== undefined && (isNew || (marked !== revealed && marked?.chosenIn === 'instructions')))
      sourceList.goTo(line - 1);
    if (marked !== revealed && marked?.chosenIn === 'source') {
      const at = head.lines.find(({ path, line: one }) => path === marked?.path && one === marked.line);
      if (at !== undefined) instructions.goTo(at.row);
    }
    if (isTextThere || source.value !== undefined) revealed = marked;
  };

  return {
    element,
    forget() {
      listing.forget();
      source.forget();
      rows.forget();
      text.forget();
      marked = shownHead = shownSource = revealed = undefined;
    },
    focus: () => instructions.focus(),
    show(choice) {
      if (choice.code !== wanted?.code) marked = undefined;
      wanted = choice;
      listing.want(choice);
      const head = headNow();
      const problem = listing.loading ? undefined : listing.problem;
      const path = marked?.path ?? head?.lines[0]?.path;
      if (path !== undefined) source.want(path);
      const again = (): void => listing.renew();
      render(headOf({ head, problem, again, chooseDisassembler }), top);
      instructionsElement.hidden = head === undefined || head.rows === 0;
      instructions.label(`Instructions of ${head?.name ?? 'the function'}`);
      sourceElement.hidden = head === undefined || path === undefined;
      if (head === undefined) return;
      counts = countsOf(head, source.of);
      render(
        sourceHeadOf(source.of, source.value, source.problem ?? textNow()?.problem, () => open(sourceList.at + 1)),
        sourceTop,
      );
      sourceListElement.hidden = (textNow()?.total ?? 0) === 0;
      sourceList.label(source.of === undefined ? 'Source' : `Source ${fileName(source.of)}`);
      // Rows must be there before one of them can be shown.
      requestAnimationFrame(() => reveal(head));
      instructions.invalidate();
      sourceList.invalidate();
    },
  };
}

function countsOf({ lines }: ListingHead, path: string | undefined): ReadonlyMap<number, number> {
  return new Map(lines.filter((one) => one.path === path).map(({ line, instructions }) => [line, instructions]));
}

interface CodeHead {
  readonly head: ListingHead | undefined;
  readonly problem: string | undefined;
  readonly again: () => void;
  readonly chooseDisassembler: () => void;
}

function headOf({ head, problem, again, chooseDisassembler }: CodeHead): TemplateResult {
  const why = problem ?? head?.problem;
  const notes = head === undefined ? [] : [...head.notes, ...(head.lines.length > 0 || head.rows === 0 ? [] : [NO_LINES])];
  if (head === undefined && why === undefined) return html`<p class="empty">Reading its code…</p>`;
  return html`${
    head === undefined || head.rows === 0
      ? nothing
      : html`<div class="codehead">
          <div class="codename"><b class="m el" title=${head.name}>${head.name}</b></div>
          <div class="dim">${listingFacts(head)}</div>
        </div>`
  }
  ${notes.map((note) => html`<p class="note codenote">${sentence(note)}</p>`)}
  ${
    why === undefined
      ? nothing
      : html`<p class="codenote" role="alert">${sentence(why)}</p>
          <p class="codenote">
            <button class="a" @click=${again}>Try Again</button>
            ${head === undefined ? nothing : html`<button class="a" @click=${chooseDisassembler}>Choose a Disassembler</button>`}
          </p>`
  }`;
}

function sourceHeadOf(
  path: string | undefined,
  found: LlvmSource | undefined,
  problem: string | undefined,
  open: () => void,
): TemplateResult {
  if (path === undefined) return html``;
  const note = (words: string): TemplateResult => html`<p class="note codenote">${sentence(words)}</p>`;
  if (problem !== undefined) return note(problem);
  if (found === undefined) return html`<p class="empty">Looking for the source…</p>`;
  if ('missing' in found) return note(found.missing);
  return html`<div class="codehead">
      <div class="codename">
        <b class="m el" title=${found.file}>${fileName(found.file)}</b><span class="grow"></span>
        <button class="a" @click=${open}>Open in Editor</button>
      </div>
      <div class="dim el" title=${found.file}>${found.file}</div>
    </div>
    ${found.doubtful === true ? note(`It may be another file: it was compiled from ${path}`) : nothing}`;
}
