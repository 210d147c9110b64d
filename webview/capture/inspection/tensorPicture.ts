/** Elements from afar, as a picture, and the same as a table. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureHost } from '../../../protocol/capture/capture';
import { CHANGED, INFINITE, NAN, type ElementPicture, type TensorView } from '../../../protocol/replay/inspection';
import { problemOf } from '../../../protocol/base/problemOf';
import type { Calls } from '../../../protocol/base/rpc';
import { grouped, shortNumber } from '../../widgets/numbers';
import { sentence } from '../../widgets/sentence';
import { colourAt, scaleGradient } from './colourMap';
import { indexText, type Shape } from './shape';

/** Cells of a picture at most, and of a table. */
const PICTURE = { rows: 160, columns: 512 };
const TABLE = { rows: 16, columns: 6 };
/** Of the picture on the page, in pixels. */
const LOWEST = 24;
const HIGHEST = 128;
const DIGITS = 5;

export interface TensorPicture {
  draw(view: TensorView, shape: Shape): TemplateResult;
  /** Another operation is inspected: the same view has other elements. */
  forget(): void;
}

/** `show` is called with the element that was chosen in the picture. */
export function createTensorPicture(host: () => Calls<CaptureHost>, redraw: () => void, show: (element: number) => void): TensorPicture {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  let key = '';
  let asTable = false;
  let drawn: ElementPicture | undefined;
  let problem: string | undefined;
  let fetching: AbortController | undefined;

  const forget = (): void => {
    fetching?.abort();
    key = '';
    drawn = undefined;
    problem = undefined;
  };
  const fetch = async (view: TensorView): Promise<void> => {
    const { signal } = (fetching = new AbortController());
    try {
      const picture = await host().picture({ view, ...(asTable ? TABLE : PICTURE) }, signal);
      if (signal.aborted) return;
      drawn = picture;
      if (!asTable) paint(canvas, picture);
    } catch (error) {
      if (signal.aborted) return;
      problem = problemOf(error).message;
    }
    redraw();
  };

  canvas.addEventListener('click', (event) => {
    if (drawn === undefined) return;
    const { rows, columns, cellRows, cellColumns } = drawn;
    const box = canvas.getBoundingClientRect();
    const row = Math.min(rows - 1, Math.floor(((event.clientY - box.top) / box.height) * rows));
    const column = Math.min(columns - 1, Math.floor(((event.clientX - box.left) / box.width) * columns));
    show(row * cellRows * columnsOf + column * cellColumns);
  });
  let columnsOf = 1;

  return {
    forget,
    draw(view, shape) {
      columnsOf = shape.columns;
      const wanted = `${asTable ? 'table' : 'picture'} ${JSON.stringify(view)}`;
      if (wanted !== key) {
        forget();
        key = wanted;
        void fetch(view);
      }
      const toggle = (): void => {
        asTable = !asTable;
        redraw();
      };
      if (drawn !== undefined) canvas.setAttribute('aria-label', describe(drawn, shape));
      return html`<div class="sec picture">
        <h4>
          Picture <em>${drawn === undefined ? '' : cellText(drawn)}</em>
          <span class="grow"></span>
          <button class="a" aria-pressed=${asTable ? 'true' : 'false'} @click=${toggle}>${asTable ? 'As Picture' : 'As Table'}</button>
        </h4>
        ${problem === undefined ? nothing : html`<p class="said bad">${sentence(problem)}</p>`}
        ${drawn === undefined ? html`<div class="waiting"></div>` : asTable ? table(drawn, shape, show) : html`${canvas}${scale(drawn, shape)}`}
      </div>`;
    },
  };
}

function limits({ largest }: ElementPicture): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of largest) {
    if (Number.isNaN(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

function cellText({ cellRows, cellColumns }: ElementPicture): string {
  if (cellRows * cellColumns === 1) return 'each element a cell';
  return `each cell the largest of ${grouped(cellRows)}x${grouped(cellColumns)} elements`;
}

function flagged({ flags }: ElementPicture, flag: number): number {
  return flags.reduce((sum, one) => sum + ((one & flag) === 0 ? 0 : 1), 0);
}

function describe(picture: ElementPicture, shape: Shape): string {
  const [low, high] = limits(picture);
  const cells = (flag: number): string => grouped(flagged(picture, flag));
  return `Picture of ${shape.dimensions.join('x')} elements, ${cellText(picture)}, from ${text(low)} to ${text(high)}; changed in ${cells(CHANGED)} cells, NaN in ${cells(NAN)}, infinite in ${cells(INFINITE)}`;
}

const text = (value: number): string => (Number.isFinite(value) ? shortNumber(String(value), DIGITS) : 'none');

function scale(picture: ElementPicture, shape: Shape): TemplateResult {
  const [low, high] = limits(picture);
  const [nan, infinite] = [flagged(picture, NAN), flagged(picture, INFINITE)];
  return html`<div class="scale m">
    <span>${text(low)}</span><i style="background:${scaleGradient}"></i><span>${text(high)}</span>
    ${nan === 0 ? nothing : html`<span><i class="key nan"></i> NaN</span>`}
    ${infinite === 0 ? nothing : html`<span><i class="key infinite"></i> infinite</span>`}
    <span class="grow"></span>
    <span class="dim"
      >${grouped(Math.ceil(shape.dimensions.reduce((all, one) => all * one, 1) / shape.columns))} rows, ${grouped(shape.columns)}
      columns</span
    >
  </div>`;
}

function paint(canvas: HTMLCanvasElement, picture: ElementPicture): void {
  const { rows, columns, largest, flags } = picture;
  canvas.width = Math.max(1, columns);
  canvas.height = Math.max(1, rows);
  canvas.style.height = `${Math.min(HIGHEST, Math.max(LOWEST, rows * Math.ceil(PICTURE.columns / Math.max(1, columns)))).toFixed(0)}px`;
  const context = canvas.getContext('2d');
  if (context === null || rows === 0 || columns === 0) return;
  const style = getComputedStyle(document.body);
  const image = context.createImageData(columns, rows);
  const [low, high] = limits(picture);
  for (let i = 0; i < largest.length; i++) {
    const value = largest[i] ?? Number.NaN;
    image.data.set([...colourAt(high > low ? (value - low) / (high - low) : 0.5), Number.isNaN(value) ? 0 : 255], i * 4);
  }
  context.putImageData(image, 0, 0);
  const mark = (flag: number, colour: string): void => {
    context.fillStyle = style.getPropertyValue(colour).trim() || style.color;
    for (let i = 0; i < flags.length; i++) {
      if (((flags[i] ?? 0) & flag) !== 0) context.fillRect(i % columns, Math.floor(i / columns), 1, 1);
    }
  };
  mark(INFINITE, '--vscode-editorWarning-foreground');
  mark(NAN, '--vscode-errorForeground');
}

/** The elements of a part, "[0, 4:8]". */
function table(picture: ElementPicture, shape: Shape, show: (element: number) => void): TemplateResult {
  const { rows, columns, cellRows, cellColumns, largest, flags } = picture;
  const first = (row: number, column: number): number => row * cellRows * shape.columns + column * cellColumns;
  const cell = (row: number, column: number): TemplateResult => {
    const i = row * columns + column;
    const flag = flags[i] ?? 0;
    const notes = [(flag & NAN) === 0 ? '' : 'NaN', (flag & INFINITE) === 0 ? '' : 'infinite'].filter((note) => note !== '');
    const said = `${text(largest[i] ?? Number.NaN)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
    const at = indexText(shape, first(row, column));
    return html`<td class="r ${(flag & CHANGED) === 0 ? 'dim' : ''}">
      <button class="a" title="Go to ${at}${(flag & CHANGED) === 0 ? '' : '; changed'}" @click=${() => show(first(row, column))}>
        ${said}
      </button>
    </td>`;
  };
  return html`<div class="scroller">
    <table class="mini" aria-label="The largest elements of each part">
      <thead>
        <tr>
          <th scope="col">From</th>
          ${Array.from({ length: columns }, (_, column) => html`<th scope="col" class="r">${grouped(column * cellColumns)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${Array.from(
          { length: rows },
          (_, row) =>
            html`<tr>
              <th scope="row">${indexText(shape, first(row, 0))}</th>
              ${Array.from({ length: columns }, (__, column) => cell(row, column))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
