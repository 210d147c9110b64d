/** What has the keyboard: the page or something outside of it, and which part of the page. */

export interface FocusOptions {
  /** Told whether the page has the keyboard, now and whenever that changes. */
  readonly tell: (focused: boolean) => void;
  /** What takes it when nothing in the page has had it. */
  readonly first: () => HTMLElement | null | undefined;
}

const CONTROLS = 'button, input, a[href], vscode-button, vscode-dropdown, [tabindex="0"]';

/** The part's first control that can have the keyboard; undefined where there is none now. */
export function firstControl(part: Element): HTMLElement | undefined {
  return [...part.querySelectorAll<HTMLElement>(CONTROLS)].find(
    (element) =>
      (element.tabIndex >= 0 || element.localName === 'vscode-button') && !element.hasAttribute('disabled') && element.checkVisibility(),
  );
}

/**
 * Moves the keyboard to the next of a page's parts that has something to take it, or with -1 to the one before; false where there is none.
 */
export function focusNext(parts: readonly (readonly [part: HTMLElement, target: HTMLElement | undefined])[], direction: 1 | -1): boolean {
  const here = parts.findIndex(([part]) => part.contains(document.activeElement));
  const ahead = direction === 1 ? parts.slice(here + 1) : parts.slice(0, Math.max(0, here)).reverse();
  const target = ahead.find(([, element]) => element !== undefined)?.[1];
  target?.focus();
  return target !== undefined;
}

/**
 * Returns what gives the keyboard back when the page has it and nothing in the page: VS Code gives it to the page as a whole,
 * and a button that did its work may be gone. What had it last takes it again, or else what stands nearest.
 */
export function watchFocus({ tell, first }: FocusOptions): () => void {
  /** The element that had it last, and what that stood in. */
  let last: readonly Element[] = [];
  const restore = (): void => {
    const { body, activeElement } = document;
    if (!document.hasFocus() || (activeElement !== body && activeElement !== null)) return;
    const [element] = last;
    const there = element instanceof HTMLElement && element.isConnected && element.checkVisibility() ? element : undefined;
    const near = last.slice(1).find((one) => one.isConnected && firstControl(one) !== undefined);
    const target = there ?? (near === undefined ? first() : firstControl(near));
    target?.focus({ preventScroll: true });
  };
  document.addEventListener('focusin', (event) => {
    const path = event.composedPath().filter((one) => one instanceof Element);
    // Up to the page's parts: what is nearest to the page as a whole is its first control, which is near to nothing.
    last = path.slice(
      path.findIndex((one) => one === event.target),
      path.findIndex((one) => one.id === 'app'),
    );
  });
  addEventListener('focus', () => {
    tell(true);
    // A click takes it to where it was made.
    requestAnimationFrame(restore);
  });
  addEventListener('blur', () => tell(false));
  if (document.hasFocus()) tell(true);
  return restore;
}
