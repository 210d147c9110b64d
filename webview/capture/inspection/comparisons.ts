/** What is read beside another operand, the same bytes at another record, or an .npy file. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaptureHost, ComparedWith } from '../../../protocol/capture/capture';
import { denseStrides } from '../../../protocol/replay/element';
import type { Inspection, TensorComparison, TensorView } from '../../../protocol/replay/inspection';
import { problemOf } from '../../../protocol/base/problemOf';
import type { Calls } from '../../../protocol/base/rpc';
import type { Tolerance } from '../../../protocol/replay/verification';
import { icon } from '../../widgets/icon';
import { grouped, shortNumber } from '../../widgets/numbers';
import { sentence } from '../../widgets/sentence';
import type { Moment } from './placeForm';
import { nameOfOperand } from './operandTable';
import { indexText, type Shape } from './shape';

interface Made {
  readonly name: string;
  readonly view: string;
  readonly comparison: TensorComparison;
}

export interface Comparisons {
  draw(inspection: Inspection, view: TensorView, shape: Shape): TemplateResult;
  /** Another operation is looked at. */
  forget(): void;
}

const BOUNDS = [
  { bound: 'absolute', label: 'Absolute', title: 'Elements agree that are no farther apart than this' },
  { bound: 'relative', label: 'Relative', title: 'Elements agree that are no farther apart than this fraction of the one that is read' },
  { bound: 'ulp', label: 'ULP', title: 'Elements agree that are at most this many units in the last place apart' },
] as const;

/** `show` is called with an element that is chosen. */
export function createComparisons(host: () => Calls<CaptureHost>, redraw: () => void, show: (element: number) => void): Comparisons {
  let made: readonly Made[] = [];
  let tolerance: Tolerance = { absolute: 0, relative: 0, ulp: 0, nanEqual: true };
  let record = '';
  let moment: Moment = 'after';
  let problem: string | undefined;
  let running: AbortController | undefined;

  const compare = async (view: TensorView, other: ComparedWith, name: string): Promise<void> => {
    running?.abort();
    const controller = (running = new AbortController());
    problem = undefined;
    redraw();
    try {
      const answer = await host().compareElements({ view, with: other, tolerance }, controller.signal);
      if (answer !== undefined && !controller.signal.aborted) {
        const named = { name: answer.file ?? name, view: JSON.stringify(view), comparison: answer.comparison };
        made = [named, ...made.filter((one) => one.name !== named.name || one.view !== named.view)];
      }
    } catch (error) {
      if (!controller.signal.aborted) problem = problemOf(error).message;
    }
    if (running === controller) running = undefined;
    redraw();
  };

  const compareRecord = (view: TensorView): void => {
    const [, number, via] = /^\s*#?(\d+)(?:\s*@\s*#?(\d+))?\s*$/.exec(record) ?? [];
    if (number === undefined) {
      problem = 'A record is a number such as 46, or 46@82 for one execution of it.';
      redraw();
      return;
    }
    const place = { record: Number(number), ...(via === undefined ? {} : { via: Number(via) }) };
    void compare(view, { kind: 'record', ...place, moment }, `${moment} #${number}${via === undefined ? '' : `@${via}`}`);
  };

  return {
    forget() {
      running?.abort();
      made = [];
      problem = undefined;
    },
    draw(inspection, view, shape) {
      const here = made.filter((one) => one.view === JSON.stringify(view));
      const others = inspection.operands.map(({ range, offset }, i) => {
        const of = inspection.ranges[range];
        return {
          value: String(i),
          label: `${of === undefined ? '' : nameOfOperand(of)} at ${offset}`,
          range,
          begin: Number(offset) - Number(of?.offset ?? 0),
        };
      });
      const withOther = (event: Event): void => {
        const chosen = others.find(({ value }) => value === (event.target as HTMLSelectElement).value);
        (event.target as HTMLSelectElement).value = '';
        if (chosen === undefined) return;
        // The same shape, one element behind the other.
        const other = { ...view, range: chosen.range, offset: chosen.begin, strides: denseStrides(view.shape) };
        void compare(view, { kind: 'view', view: other }, chosen.label);
      };
      const otherMoment = view.moment === 'after' ? 'before' : 'after';
      return html`<div class="sec comparing" role="group" aria-label="Compare">
        <h4>Compare with</h4>
        <div class="choices">
          <button class="a" @click=${() => void compare(view, { kind: 'view', view: { ...view, moment: otherMoment } }, otherMoment)}>
            ${otherMoment === 'before' ? 'Before' : 'After'}
          </button>
          <select class="place m" aria-label="Compare with another operand" @change=${withOther}>
            <option value="">operand…</option>
            ${others.map(({ value, label }) => html`<option value=${value}>${label}</option>`)}
          </select>
          <span class="pick"
            ><input
              class="place record m"
              aria-label="Record to compare with"
              placeholder="#record"
              title="The same bytes of the buffer at another record: 46, or 46@82 for one execution of it"
              spellcheck="false"
              .value=${record}
              @input=${(event: Event) => (record = (event.target as HTMLInputElement).value)}
              @keydown=${(event: KeyboardEvent) => {
                event.stopPropagation();
                if (event.key === 'Enter') compareRecord(view);
              }}
            />
            <select
              class="place m"
              aria-label="Moment of the record"
              .value=${moment}
              @change=${(event: Event) => (moment = (event.target as HTMLSelectElement).value === 'before' ? 'before' : 'after')}
            >
              <option value="after">after</option>
              <option value="before">before</option>
            </select>
            <button class="a" @click=${() => compareRecord(view)}>Record</button></span
          >
          <button class="a" @click=${() => void compare(view, { kind: 'npy' }, '.npy')}>.npy…</button>
          ${BOUNDS.map(
            ({ bound, label, title }) =>
              html`<label class="pick" title=${title}
                ><span class="lead">${label}</span
                ><input
                  class="place bound m"
                  aria-label="${label} tolerance"
                  .value=${String(tolerance[bound])}
                  @change=${(event: Event) => {
                    const value = Number((event.target as HTMLInputElement).value);
                    if (Number.isFinite(value) && value >= 0) tolerance = { ...tolerance, [bound]: value };
                    redraw();
                  }}
              /></label>`,
          )}
          ${running === undefined ? nothing : html`<span class="said" role="status"><span class="spin" aria-hidden="true"></span>Comparing</span><button class="a" @click=${() => running?.abort()}>Cancel</button>`}
        </div>
        ${problem === undefined ? nothing : html`<p class="said bad" role="alert">${icon('error')}<span>${sentence(problem)}</span></p>`}
        ${here.length === 0 ? nothing : results(here, shape, show)}
      </div>`;
    },
  };
}

function results(made: readonly Made[], shape: Shape, show: (element: number) => void): TemplateResult {
  const at = (index: string | undefined, said: (text: string) => string): TemplateResult => {
    if (index === undefined) return html`<span class="dim">-</span>`;
    const place = indexText(shape, Number(index));
    return html`<button class="a m" title="Go to ${place}" @click=${() => show(Number(index))}>${said(place)}</button>`;
  };
  return html`<div class="scroller" tabindex="0" role="group" aria-label="Comparisons">
    <table class="mini" aria-label="Comparisons">
      <thead>
        <tr>
          <th scope="col">Other</th>
          <th scope="col">Verdict</th>
          <th scope="col" class="r">Other bits</th>
          <th scope="col" class="r">Out of tolerance</th>
          <th scope="col" class="r">Largest difference</th>
          <th scope="col" class="r">Relative</th>
          <th scope="col" class="r">ULP</th>
          <th scope="col">First</th>
        </tr>
      </thead>
      <tbody>
        ${made.map(({ name, comparison }) => {
          const { elements, bitEqual, outOfTolerance, maxAbsolute, maxRelative, maxUlp, agrees, first, largest } = comparison;
          const differ = BigInt(elements) - BigInt(bitEqual);
          return html`<tr>
            <th scope="row">${name}</th>
            <td class=${agrees ? '' : 'bad'}>${differ === 0n ? 'equal' : agrees ? 'agrees' : 'differs'}</td>
            <td class="r">${grouped(String(differ))} of ${grouped(elements)}</td>
            <td class="r">${grouped(outOfTolerance)}</td>
            <td class="r">
              ${largest === undefined ? html`<span class="dim">-</span>` : at(largest.index, (place) => `${shortNumber(String(maxAbsolute), 4)} at ${place}`)}
            </td>
            <td class="r">${largest === undefined ? html`<span class="dim">-</span>` : shortNumber(String(maxRelative), 4)}</td>
            <td class="r">${largest === undefined ? html`<span class="dim">-</span>` : grouped(maxUlp)}</td>
            <td>${at(first?.index, (place) => `${place}: ${first?.expected ?? ''}, other ${first?.actual ?? ''}`)}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
