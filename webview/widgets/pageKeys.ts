/** Keys that work wherever the keyboard is in the page of a file. Keys that VS Code has a use for come as commands instead. */

/** What the keys do. */
export interface KeyActions {
  /** Closes an open list, and gives the keyboard to what the page is about. */
  leave(): void;
  focusSearch(): void;
  /** To the match after the one that is shown, or with -1 to the one before. */
  nextMatch(step: 1 | -1): Promise<void>;
  /** What the page does with another key outside of an input; whether that was all of it. */
  other?(event: KeyboardEvent): boolean;
}

export function handleKey(actions: KeyActions, event: KeyboardEvent): void {
  const typing = event.composedPath()[0] instanceof HTMLInputElement;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === 'Escape') {
    actions.leave();
  } else if (typing) {
    return;
  } else if (plain && event.key === '/') {
    actions.focusSearch();
  } else if (plain && event.key === '[') {
    void actions.nextMatch(-1);
  } else if (plain && event.key === ']') {
    void actions.nextMatch(1);
  } else if (actions.other?.(event) !== true) {
    return;
  }
  event.preventDefault();
}

/** Calls `next` for F6, before it reaches the window, where VS Code listens: past the page's last part, where `next` says false, F6 is VS Code's own. */
export function onNextPart(next: (direction: 1 | -1) => boolean): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!next(event.shiftKey ? -1 : 1)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}
