/** The place of a roofline: drawn again when it has another size. */
import { nothing, render } from 'lit-html';
import { drawRoofline, type RooflineDrawing } from './rooflineDrawing';

export interface RooflinePlot {
  /** The element that shows it, always the same one. */
  draw(drawing: RooflineDrawing): HTMLElement;
}

/** Pixels of which there are always as many. */
const LEAST_WIDTH = 280;
const LEAST_HEIGHT = 200;

export function createRooflinePlot(): RooflinePlot {
  const element = document.createElement('div');
  element.className = 'roofline';
  let shown: RooflineDrawing | undefined;
  const draw = (): void => {
    const size = { width: Math.max(LEAST_WIDTH, element.clientWidth), height: Math.max(LEAST_HEIGHT, element.clientHeight) };
    render(shown === undefined ? nothing : drawRoofline(shown, size), element);
  };
  new ResizeObserver(draw).observe(element);
  return {
    draw(drawing) {
      shown = drawing;
      draw();
      return element;
    },
  };
}
