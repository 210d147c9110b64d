/** A distribution as a picture for Markdown, which knows no colours of the theme: one blue that is seen on light and on dark. */
import type { TimesHistogram } from '../../protocol/capture/recordTimes';

const WIDTH = 400;
const HEIGHT = 44;
const BAR = '#3b8eea';
/** Of the bar that the median is in: told apart by lightness, too. */
const MEDIAN = '#d18616';

/** A URI of the picture; undefined where all times are the same. */
export function histogramImage({ least, most, bins }: TimesHistogram, median: number): string | undefined {
  if (!(most > least) || bins.length === 0) return undefined;
  const width = WIDTH / bins.length;
  const highest = Math.max(...bins);
  const own = Math.min(bins.length - 1, Math.floor(((median - least) / (most - least)) * bins.length));
  const bars = bins.flatMap((count, at) => {
    if (count === 0) return [];
    const height = Math.max(1.5, (HEIGHT * count) / highest);
    const x = (at * width).toFixed(1);
    const look = at === own ? `fill='${MEDIAN}'` : `fill='${BAR}'`;
    return [`<rect x='${x}' y='${(HEIGHT - height).toFixed(1)}' width='${(width - 1).toFixed(1)}' height='${height.toFixed(1)}' ${look}/>`];
  });
  const size = `width='${String(WIDTH)}' height='${String(HEIGHT + 1)}'`;
  const axis = `<rect x='0' y='${String(HEIGHT)}' width='${String(WIDTH)}' height='1' fill='#888888'/>`;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' ${size}>${axis}${bars.join('')}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
