/** Keys that work wherever the keyboard is in the page. Keys that VS Code has a use for come as commands instead. */
import type { Context } from './model';

export function handleKey({ actions, model }: Context, event: KeyboardEvent): void {
  const typing = event.composedPath()[0] instanceof HTMLInputElement;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === 'Escape') {
    if (model.openList !== undefined) actions.toggleList(undefined);
    actions.focusTimeline();
  } else if (typing) {
    return;
  } else if (plain && event.key === '/') {
    actions.focusSearch();
  } else if (plain && event.key === '[') {
    void actions.nextMatch(-1);
  } else if (plain && event.key === ']') {
    void actions.nextMatch(1);
  } else {
    return;
  }
  event.preventDefault();
}
