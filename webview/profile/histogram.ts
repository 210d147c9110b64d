/** Where a slice stands among those of its name. */
import { html, type TemplateResult } from 'lit-html';
import type { SliceDetails } from '../../protocol/profile/profile';
import { histogramPlot } from '../widgets/histogramPlot';
import { counted } from '../widgets/numbers';
import { timeText } from '../widgets/timeUnit';

const SIZE = { width: 360, height: 44 } as const;

export function placeHistogram({ place, start, end, name }: SliceDetails, colour: string): TemplateResult {
  if (place === undefined) return html``;
  const ns = Number(BigInt(end) - BigInt(start));
  const { histogram, rank, count } = place;
  const label = `Durations of ${counted(count, 'slice')} of ${name}, from ${timeText(histogram.least)} to ${timeText(histogram.most)}; this one, ${timeText(ns)}, is number ${String(rank)}, longest first`;
  return html`<div class="place">
    ${histogramPlot({ ...SIZE, ...histogram, colour, mark: ns, label })}
    <div class="ends m dim">
      <span>${timeText(histogram.least)}</span><span>${counted(count, 'slice')} of this name</span><span>${timeText(histogram.most)}</span>
    </div>
  </div>`;
}
