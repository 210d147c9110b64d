/** The parts of the page that F6 goes through, and what of each takes the keyboard. */
import { firstControl, focusNext } from '../widgets/pageFocus';
import type { Parts } from './skeleton';

/** Moves the keyboard to the next part, or with -1 to the one before; false where there is none, and VS Code has the next. */
export function focusNextRegion(parts: Parts, direction: 1 | -1): boolean {
  const panel = parts.details.hidden ? undefined : parts.details.querySelector<HTMLElement>('#details-panel');
  const shown = (element: HTMLElement): HTMLElement | undefined => (parts.main.hidden ? undefined : element);
  const timeline = parts.timeline.querySelector<HTMLElement>('[tabindex="0"]') ?? parts.timeline;
  return focusNext(
    [
      ...[parts.header, parts.toolbar, parts.notices, parts.failure].map((part) => [part, firstControl(part)] as const),
      [parts.timeline, shown(timeline)],
      [parts.lowerBar, parts.main.hidden ? undefined : firstControl(parts.lowerBar)],
      [parts.lowerPanel, parts.main.hidden ? undefined : parts.grid.hidden ? firstControl(parts.content) : parts.grid],
      [parts.details, parts.main.hidden ? undefined : (panel ?? firstControl(parts.details))],
    ],
    direction,
  );
}
