/** The parts of the page that F6 goes through, and what of each takes the keyboard. */
import { firstControl, focusNext } from '../widgets/pageFocus';
import type { Parts } from './skeleton';

/** Moves the keyboard to the next part, or with -1 to the one before; false where there is none, and VS Code has the next. */
export function focusNextRegion(parts: Parts, direction: 1 | -1): boolean {
  const panel = parts.details.querySelector<HTMLElement>('#details-panel');
  return focusNext(
    [
      ...[parts.health, parts.toolbar, parts.chosen, parts.notices, parts.result, parts.failure, parts.preflight].map(
        (part) => [part, firstControl(part)] as const,
      ),
      [parts.tree, parts.main.hidden ? undefined : parts.tree],
      [parts.details, panel ?? firstControl(parts.details)],
    ],
    direction,
  );
}
