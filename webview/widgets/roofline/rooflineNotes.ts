/** Under a roofline: what the chosen point is, what the marks mean, whose arithmetic is not known, and what is to be minded. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Threads } from '../../../protocol/measurement/againstRoof';
import type { Roof } from '../../../protocol/measurement/roof';
import { icon } from '../icon';
import { sentence } from '../sentence';
import type { ShortNames } from '../shortNames';
import type { Roofline } from './roofline';
import { placedSentence, shortName, withoutOperations } from './rooflineWords';
import type { RoofSubject } from './subject';

export interface RooflineNotes {
  readonly roof: Roof;
  readonly threads: Threads;
  readonly roofline: Roofline | undefined;
  readonly subjects: readonly RoofSubject[];
  readonly names: ShortNames;
  readonly chosen: string | undefined;
  /** Sentences of whoever shows it. */
  readonly notes: readonly string[];
  /** Asks for the operations of one of these functions; absent where nobody can be asked. */
  readonly give?: (functions: readonly string[]) => void;
  /** Measures the roof again; absent where that cannot be. */
  readonly measure?: () => void;
}

/** Names that are said before there are just more of them. */
const MOST_NAMES = 4;

export const MEASURE = "Measure This Machine's Roof";
/** What the button says beside its words. */
export const MEASURE_TITLE =
  'Computes and moves memory on all processors for a few seconds; the result is kept. Nothing of a capture runs.';

export function rooflineNotes(shown: RooflineNotes): TemplateResult {
  const { roof, threads, roofline, chosen, notes, measure } = shown;
  const point = roofline?.placed.find(({ subject }) => subject.key === chosen);
  const hasMost = roofline?.placed.some(({ what }) => what === 'most') === true;
  return html`<div class="roofline-notes">
    ${
      roofline === undefined
        ? html`<p>No plot: of what these compute with, or of memory, this machine has no figure that was measured.</p>`
        : nothing
    }
    <p role="status">${point === undefined ? nothing : placedSentence(roof, threads, point)}</p>
    ${withoutArithmetic(shown)}
    ${
      hasMost
        ? html`<p>
            Hollow marks are no measurements: they are the most that the machine code of the hottest loop allows, by its operations for each
            byte that it loads or stores, if all of that comes from the nearest cache. How often a loop runs is not in its code.
          </p>`
        : nothing
    }
    ${notes.map((note) => html`<p class="dim">${note}</p>`)}
    ${roof.notes.map((note) => html`<p class="warned">${icon('warning')}<span>${sentence(note)}</span></p>`)}
    ${
      measure === undefined
        ? nothing
        : html`<p><button class="a" title=${MEASURE_TITLE} @click=${() => measure()}>Measure the Roof Again</button></p>`
    }
  </div>`;
}

/** Whose operations nobody has said, and where one can say them; of all others where one can change that. */
export function withoutArithmetic({ subjects, names: short, give }: RooflineNotes): TemplateResult | typeof nothing {
  const names = withoutOperations(subjects);
  const all = [...new Set(subjects.map(({ name }) => name))];
  if (all.length === 0) return nothing;
  const button =
    give === undefined
      ? nothing
      : html`<button
          class="a give"
          title="Say how many operations each dispatch of a function has: a multiplication and an addition are two"
          @click=${() => give([...names, ...all.filter((name) => !names.includes(name))])}
        >
          ${names.length === 0 ? 'Change…' : 'Give…'}
        </button>`;
  if (names.length === 0) return html`<p>The operations of all of them are as you gave them. ${button}</p>`;
  const more = names.length - MOST_NAMES;
  const listed = `${names
    .slice(0, MOST_NAMES)
    .map((name) => shortName(short, name))
    .join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
  return html`<p>${listed}: arithmetic not known. ${button}</p>`;
}
