/** The elements of both timelines. */

export interface PairSkeleton {
  readonly element: HTMLElement;
  readonly head: HTMLElement;
  readonly body: HTMLElement;
  readonly labels: HTMLElement;
  readonly main: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly table: HTMLElement;
  /** That it is read, or why it cannot be. */
  readonly note: HTMLElement;
}

export function createPairSkeleton(): PairSkeleton {
  const element = document.createElement('section');
  element.className = 'pair';
  element.setAttribute('aria-label', 'Both timelines');
  const add = <K extends keyof HTMLElementTagNameMap>(parent: HTMLElement, tag: K, className: string): HTMLElementTagNameMap[K] => {
    const child = parent.appendChild(document.createElement(tag));
    child.className = className;
    return child;
  };
  const head = add(element, 'div', 'pair-head');
  const note = add(element, 'p', 'pair-note dim');
  note.setAttribute('role', 'status');
  const body = add(element, 'div', 'pair-body');
  const labels = add(body, 'div', 'pair-labels');
  labels.setAttribute('aria-hidden', 'true');
  add(labels, 'span', 'a-mark').textContent = '● A';
  add(labels, 'span', 'b-mark').textContent = '◆ B';
  const main = add(body, 'div', 'pair-main');
  const canvas = add(main, 'canvas', 'tl-canvas');
  canvas.tabIndex = 0;
  // Arrow keys and letters are ours, also where a screen reader has keys of its own.
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-roledescription', 'timelines');
  canvas.setAttribute('aria-label', 'Timelines of A and B');
  canvas.setAttribute('aria-keyshortcuts', 'W S A D F [ ] ArrowLeft ArrowRight ArrowUp ArrowDown Enter');
  add(main, 'div', 'tl-focus');
  const table = add(element, 'div', 'pair-table');
  body.hidden = table.hidden = true;
  return { element, head, body, labels, main, canvas, table, note };
}
