/** What everything on the canvas is drawn with, in one frame. */
import type { Theme } from './theme';
import type { TimeRange } from './timeline';

export interface Scene {
  readonly ink: CanvasRenderingContext2D;
  readonly theme: Theme;
  readonly view: TimeRange;
  /** Pixels of CSS. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the device in one of those. */
  readonly density: number;
}

/** To the nearest pixel of the device: edges stay sharp. */
export const sharp = ({ density }: Scene, at: number): number => Math.round(at * density) / density;
