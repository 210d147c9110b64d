/** What keys do on the timeline. */

export interface TimelineKeys {
  /** At the pointer when it is over the tracks, else in the middle. */
  zoom(factor: number): void;
  pan(part: number): void;
  zoomToSelection(): void;
  back(): void;
  forward(): void;
  along(by: number, extend: boolean): void;
  across(by: 1 | -1): void;
  toEnd(end: 'first' | 'last'): void;
  pin(): void;
  mark(): void;
  /** Whether there was something to let go of. */
  letGo(): boolean;
  showAll(): void;
  /** Scrolls by so many screens of tracks. */
  page(by: 1 | -1): void;
}

const ZOOM = 1.3;
const PAN = 0.12;

/** Does what a key means, where it means something; then nobody else gets it. */
export function timelineKey(event: KeyboardEvent, keys: TimelineKeys): boolean {
  const { key, shiftKey, altKey } = event;
  if (event.ctrlKey || event.metaKey) return false;
  if (altKey) {
    if (key === 'ArrowLeft') keys.back();
    else if (key === 'ArrowRight') keys.forward();
    else return false;
    return true;
  }
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'w':
      keys.zoom(1 / ZOOM);
      return true;
    case 's':
      keys.zoom(ZOOM);
      return true;
    case 'a':
      keys.pan(-PAN);
      return true;
    case 'd':
      keys.pan(PAN);
      return true;
    case 'f':
      keys.zoomToSelection();
      return true;
    case '0':
      keys.showAll();
      return true;
    case 'p':
      keys.pin();
      return true;
    case 'm':
      keys.mark();
      return true;
    case 'ArrowLeft':
      keys.along(-1, shiftKey);
      return true;
    case 'ArrowRight':
      keys.along(1, shiftKey);
      return true;
    case 'ArrowUp':
      keys.across(-1);
      return true;
    case 'ArrowDown':
      keys.across(1);
      return true;
    case 'PageUp':
      keys.page(-1);
      return true;
    case 'PageDown':
      keys.page(1);
      return true;
    case 'Home':
      keys.toEnd('first');
      return true;
    case 'End':
      keys.toEnd('last');
      return true;
    case 'Escape':
      return keys.letGo();
    default:
      return false;
  }
}

/** For the page's sheet of keys: what they are, and what they do. */
export const TIMELINE_KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['W', 'S'], 'zoom in and out, at the pointer'],
  [['A', 'D'], 'earlier and later'],
  [['F'], 'zoom to the selection'],
  [['0'], 'show all'],
  [['Alt+←', 'Alt+→'], 'the view before, and after'],
  [['←', '→'], 'previous and next slice of the track'],
  [['↑', '↓'], 'slice of the track above and below'],
  [['Shift+←', 'Shift+→'], 'select a range, up to the slice before or after'],
  [['Home', 'End'], 'first and last slice of the track'],
  [['P'], 'pin the track, or unpin it'],
  [['M'], 'set a marker, or write its note; so does a double click on the ruler'],
  [['Esc'], 'select nothing'],
];
