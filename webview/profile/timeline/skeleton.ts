/** The elements of the timeline. */

export interface Skeleton {
  readonly root: HTMLElement;
  readonly side: HTMLElement;
  /** How long the whole is. */
  readonly whole: HTMLElement;
  /** What the ruler counts from. */
  readonly from: HTMLElement;
  readonly labels: HTMLElement;
  readonly main: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  /** Why no track is shown. */
  readonly empty: HTMLElement;
}

export function createSkeleton(element: HTMLElement): Skeleton {
  const add = <K extends keyof HTMLElementTagNameMap>(parent: HTMLElement, tag: K, className: string): HTMLElementTagNameMap[K] => {
    const child = parent.appendChild(document.createElement(tag));
    child.className = className;
    return child;
  };
  const root = add(element, 'div', 'tl');
  const side = add(root, 'div', 'tl-side');
  const wholeRow = add(side, 'div', 'tl-whole');
  add(wholeRow, 'span', '').textContent = 'whole run';
  const whole = add(wholeRow, 'span', 'm');
  const from = add(side, 'div', 'tl-from');
  const labels = add(side, 'div', 'tl-labels');
  const main = add(root, 'div', 'tl-main');
  const canvas = add(main, 'canvas', 'tl-canvas');
  canvas.tabIndex = 0;
  // Arrow keys and letters are ours, also where a screen reader has keys of its own.
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-roledescription', 'timeline');
  canvas.setAttribute('aria-label', 'Timeline');
  canvas.setAttribute('aria-keyshortcuts', 'W S A D F P M ArrowLeft ArrowRight ArrowUp ArrowDown');
  add(main, 'div', 'tl-focus');
  const empty = add(main, 'div', 'tl-empty');
  return { root, side, whole, from, labels, main, canvas, empty };
}
