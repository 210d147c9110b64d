/** A few lines beside the pointer. */
export interface Tooltip {
  /** Pixels in the parent. The first line is a name. */
  show(at: { readonly x: number; readonly y: number }, lines: readonly string[]): void;
  hide(): void;
}

const AWAY = 14;

export function createTooltip(parent: HTMLElement): Tooltip {
  const box = parent.appendChild(document.createElement('div'));
  box.className = 'tl-tip';
  // The same is announced where the keyboard is; a screen reader has no pointer.
  box.setAttribute('aria-hidden', 'true');
  box.hidden = true;
  let shown = '';
  let size = { width: 0, height: 0 };
  return {
    show({ x, y }, lines) {
      const text = lines.join('\n');
      box.hidden = false;
      if (text !== shown) {
        shown = text;
        box.replaceChildren(
          ...lines.map((line, i) => {
            const element = document.createElement('div');
            if (i > 0) element.className = 'dim';
            element.textContent = line;
            return element;
          }),
        );
        size = { width: box.offsetWidth, height: box.offsetHeight };
      }
      const { clientWidth, clientHeight } = parent;
      const left = x + AWAY + size.width > clientWidth ? x - AWAY - size.width : x + AWAY;
      const top = y + AWAY + size.height > clientHeight ? y - AWAY / 2 - size.height : y + AWAY;
      box.style.transform = `translate(${Math.max(0, Math.round(left))}px, ${Math.max(0, Math.round(top))}px)`;
    },
    hide() {
      box.hidden = true;
    },
  };
}
