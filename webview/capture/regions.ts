/** The parts of the page that F6 goes through, and what of each takes the keyboard. */
import { firstControl } from '../widgets/pageFocus';
import type { Parts } from './skeleton';

/** Moves the keyboard to the next part, or with -1 to the one before; false where there is none, and VS Code has the next. */
export function focusNextRegion(parts: Parts, direction: 1 | -1): boolean {
  const panel = parts.details.querySelector<HTMLElement>('#details-panel');
  const all: readonly (readonly [part: HTMLElement, target: HTMLElement | undefined])[] = [
    ...[parts.health, parts.toolbar, parts.chosen, parts.notices, parts.result, parts.failure, parts.preflight].map(
      (part) => [part, firstControl(part)] as const,
    ),
    [parts.tree, parts.main.hidden ? undefined : parts.tree],
    [parts.details, panel ?? firstControl(parts.details)],
  ];
  const here = all.findIndex(([part]) => part.contains(document.activeElement));
  const ahead = direction === 1 ? all.slice(here + 1) : all.slice(0, Math.max(0, here)).reverse();
  const target = ahead.find(([, element]) => element !== undefined)?.[1];
  target?.focus();
  return target !== undefined;
}
