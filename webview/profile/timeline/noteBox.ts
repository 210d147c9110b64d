/** Asks for a marker's note, where the marker stands. */
import { html, render } from 'lit-html';

export interface NoteQuestion {
  /** Pixels in `parent`. */
  readonly x: number;
  readonly y: number;
  /** When the marker is, in words. */
  readonly moment: string;
  readonly note: string;
  readonly isNew: boolean;
  readonly keep: (note: string) => void;
  readonly remove: () => void;
  /** Whatever came of it. */
  readonly closed: () => void;
}

const WIDTH = 240;

/** Enter keeps the note, and so does going elsewhere; Escape leaves everything as it was. */
export function askForNote(parent: HTMLElement, { x, y, moment, note, isNew, keep, remove, closed }: NoteQuestion): void {
  const box = parent.appendChild(document.createElement('div'));
  box.className = 'tl-note';
  box.style.left = `${Math.max(0, Math.min(x, parent.clientWidth - WIDTH))}px`;
  box.style.top = `${y}px`;
  let open = true;
  const close = (then: () => void): void => {
    if (!open) return;
    open = false;
    box.remove();
    then();
    closed();
  };
  const text = (): string => box.querySelector('input')?.value.trim() ?? note;
  render(
    html`<input
        type="text"
        maxlength="200"
        .value=${note}
        placeholder="Note"
        aria-label=${`Note of the marker at ${moment}`}
        @keydown=${(event: KeyboardEvent) => {
          event.stopPropagation();
          if (event.key === 'Enter') close(() => keep(text()));
          else if (event.key === 'Escape') close(isNew ? remove : () => undefined);
        }}
      /><button class="a" @click=${() => close(remove)}>Remove</button>`,
    box,
  );
  const input = box.querySelector('input');
  input?.focus({ preventScroll: true });
  input?.select();
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !box.contains(relatedTarget)) close(() => keep(text()));
  });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close(() => undefined);
    event.stopPropagation();
  });
}
