/** Fields that say what is read: offset, length, type, shape, strides; and when. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { ELEMENT_TYPES, type ElementType } from '../../../protocol/replay/element';
import { icon } from '../../widgets/icon';
import { sentence } from '../../widgets/sentence';
import { initialTexts, type Place, type PlaceField, type ReadPlace } from './tensorPlace';

export type Moment = 'before' | 'after';

export interface PlaceChange {
  readonly type?: ElementType;
  readonly moment?: Moment;
  /** What was entered; an empty text is what the field begins with. */
  readonly entered?: { readonly field: PlaceField; readonly text: string };
  /** What is being typed. */
  readonly typed?: { readonly field: PlaceField; readonly text: string };
}

const FIELDS: readonly { readonly field: PlaceField; readonly label: string; readonly title: string }[] = [
  { field: 'offset', label: 'Offset', title: 'Bytes from the begin of the buffer: 4096, 0x1000 or 4 KiB' },
  { field: 'length', label: 'Length', title: 'Bytes' },
  { field: 'shape', label: 'Shape', title: 'Dimensions such as 64x128, one of them may be ?' },
  { field: 'strides', label: 'Strides', title: 'Elements from one index to the next, of each dimension: 1, 64 of a transposed one' },
];

export function placeForm(
  place: Place,
  read: ReadPlace,
  typed: Readonly<Partial<Record<PlaceField, string>>>,
  moment: Moment,
  change: (change: PlaceChange) => void,
): TemplateResult {
  const initial = initialTexts(place);
  const wrong = 'problem' in read ? read : undefined;
  const textOf = (event: Event): string => (event.target as HTMLInputElement).value;
  return html`<div class="sec reading" role="group" aria-label="What is read">
    <label class="pick"
      ><span class="lead">Type</span
      ><vscode-dropdown
        aria-label="Element type"
        .value=${place.type}
        @change=${(event: Event) => change({ type: (event.target as HTMLElement & { value: ElementType }).value })}
        >${ELEMENT_TYPES.map((type) => html`<vscode-option value=${type} ?selected=${type === place.type}>${type}</vscode-option>`)}</vscode-dropdown
      ></label
    >
    ${FIELDS.map(
      ({ field, label, title }) =>
        html`<label class="pick"
          ><span class="lead">${label}</span
          ><input
            class="place ${field} m ${wrong?.field === field ? 'wrong' : ''}"
            aria-label=${label}
            aria-invalid=${wrong?.field === field ? 'true' : 'false'}
            title=${title}
            spellcheck="false"
            .value=${typed[field] ?? place.texts[field] ?? initial[field]}
            @input=${(event: Event) => change({ typed: { field, text: textOf(event) } })}
            @change=${(event: Event) => change({ entered: { field, text: textOf(event) } })}
        /></label>`,
    )}
    ${'guessed' in read && read.guessed && place.operand?.shape !== undefined ? html`<span class="dim">shape is a guess</span>` : nothing}
    <div class="seg" role="radiogroup" aria-label="Moment">
      ${(['before', 'after'] as const).map(
        (one) =>
          html`<button
            role="radio"
            class=${one === moment ? 'on' : ''}
            aria-checked=${one === moment ? 'true' : 'false'}
            @click=${() => change({ moment: one })}
          >
            ${one === 'before' ? 'Before' : 'After'}
          </button>`,
      )}
    </div>
    ${wrong === undefined ? nothing : html`<p class="said bad" role="alert">${icon('error')}<span>${sentence(wrong.problem)}</span></p>`}
  </div>`;
}
