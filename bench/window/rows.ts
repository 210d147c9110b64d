/** In the page: what is to be seen on the row of the track that always has something. */

const TRACK = 'dispatches';

/** The row is looked at in so many parts. */
const PARTS = 8;
/** Background, grid and text are grey; slices are not. */
const LEAST_COLOUR = 24;

export interface Blank {
  /** The longest time for which a part of the row showed nothing, milliseconds. */
  readonly milliseconds: number;
  /** That were looked at. */
  readonly frames: number;
}

/** What the page is asked from outside. */
export interface Rows {
  /** Milliseconds from the page's own start to the first frame in which there are slices. */
  readonly firstPaint: Promise<number>;
  /** From now on, each frame. */
  watch(): void;
  /** Since then. */
  stop(): Blank;
}

/** Of each part of the row, from left to right, whether some slice is drawn in it; undefined while there is no such row. */
function partsOfRow(): readonly boolean[] | undefined {
  const canvas = document.querySelector<HTMLCanvasElement>('.tl-canvas');
  const label = [...document.querySelectorAll('.tl-label')].find((one) => one.querySelector('.tl-name')?.textContent === TRACK);
  const ink = canvas?.getContext('2d');
  if (!canvas || !label || !ink || canvas.width === 0) return undefined;
  const { top, bottom } = label.getBoundingClientRect();
  const y = ((top + bottom) / 2 - canvas.getBoundingClientRect().top) * devicePixelRatio;
  const { data } = ink.getImageData(0, Math.round(y), canvas.width, 1);
  const seen = Array<boolean>(PARTS).fill(false);
  for (let i = 0; i < data.length; i += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(i, i + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > LEAST_COLOUR) seen[Math.floor((i / data.length) * PARTS)] = true;
  }
  return seen;
}

/** Gives the page `rows`. */
export function watchRows(): void {
  let blank = 0;
  let frames = 0;
  let watching = false;
  const rows: Rows = {
    firstPaint: new Promise((resolve) => {
      const look = (): void => {
        if (partsOfRow()?.includes(true) === true) resolve(performance.now());
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }),
    watch() {
      /** When each part was seen to be blank first. */
      const since: (number | undefined)[] = [];
      const look = (): void => {
        const now = performance.now();
        frames++;
        partsOfRow()?.forEach((seen, i) => {
          if (!seen) since[i] ??= now;
          blank = Math.max(blank, now - (since[i] ?? now));
          if (seen) since[i] = undefined;
        });
        if (watching) requestAnimationFrame(look);
      };
      watching = true;
      [blank, frames] = [0, 0];
      requestAnimationFrame(look);
    },
    stop() {
      watching = false;
      return { milliseconds: blank, frames };
    },
  };
  Object.assign(globalThis, { rows });
}
