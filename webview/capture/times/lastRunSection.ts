/** What the shown record took in the last run: the distribution, with this execution in it. */
import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { RecordRun, TimesHistogram } from '../../../protocol/capture/recordTimes';
import { counted, grouped } from '../../widgets/numbers';
import { inUnit, timeText, unitFor } from '../../widgets/timeUnit';
import type { Context } from '../context';
import { percent } from '../overview/share';
import { shownRun } from './lastRunLoader';

export function lastRunSection(context: Context): TemplateResult | typeof nothing {
  const run = shownRun(context.model);
  if (run === undefined) return nothing;
  const { actions } = context;
  const { source, count, histogram, executions } = run;
  const what = source.kind === 'benchmark' ? 'sample' : 'execution';
  return html`<div class="sec last-run">
    <h4>
      <b>Last run</b>
      <em title=${source.words}>${source.words}, ${counted(count, what)}</em>
      <span class="grow"></span>
      ${executions === undefined ? nothing : html`<button class="a" @click=${() => actions.setTab('executions')}>Executions</button>`}
      ${source.kind === 'profile' ? html`<button class="a" @click=${() => actions.run('showInProfile')}>Show in Profile</button>` : nothing}
    </h4>
    <div class="spread">
      ${histogram === undefined || count < 2 ? nothing : bars(histogram, run)}
      <dl class="kv">
        ${facts(run).map(
          ([name, value]) =>
            html`<div class="field">
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
    </div>
  </div>`;
}

function facts(run: RecordRun): readonly (readonly [name: string, value: string])[] {
  const { count, medianNs, interval, madNs, p95Ns, leastNs, mostNs, share, thisNs } = run;
  const unit = unitFor(medianNs);
  const one = (name: string, ns: number | undefined): readonly (readonly [string, string])[] =>
    ns === undefined ? [] : [[name, timeText(ns)]];
  return [
    ...one('this', thisNs),
    ...(count === 1 && thisNs !== undefined ? [] : one('median', medianNs)),
    ...(interval === undefined ? [] : [['95 % CI', `[${inUnit(interval[0], unit)}, ${inUnit(interval[1], unit)}] ${unit.name}`] as const]),
    // Of a single one all are the same.
    ...(count < 2 ? [] : [...one('MAD', madNs), ...one('p95', p95Ns), ...one('min', leastNs), ...one('max', mostNs)]),
    ...(share === undefined
      ? []
      : [['share', `${percent(share, 1)} of ${run.source.kind === 'benchmark' ? 'the scope' : 'the whole'}`] as const]),
  ];
}

const WIDTH = 132;
const HEIGHT = 34;

/** Counts by time; a line marks this execution, or the median. */
function bars({ least, most, bins }: TimesHistogram, { medianNs, thisNs, count }: RecordRun): TemplateResult {
  const highest = Math.max(...bins, 1);
  const step = WIDTH / bins.length;
  const at = most === least ? 0 : (((thisNs ?? medianNs) - least) / (most - least)) * WIDTH;
  return html`<svg
    class="histogram"
    width=${WIDTH}
    height=${HEIGHT}
    role="img"
    aria-label="${grouped(count)} times from ${timeText(least)} to ${timeText(most)}"
  >
    ${bins.map((bin, i) => {
      const height = bin === 0 ? 0 : Math.max(1, (bin / highest) * (HEIGHT - 2));
      return svg`<rect x=${i * step} y=${HEIGHT - height} width=${Math.max(1, step - 0.5)} height=${height}></rect>`;
    })}
    <line x1=${at} x2=${at} y1="0" y2=${HEIGHT}></line>
  </svg>`;
}
