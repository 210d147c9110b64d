/** The page's parts, in the order of focus. Their contents are drawn by others. */
import { html, render } from 'lit-html';
import { startDrag } from '../widgets/drag';
import type { Context, Region } from './model';

export interface Parts extends Readonly<Record<Region, HTMLElement>> {
  readonly main: HTMLElement;
  readonly progress: HTMLElement;
  readonly failure: HTMLElement;
  /** Says once what ended. */
  readonly announcer: HTMLElement;
}

const MIN_DETAILS = 260;
const MIN_LIST = 240;
const MIN_HEIGHT = 120;
const KEY_STEP = 20;

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
        <div
          class="splitter"
          role="separator"
          tabindex="0"
          aria-label="Size of the details"
          aria-valuemin="0"
          aria-valuemax="100"
          aria-valuenow="0"
          @pointerdown=${(event: PointerEvent) => dragDetails(root, context(), event)}
          @keydown=${(event: KeyboardEvent) => stepDetails(root, context(), event)}
        ></div>
        <aside class="details" data-part="details" aria-label="Details"></aside>
      </div>
      <div class="announcer" data-part="announcer" role="status" aria-live="polite"></div>
    `,
    root,
  );
  const part = (name: string): HTMLElement => {
    const element = root.querySelector<HTMLElement>(`[data-part="${name}"]`);
    if (element === null) throw new Error(`no part ${name}`);
    return element;
  };
  new ResizeObserver(() => describeSplitter(root)).observe(part('details'));
  return {
    health: part('health'),
    toolbar: part('toolbar'),
    chosen: part('chosen'),
    notices: part('notices'),
    preflight: part('preflight'),
    tree: part('tree'),
    stripe: part('stripe'),
    details: part('details'),
    result: part('result'),
    main: part('main'),
    progress: part('progress'),
    failure: part('failure'),
    announcer: part('announcer'),
  };
}

/** Below this width the details go under the list. */
export const NARROW = 1100;

export function isNarrow(): boolean {
  return innerWidth < NARROW;
}

function detailsSize(root: HTMLElement): { readonly width: number; readonly height: number } {
  const { width, height } = root.querySelector('.details')?.getBoundingClientRect() ?? { width: 0, height: 0 };
  return { width, height };
}

/** Says which way the details' edge moves, and which part of the page they take, in percent. */
function describeSplitter(root: HTMLElement): void {
  const whole = root.querySelector('.split')?.getBoundingClientRect();
  if (whole === undefined || whole.width === 0 || whole.height === 0) return;
  const { width, height } = detailsSize(root);
  const part = isNarrow() ? height / whole.height : width / whole.width;
  const splitter = root.querySelector('.splitter');
  splitter?.setAttribute('aria-valuenow', String(Math.round(100 * part)));
  splitter?.setAttribute('aria-orientation', isNarrow() ? 'horizontal' : 'vertical');
}

function resize(root: HTMLElement, { actions }: Context, size: number): void {
  const whole = root.querySelector('.split')?.getBoundingClientRect();
  if (whole === undefined) return;
  if (isNarrow()) actions.setDetailsSize({ height: Math.round(Math.min(Math.max(MIN_HEIGHT, size), whole.height - MIN_HEIGHT)) });
  else actions.setDetailsSize({ width: Math.round(Math.min(Math.max(MIN_DETAILS, size), whole.width - MIN_LIST)) });
}

function dragDetails(root: HTMLElement, context: Context, event: PointerEvent): void {
  const start = detailsSize(root);
  startDrag(
    event,
    (dx, dy) => resize(root, context, isNarrow() ? start.height - dy : start.width - dx),
    () => undefined,
  );
}

function stepDetails(root: HTMLElement, context: Context, event: KeyboardEvent): void {
  const step = { ArrowLeft: KEY_STEP, ArrowUp: KEY_STEP, ArrowRight: -KEY_STEP, ArrowDown: -KEY_STEP }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const { width, height } = detailsSize(root);
  resize(root, context, (isNarrow() ? height : width) + step);
}
