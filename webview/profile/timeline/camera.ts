/** What is in view, on its way to what shall be, and the views before. */
import { createAtRest } from '../../widgets/atRest';
import { createHistory } from '../../widgets/history';
import type { TimeRange } from './timeline';
import { between, clampView, isSame, spanOf, wholeView } from './viewport';

export interface Camera {
  readonly view: TimeRange;
  /** Where it is going: what follows from what the user does next. */
  readonly target: TimeRange;
  /** Nanoseconds of the profile. */
  readonly length: bigint;
  /** The profile has this length now. What showed the whole still does. */
  setLength(length: bigint): void;
  /** At once, or within a moment where motion is wanted. */
  go(view: TimeRange, smoothly: boolean): void;
  /** Moves on, at a time in milliseconds; whether it has not arrived. */
  step(now: number, width: number): boolean;
  back(): void;
  forward(): void;
  dispose(): void;
}

/** Milliseconds after which a view that rests belongs to the history. */
const REST = 350;
/** Milliseconds in which two thirds of the way are made, and in which all of it is: whole nanoseconds would not always come nearer. */
const EASE = 45;
const LONGEST = 400;

export interface CameraOptions {
  /** A frame is wanted. */
  readonly moved: () => void;
  /** Another view is kept. */
  readonly rested: () => void;
  /** Whether the user wants to see motion. */
  readonly motion: () => boolean;
}

export function createCamera({ moved, rested, motion }: CameraOptions): Camera {
  let length = 0n;
  let view = wholeView(0n);
  let target = view;
  let stepped: number | undefined;
  /** When it began to go where it is going. */
  let began = 0;
  const history = createHistory<TimeRange>();
  const remember = createAtRest(REST, () => {
    if (history.current === undefined || !isSame(history.current, target)) history.visit(target);
    rested();
  });
  const go = (next: TimeRange, smoothly: boolean): void => {
    target = clampView(next, length);
    if (!smoothly || !motion()) view = target;
    began = performance.now();
    stepped ??= began;
    remember.soon();
    moved();
  };
  const visit = (place: TimeRange | undefined): void => {
    if (place !== undefined) go(place, true);
  };
  return {
    get view() {
      return view;
    },
    get target() {
      return target;
    },
    get length() {
      return length;
    },
    setLength(next) {
      const whole = isSame(target, wholeView(length));
      if (next === length) return;
      length = next;
      view = target = whole ? wholeView(length) : clampView(target, length);
      if (history.current === undefined || whole) {
        history.clear();
        history.visit(target);
      }
      moved();
    },
    go,
    step(now, width) {
      const passed = now - (stepped ?? now);
      stepped = now;
      if (!isSame(view, target)) {
        view = between(view, target, 1 - Math.exp(-Math.max(passed, 1) / EASE));
        const pixel = Number(spanOf(target)) / Math.max(1, width) / 2;
        const near = (a: bigint, b: bigint): boolean => Math.abs(Number(a - b)) <= pixel;
        if (now - began > LONGEST || (near(view.from, target.from) && near(view.to, target.to))) view = target;
      }
      const arrived = isSame(view, target);
      if (arrived) stepped = undefined;
      return !arrived;
    },
    back() {
      remember.flush();
      visit(history.back());
    },
    forward() {
      remember.flush();
      visit(history.forward());
    },
    dispose: () => remember.flush(),
  };
}
