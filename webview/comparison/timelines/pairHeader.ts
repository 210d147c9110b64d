/** The line over both timelines: which run is shown, and what can be done with it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparedTimelines } from '../../../protocol/profile/profileComparison';
import { icon } from '../../widgets/icon';
import { grouped } from '../../widgets/numbers';
import { lengthText } from '../../profile/timeline/ticks';
import { alignmentText, endDifference, shownRuns, type Extent } from './alignment';

export interface PairHeader {
  readonly timelines: ComparedTimelines;
  readonly run: number;
  /** What is in the run is known. */
  readonly ready: boolean;
  readonly a: Extent | undefined;
  readonly b: Extent | undefined;
  readonly asTable: boolean;
  readonly go: (run: number) => void;
  readonly showTable: (shown: boolean) => void;
  /** Absent where neither can be opened. */
  readonly openBoth?: () => void;
}

export function pairHeader(header: PairHeader): TemplateResult {
  const { timelines, run, ready, a, b, asTable, go, showTable, openBoth } = header;
  const count = shownRuns(timelines);
  return html`<h2 title=${alignmentText(timelines, run)}><span class="el">${alignmentText(timelines, run)}</span></h2>
    <span class="dim ends" title="From the first dispatch to the end of the last, and B − A">${ready ? endsText(a, b) : ''}</span>
    <span class="grow"></span>
    ${
      count < 2
        ? nothing
        : html`<span class="seg" role="group" aria-label="Run">
            <button aria-label="Previous run" title="Previous run ([)" ?disabled=${run === 0} @click=${() => go(run - 1)}>
              ${icon('back')}
            </button>
            <input
              class="m"
              type="text"
              inputmode="numeric"
              size=${String(count).length + 1}
              aria-label=${`Run, 1 to ${grouped(count)}`}
              .value=${String(run + 1)}
              @change=${(event: Event) => {
                const input = event.target as HTMLInputElement;
                const wanted = Number(input.value);
                if (Number.isInteger(wanted) && wanted >= 1 && wanted <= count) go(wanted - 1);
                else input.value = String(run + 1);
              }}
            />
            <button aria-label="Next run" title="Next run (])" ?disabled=${run === count - 1} @click=${() => go(run + 1)}>
              ${icon('forward')}
            </button>
          </span>`
    }
    <button class="a" aria-pressed=${asTable ? 'true' : 'false'} @click=${() => showTable(!asTable)}>
      ${asTable ? 'As Timelines' : 'As Table'}
    </button>
    ${openBoth === undefined ? nothing : html`<button class="a" @click=${openBoth}>Open Both Timelines</button>`}`;
}

/** "A 9.859 ms, B 12.89 ms, +3.031 ms"; of a run without dispatches that is said. */
export function endsText(a: Extent | undefined, b: Extent | undefined): string {
  const of = (name: string, extent: Extent | undefined): string =>
    `${name} ${extent === undefined ? 'has no dispatch' : lengthText(extent.last - extent.first)}`;
  const difference = endDifference(a, b);
  const sides = `${of('A', a)}, ${of('B', b)}`;
  if (difference === undefined) return sides;
  return `${sides}, ${difference < 0n ? '−' : '+'}${lengthText(difference < 0n ? -difference : difference)}`;
}
