/** The page's parts, in the order of focus. Their contents are drawn by others. */
import { html, render } from 'lit-html';
import { isNarrow } from '../widgets/narrow';
import { partsOf } from '../widgets/parts';
import { splitter } from '../widgets/splitter';
import type { Actions } from './actions';

export interface Parts {
  readonly header: HTMLElement;
  readonly toolbar: HTMLElement;
  readonly notices: HTMLElement;
  readonly timeline: HTMLElement;
  readonly lower: HTMLElement;
  /** The lower tabs, and what belongs to the chosen one. */
  readonly lowerBar: HTMLElement;
  readonly lowerPanel: HTMLElement;
  /** Above the table: what it is made of. */
  readonly note: HTMLElement;
  readonly grid: HTMLElement;
  readonly content: HTMLElement;
  /** What is selected, and the edge before it: hidden while nothing is. */
  readonly details: HTMLElement;
  readonly detailsEdge: HTMLElement;
  readonly main: HTMLElement;
  readonly progress: HTMLElement;
  readonly failure: HTMLElement;
  /** Says what the keyboard is on, and what ended. */
  readonly announcer: HTMLElement;
}

/** Builds the empty page into `root`; `what` is shown there, for who does not see it. */
export function buildSkeleton(root: HTMLElement, what: string, context: () => { readonly actions: Pick<Actions, 'setSize'> }): Parts {
  render(
    html`
      <div class="health" data-part="header" role="region" aria-label=${what}></div>
      <div class="progress indexing" data-part="progress" hidden><i></i></div>
      <div class="toolbar" data-part="toolbar" role="toolbar" aria-label="View"></div>
      <div class="notices" data-part="notices"></div>
      <div class="failure-page" data-part="failure" hidden></div>
      <div class="split" data-part="main" role="main">
        <div class="left">
          <div class="timeline" data-part="timeline"></div>
          <div data-part="lower-edge" class="across"></div>
          <div class="lower" data-part="lower">
            <div class="lower-bar" data-part="lower-bar"></div>
            <div class="lower-panel" data-part="lower-panel" id="lower-panel" role="tabpanel">
              <div class="note" data-part="note" hidden></div>
              <div data-part="grid" id="lower-grid" hidden></div>
              <div class="content" data-part="content" hidden></div>
            </div>
          </div>
        </div>
        <div data-part="details-edge" hidden></div>
        <aside class="details" data-part="details" aria-label="Details" hidden></aside>
      </div>
      <div class="announcer" data-part="announcer" role="status" aria-live="polite"></div>
    `,
    root,
  );
  const part = partsOf(root);
  const parts: Parts = {
    header: part('header'),
    toolbar: part('toolbar'),
    notices: part('notices'),
    timeline: part('timeline'),
    lower: part('lower'),
    lowerBar: part('lower-bar'),
    lowerPanel: part('lower-panel'),
    note: part('note'),
    grid: part('grid'),
    content: part('content'),
    details: part('details'),
    detailsEdge: part('details-edge'),
    main: part('main'),
    progress: part('progress'),
    failure: part('failure'),
    announcer: part('announcer'),
  };
  const box = (element: HTMLElement): { readonly width: number; readonly height: number } => element.getBoundingClientRect();
  const beside = splitter(parts.detailsEdge, 'Size of the details', {
    direction: () => (isNarrow() ? 'rows' : 'columns'),
    size: () => (isNarrow() ? box(parts.details).height : box(parts.details).width),
    whole: () => (isNarrow() ? box(parts.main).height : box(parts.main).width),
    least: () => ({ before: 240, behind: 120 }),
    resize: (size) => context().actions.setSize(isNarrow() ? { detailsHeight: size } : { detailsWidth: size }),
  });
  const left = parts.lower.parentElement ?? parts.main;
  const under = splitter(part('lower-edge'), 'Size of the tables', {
    direction: () => 'rows',
    size: () => box(parts.lower).height,
    whole: () => box(left).height,
    least: () => ({ before: 120, behind: 130 }),
    resize: (size) => context().actions.setSize({ lowerHeight: size }),
  });
  const sized = new ResizeObserver(() => {
    beside.describe();
    under.describe();
  });
  sized.observe(parts.details);
  sized.observe(parts.lower);
  return parts;
}
