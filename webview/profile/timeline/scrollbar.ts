/** The bar at the right edge of tracks that do not fit. */
import { startDrag } from '../../widgets/drag';
import { thumbAt, topOfThumb, type ScrollGeometry } from '../../widgets/virtualScroll';

export interface Scrollbar {
  /** `at` is where it begins, `content` is how high what scrolls is, `room` how much of it is seen. Pixels. */
  draw(at: number, content: number, room: number, top: number): void;
}

export function createScrollbar(parent: HTMLElement, scrollTo: (top: number) => void): Scrollbar {
  const bar = parent.appendChild(document.createElement('div'));
  bar.className = 'vr-bar';
  bar.setAttribute('aria-hidden', 'true');
  const thumb = bar.appendChild(document.createElement('div'));
  thumb.className = 'vr-thumb';
  let geometry: ScrollGeometry = { rows: 0, rowHeight: 1, viewport: 0 };
  let position = 0;
  bar.addEventListener('pointerdown', (event) => {
    const { height, top } = bar.getBoundingClientRect();
    const size = thumb.offsetHeight;
    const inside = event.target === thumb;
    const start = inside ? position : event.clientY - top - size / 2;
    if (!inside) scrollTo(topOfThumb(geometry, start, height));
    bar.classList.add('active');
    startDrag(
      event,
      (_, dy) => scrollTo(topOfThumb(geometry, start + dy, height)),
      () => bar.classList.remove('active'),
    );
  });
  return {
    draw(at, content, room, top) {
      geometry = { rows: content, rowHeight: 1, viewport: room };
      const place = thumbAt(geometry, top, room);
      bar.hidden = place === undefined;
      if (place === undefined) return;
      ({ position } = place);
      bar.style.top = `${at}px`;
      thumb.style.height = `${place.size}px`;
      thumb.style.transform = `translateY(${place.position}px)`;
    },
  };
}
