/** Where the time of a scope goes: functions that open into launches, and those into records. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkRow, Breakdown, BreakdownPart } from '../../protocol/benchmark';
import {
  breakdownLabel,
  leftOutSentence,
  PART_UNMEASURABLE,
  partTree,
  recordingSentence,
  type PartNode,
} from '../../protocol/words/breakdownWords';
import { changeOfFunction, type ContentChanges } from '../../protocol/contentChanges';
import { CHANGE_SENTENCES, CHANGE_WORDS, changeLines } from '../../protocol/words/changeWords';
import { icon } from '../widgets/icon';
import { bytes, grouped } from '../widgets/numbers';
import { inUnit, timeText, unitFor, type TimeUnit } from '../widgets/timeUnit';
import type { ResultsContext } from './context';
import { recordLink } from './recordLink';

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
const REST_UNMEASURABLE = 'It is shorter than fifty readings of the clock.';
/** Rows of one part, at most: more than these are not read. */
const MOST_ROWS = 200;

/** What a part is called among those that are open. */
const keyOf = ({ name, repetition }: BenchmarkRow, place: number): string => `${name} ${String(repetition)} ${String(place)}`;

export function breakdownTable(context: ResultsContext, row: BenchmarkRow, breakdown: Breakdown): TemplateResult {
  const unit = unitFor(breakdown.medianNs);
  const name = row.label === '' ? row.name : row.label;
  const leftOut = leftOutSentence(breakdown);
  const { changes } = context.shown;
  return html`<section class="block breakdown">
    <h2>Where the time goes <span class="dim">${name}, ${timeText(breakdown.medianNs)}</span></h2>
    <p class="said">${recordingSentence(breakdown, timeText)}</p>
    <div class="scroller">
      <table class="grid" role="treegrid" data-table="parts" aria-label="Where the time of ${name} goes">
        <thead>
          <tr>
            <th scope="col">Function, launch, record</th>
            <th scope="col" class="r">Share</th>
            <th scope="col" class="r">Median, ${unit.name}</th>
            <th scope="col" class="r">CI, %</th>
            <th scope="col" class="r" title="In an iteration">Executions</th>
            <th scope="col" class="r" title="Of all threads together, on average">Threads, mean ${unit.name}</th>
            <th scope="col" class="r" title="What is bound, or moved: how much of it is touched is not known">Bound a second</th>
            ${changes === undefined ? nothing : html`<th scope="col" title="By content, against the run before">Changed</th>`}
          </tr>
        </thead>
        <tbody>
          ${partTree(breakdown).map((node) => rowsOf(context, row, node, 1, unit))}
          <tr>
            <td class="dim">no dispatch or operation of it goes on</td>
            ${
              breakdown.restNs === undefined
                ? html`<td></td>
                    <td class="r dim" title=${REST_UNMEASURABLE}>too short</td>`
                : html`<td class="r">${percent(breakdown.restNs / breakdown.medianNs)}</td>
                    <td class="r">${inUnit(breakdown.restNs, unit)}</td>`
            }
            <td colspan=${changes === undefined ? 4 : 5}></td>
          </tr>
        </tbody>
      </table>
    </div>
    ${leftOut === undefined ? nothing : html`<p class="said">${leftOut}</p>`} ${changes === undefined ? nothing : changeList(changes)}
  </section>`;
}

function rowsOf(
  context: ResultsContext,
  row: BenchmarkRow,
  { place, part, parts }: PartNode,
  level: number,
  unit: TimeUnit,
): TemplateResult {
  const key = keyOf(row, place);
  const open = context.opened.has(key);
  const label = breakdownLabel(part, bytes);
  return html`<tr aria-level=${level} aria-expanded=${parts.length === 0 ? nothing : open ? 'true' : 'false'}>
      <td class="part level${level}" title=${label}>
        ${
          parts.length === 0
            ? html`<span class="twistie"></span>`
            : html`<button
                class="twistie"
                aria-expanded=${open ? 'true' : 'false'}
                aria-label="${open ? 'Close' : 'Open'} ${label}"
                @click=${() => context.toggleOpened(key)}
              >
                ${icon(open ? 'down' : 'right')}
              </button>`
        }
        ${part.record === undefined ? html`<span>${label}</span>` : recordLink(context, part.record, part.via)}
      </td>
      ${figures(part, unit)} ${changeCell(context, part)}
    </tr>
    ${open ? parts.slice(0, MOST_ROWS).map((each) => rowsOf(context, row, each, level + 1, unit)) : nothing}
    ${
      open && parts.length > MOST_ROWS
        ? html`<tr>
            <td class="dim" colspan="8">and ${grouped(parts.length - MOST_ROWS)} shorter ones</td>
          </tr>`
        : nothing
    }`;
}

/** Of functions; launches and records are calls of these. */
function changeCell({ shown: { changes } }: ResultsContext, part: BreakdownPart): TemplateResult | typeof nothing {
  if (changes === undefined) return nothing;
  const change = part.kind === 'function' ? changeOfFunction(changes, part) : undefined;
  if (change === undefined) return html`<td></td>`;
  return html`<td class=${change === 'same' ? 'dim' : 'changed'} title=${CHANGE_SENTENCES[change]}>${CHANGE_WORDS[change]}</td>`;
}

function changeList(changes: ContentChanges): TemplateResult {
  const [head, ...lines] = changeLines(changes);
  return html`<p class="said">${head}</p>
    <ul class="changes">
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>`;
}

function figures({ share, medianNs, interval, executions, busyNs, bytesPerSecond }: BreakdownPart, unit: TimeUnit): TemplateResult {
  const cell = (text: string): TemplateResult => html`<td class="r">${text}</td>`;
  if (share === undefined || medianNs === undefined)
    return html`${cell('')}
      <td class="r dim" title=${PART_UNMEASURABLE}>too short</td>
      ${cell('')}${cell(grouped(executions))}${cell('')}${cell('')}`;
  const half = interval === undefined || medianNs === 0 ? '' : `±${((50 * (interval[1] - interval[0])) / medianNs).toFixed(2)}`;
  return html`<td class="r share-bar" style="--share: ${Math.min(1, share).toFixed(3)}">${percent(share)}</td>
    <td class="r"><b>${inUnit(medianNs, unit)}</b></td>
    ${cell(half)}${cell(grouped(executions))}${cell(busyNs === undefined ? '' : inUnit(busyNs, unit))}
    ${cell(bytesPerSecond === undefined || bytesPerSecond === 0 ? '' : `${bytes(Math.round(bytesPerSecond))}/s`)}`;
}
