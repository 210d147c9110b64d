/** What can be done with a track, at its label: a menu for mouse and keyboard. */
import { html, nothing, render } from 'lit-html';

export interface MenuItem {
  readonly label: string;
  /** What the key is, where there is one. */
  readonly key?: string;
  readonly disabled?: boolean;
  /** Begins another part of the menu. */
  readonly separated?: boolean;
  act(): void;
}

/** Opens a menu in `parent` at a place in it; closed when something is chosen, or the keyboard or the pointer go elsewhere. */
export function openMenu(
  parent: HTMLElement,
  at: { readonly x: number; readonly y: number },
  name: string,
  items: readonly MenuItem[],
): void {
  const before = document.activeElement;
  const menu = parent.appendChild(document.createElement('div'));
  menu.className = 'tl-menu';
  menu.setAttribute('role', 'menu');
  menu.setAttribute('aria-label', name);
  const over = new AbortController();
  const close = (giveBack: boolean): void => {
    if (over.signal.aborted) return;
    over.abort();
    menu.remove();
    if (giveBack && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
  const choose = (item: MenuItem): void => {
    close(true);
    item.act();
  };
  render(
    items.map(
      (item) =>
        html`${item.separated === true ? html`<div role="separator"></div>` : nothing}<button
            role="menuitem"
            tabindex="-1"
            ?disabled=${item.disabled === true}
            @click=${() => choose(item)}
          >
            <span>${item.label}</span>${item.key === undefined ? nothing : html`<kbd aria-hidden="true">${item.key}</kbd>`}
          </button>`,
    ),
    menu,
  );
  menu.style.left = `${at.x}px`;
  menu.style.top = `${Math.max(0, Math.min(at.y, parent.clientHeight - menu.offsetHeight - 2))}px`;
  const buttons = [...menu.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  buttons[0]?.focus({ preventScroll: true });
  const { signal } = over;
  menu.addEventListener(
    'keydown',
    (event) => {
      const place = buttons.findIndex((button) => button === document.activeElement);
      const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: -1 }[event.key];
      if (to !== undefined) buttons.at(to % buttons.length)?.focus({ preventScroll: true });
      else if (event.key === 'Escape' || event.key === 'Tab') close(true);
      else if (event.key === 'Enter' || event.key === ' ') return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  menu.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node) || !menu.contains(relatedTarget)) close(false);
    },
    { signal },
  );
  addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!(target instanceof Node) || !menu.contains(target)) close(false);
    },
    { signal, capture: true },
  );
  addEventListener('blur', () => close(false), { signal });
}
