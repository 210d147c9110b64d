/** What a benchmark of a launch is against those before it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { EarlierLaunches, LlvmMeasurement } from '../../protocol/neighbour/llvm';
import { changeFrom } from '../../protocol/results/changeFromEarlier';
import { differenceText, missingSentence } from '../../protocol/words/differenceWords';
import { counted, duration } from '../widgets/numbers';

/** That are listed, the latest. */
const MOST = 10;

const dateText = (date: string): string => new Date(date).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const row = (when: string, { disturbed, statistics }: EarlierLaunches): TemplateResult => {
  const { median, interval, count } = statistics;
  return html`<tr>
    <th scope="row">${when}</th>
    <td class="m">${duration(median)}</td>
    <td class="m dim">[${duration(interval[0])}, ${duration(interval[1])}]</td>
    <td class="dim">${counted(count, 'time')}${disturbed ? ', beside other work' : ''}</td>
  </tr>`;
};

/** A sentence on the difference from the one before, and what each took, the latest first; nothing where there is none before. */
export function earlierTimes(now: LlvmMeasurement, earlier: readonly EarlierLaunches[]): TemplateResult | typeof nothing {
  const points = earlier.map(({ began, disturbed, statistics }) => ({ run: began, date: began, name: '', disturbed, statistics }));
  const change = changeFrom(points, now);
  if (change === undefined) return nothing;
  const missing = missingSentence(change);
  return html`<p class="basis">
      Against the benchmark before:
      ${differenceText(change)}.${missing === undefined ? nothing : html` <span class="dim">${missing}</span>`}
    </p>
    <table class="earlier" aria-label="Benchmarks of this launch, the latest first">
      <tbody>
        ${row('now', now)}
        ${earlier
          .slice(-MOST)
          .toReversed()
          .map((one) => row(dateText(one.began), one))}
      </tbody>
    </table>`;
}
