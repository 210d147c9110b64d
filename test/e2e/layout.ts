/** What is wrong with how a page is laid out, measured: text that is cut off without a word, and parts that lie on each other. */
import type { FrameLocator } from 'playwright-core';

/** A line for each fault, with what it is about. */
export async function layoutFaults(view: FrameLocator): Promise<readonly string[]> {
  return view.locator('#app').evaluate((app) => {
    const styleOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element);
    const nameOf = (element: Element): string => {
      const parents = [element, element.parentElement, element.parentElement?.parentElement].filter(
        (one) => one !== null && one !== undefined,
      );
      const path = parents.reverse().map((one) => `${one.localName}${[...one.classList].map((name) => `.${name}`).join('')}`);
      return `${path.join(' > ')} "${element.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}"`;
    };
    /** What is drawn by libraries, or is a picture, is no text. */
    const drawn = 'svg, canvas, .uplot, .announcer, .stripe, vscode-dropdown, vscode-option, .query';
    const shown = [...app.querySelectorAll('*')].filter(
      (element) =>
        element.closest(drawn) === null && element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0,
    );
    const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';
    const cut = shown.filter((element) => {
      const { overflowX, textOverflow, display } = styleOf(element);
      if (display === 'inline' || element.clientWidth === 0 || element.scrollWidth <= element.clientWidth + 1) return false;
      if (scrolls(overflowX)) return false;
      // With an ellipsis what is cut says so; the rest of it is in a tooltip. A box within a line is cut without one.
      if (textOverflow === 'ellipsis' && overflowX !== 'visible') {
        const { right } = element.getBoundingClientRect();
        return [...element.children].some(
          (child) => styleOf(child).display.startsWith('inline-') && child.getBoundingClientRect().right > right + 1,
        );
      }
      // What lets its contents out is no fault where nobody sees the difference: the one around it is asked.
      return overflowX !== 'visible';
    });
    /** Boxes reach out of a page, or of a part that cuts them off, sideways: they cannot be come by. */
    const outside = shown.filter((element) => {
      const { position } = styleOf(element);
      const box = element.getBoundingClientRect();
      if (position === 'fixed' || box.width === 0 || (box.right <= innerWidth + 1 && box.left >= -1)) return false;
      for (let around = element.parentElement; around !== null && around !== app.parentElement; around = around.parentElement) {
        const { overflowX, textOverflow } = styleOf(around);
        if (scrolls(overflowX) || (textOverflow === 'ellipsis' && overflowX === 'hidden')) return false;
      }
      return true;
    });
    /** A page that is longer than its window, and does not scroll. */
    const below = [document.documentElement, document.body, app].filter(
      (element) => element.scrollHeight > element.clientHeight + 1 && !scrolls(styleOf(element).overflowY),
    );
    /** Lines cut through at their bottom by a part of a fixed height. */
    const lines = shown.filter((element) => {
      const { overflowY, display } = styleOf(element);
      if (display === 'inline' || overflowY !== 'hidden' || element.clientHeight === 0) return false;
      return element.scrollHeight > element.clientHeight + 2 && element.closest('.vr, .window, .list, .plot, .hexlines, .tl-rows') === null;
    });
    const meets = (a: DOMRect, b: DOMRect): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
    const inFlow = (element: Element): boolean => {
      const { position, display } = styleOf(element);
      return (position === 'static' || position === 'relative') && display !== 'inline' && display !== 'contents';
    };
    const overlaps = shown.flatMap((parent) => {
      const children = [...parent.children].filter(
        (child) => shown.includes(child) && inFlow(child) && !child.matches('.splitter, .grip, .sep, .ind'),
      );
      return children.flatMap((child, i) =>
        children
          .slice(i + 1)
          .filter((other) => meets(child.getBoundingClientRect(), other.getBoundingClientRect()))
          .map((other) => `overlap: ${nameOf(child)} and ${nameOf(other)}`),
      );
    });
    /** Text that runs out of its own box, over what stands beside it. */
    const spilt = shown.filter((element) => {
      const { overflowX, display } = styleOf(element);
      if (display === 'inline' || overflowX !== 'visible' || element.clientWidth === 0) return false;
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '');
      return own && element.scrollWidth > element.clientWidth + 1;
    });
    return [
      ...cut.map((element) => `cut: ${nameOf(element)}`),
      ...lines.map((element) => `cut below: ${nameOf(element)}`),
      ...below.map((element) => `below: ${element.localName}, ${String(element.scrollHeight)} of ${String(element.clientHeight)}`),
      ...outside.map((element) => `outside: ${nameOf(element)}`),
      ...spilt.map((element) => `runs out: ${nameOf(element)}`),
      ...overlaps,
    ];
  });
}
