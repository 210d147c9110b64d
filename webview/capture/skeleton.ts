/** The page's parts, in the order of focus. Their contents are drawn by others. */
import { html, render } from 'lit-html';
import { isNarrow } from '../widgets/narrow';
import { partsOf } from '../widgets/parts';
import { splitter } from '../widgets/splitter';
import type { Region } from './model';
import type { Context } from './context';

export interface Parts extends Readonly<Record<Region, HTMLElement>> {
  readonly main: HTMLElement;
  readonly progress: HTMLElement;
  readonly failure: HTMLElement;
  /** Says once what ended. */
  readonly announcer: HTMLElement;
}

/** Builds the empty page into `root`. */
export function buildSkeleton(root: HTMLElement, context: () => Context): Parts {
  render(
    html`
      <div class="health" data-part="health" role="region" aria-label="Health"></div>
      <div class="progress indexing" data-part="progress" hidden><i></i></div>
      <div class="toolbar" data-part="toolbar" role="toolbar" aria-label="Capture"></div>
      <div class="chosen" data-part="chosen"></div>
      <div class="notices" data-part="notices"></div>
      <div class="result" data-part="result" role="region" aria-label="Replay"></div>
      <div class="failure-page" data-part="failure" hidden></div>
      <div class="split" data-part="main" role="main">
        <div class="left">
          <div class="pf" data-part="preflight" role="region" aria-label="Preflight"></div>
          <div class="tt" data-part="tree"></div>
        </div>
        <div class="stripe" data-part="stripe"></div>
        <div data-part="details-edge"></div>
        <aside class="details" data-part="details" aria-label="Details"></aside>
      </div>
      <div class="announcer" data-part="announcer" role="status" aria-live="polite"></div>
    `,
    root,
  );
  const part = partsOf(root);
  const details = part('details');
  const main = part('main');
  const box = (element: HTMLElement): { readonly width: number; readonly height: number } => element.getBoundingClientRect();
  const edge = splitter(part('details-edge'), 'Size of the details', {
    direction: () => (isNarrow() ? 'rows' : 'columns'),
    size: () => (isNarrow() ? box(details).height : box(details).width),
    whole: () => (isNarrow() ? box(main).height : box(main).width),
    least: () => (isNarrow() ? { before: 120, behind: 120 } : { before: 240, behind: 260 }),
    resize: (size) => context().actions.setDetailsSize(isNarrow() ? { height: size } : { width: size }),
  });
  new ResizeObserver(() => edge.describe()).observe(details);
  return {
    health: part('health'),
    toolbar: part('toolbar'),
    chosen: part('chosen'),
    notices: part('notices'),
    preflight: part('preflight'),
    tree: part('tree'),
    stripe: part('stripe'),
    details,
    result: part('result'),
    main,
    progress: part('progress'),
    failure: part('failure'),
    announcer: part('announcer'),
  };
}
