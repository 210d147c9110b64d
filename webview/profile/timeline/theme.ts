/** Colours and fonts of the page's theme, as a canvas needs them. */
import { PALETTE } from './sliceColours';

export interface Theme {
  /** By place in the palette: CSS of the colour itself, and of an area in it. */
  readonly colours: readonly string[];
  readonly areas: readonly string[];
  /** The same as pixels: of what fills a slice, and of its edge. */
  readonly fills: Uint32Array;
  readonly edges: Uint32Array;
  readonly matchPixel: number;
  readonly match: string;
  readonly background: string;
  readonly panel: string;
  readonly foreground: string;
  readonly dim: string;
  readonly grid: string;
  readonly line: string;
  readonly ticks: string;
  readonly focus: string;
  readonly onFocus: string;
  readonly marker: string;
  /** High contrast: slices are outlines. */
  readonly outlined: boolean;
  readonly font: string;
  readonly smallFont: string;
  /** Width of a character of `font`, pixels. */
  readonly character: number;
  /** Of text: 1 where VS Code's font has 13 pixels. */
  readonly scale: number;
}

/** Of the colour in what fills a slice. */
const FILL = { dark: 52, light: 30 } as const;
/** VS Code's own size, for which the mock-ups give pixels. */
const USUAL_FONT = 13;

/** `element` lies in the page, whose variables it has. */
export function readTheme(element: HTMLElement): Theme {
  const { classList } = document.body;
  const outlined = classList.contains('vscode-high-contrast') || classList.contains('vscode-high-contrast-light');
  const light = classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light');
  const probe = element.appendChild(document.createElement('span'));
  probe.hidden = true;
  const pixel = onePixel();
  /** CSS without variables. */
  const css = (colour: string): string => {
    probe.style.color = '';
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const background = css('var(--vscode-editor-background)');
  const mixed = (colour: string, part: number): string => css(`color-mix(in srgb, ${colour} ${part}%, var(--vscode-editor-background))`);
  const part = light ? FILL.light : FILL.dark;
  const colours = PALETTE.map(css);
  const match = css('var(--match-mark)');
  const style = getComputedStyle(element);
  const size = Number.parseFloat(style.getPropertyValue('--vscode-font-size')) || USUAL_FONT;
  const scale = size / USUAL_FONT;
  const family = style.getPropertyValue('--vscode-editor-font-family') || 'monospace';
  const font = `${(11 * scale).toFixed(2)}px ${family}`;
  const theme = {
    ...{ colours, outlined, background, match, font, scale },
    areas: PALETTE.map((colour) => css(`color-mix(in srgb, ${colour} ${outlined ? 0 : light ? 24 : 22}%, transparent)`)),
    fills: Uint32Array.from(PALETTE, (colour) => pixel.of(mixed(colour, part))),
    edges: Uint32Array.from(colours, pixel.of),
    matchPixel: pixel.of(match),
    panel: css('var(--vscode-panel-background, var(--vscode-editor-background))'),
    foreground: css('var(--vscode-foreground)'),
    dim: css('var(--dim)'),
    grid: css('color-mix(in srgb, var(--vscode-foreground) 7%, transparent)'),
    line: css('var(--line)'),
    ticks: css('var(--vscode-charts-lines, var(--vscode-foreground))'),
    focus: css('var(--vscode-focusBorder, var(--vscode-contrastActiveBorder, var(--vscode-foreground)))'),
    onFocus: css('var(--vscode-button-foreground, var(--vscode-editor-background))'),
    marker: css('var(--warn)'),
    smallFont: `${(10.5 * scale).toFixed(2)}px ${family}`,
    character: pixel.widthOf('0', font),
  };
  probe.remove();
  return theme;
}

/** Turns CSS colours into pixels as ImageData has them, opaque. */
function onePixel(): { readonly of: (css: string) => number; readonly widthOf: (text: string, font: string) => number } {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const ink = canvas.getContext('2d', { willReadFrequently: true });
  return {
    of(css) {
      if (ink === null) return 0;
      ink.clearRect(0, 0, 1, 1);
      ink.fillStyle = css;
      ink.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = ink.getImageData(0, 0, 1, 1).data;
      return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
    },
    widthOf(text, font) {
      if (ink === null) return 7;
      ink.font = font;
      return ink.measureText(text).width;
    },
  };
}
