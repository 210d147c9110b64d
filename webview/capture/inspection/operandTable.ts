/** The tensors that an operation works on: where they lie, what they seem to be, who wrote them, and who reads them next. */
import { html, nothing, svg, type TemplateResult } from 'lit-html';
import { elementSize } from '../../../protocol/replay/element';
import type { Execution, InspectedRange, Inspection, Operand } from '../../../protocol/replay/inspection';
import { bytes, grouped, hex } from '../../widgets/numbers';
import type { Context } from '../context';

/** Rows of the table: an operand, and how many of its elements changed; undefined until they are counted. */
export interface OperandRow {
  readonly operand: Operand;
  readonly changed: number | undefined;
}

const BASES: Readonly<Record<Operand['basis'], string>> = {
  name: "Guessed from the function's name; of as many bytes",
  oneOf: "Guessed from the function's name, in which another operand of another shape has as many bytes",
  writer: 'Guessed from the name of the function that wrote it; of as many bytes',
  role: 'As the operation reads it',
  none: 'Neither a name nor a length tells the shape',
};

export const nameOfOperand = ({ role, ordinal }: InspectedRange): string => (role === 'binding' ? `binding ${String(ordinal)}` : role);

export function operandTable(
  context: Context,
  { ranges, operands, function: name, untraced }: Inspection,
  rows: readonly OperandRow[],
  selected: number,
  choose: (index: number) => void,
): TemplateResult {
  const guessed = operands.some(({ shape }) => shape !== undefined);
  return html`<div class="sec">
    <h4>
      Operands
      <em title=${name ?? ''}
        >${rows.length === 1 ? '1 tensor' : `${String(rows.length)} tensors`} in
        ${ranges.length === 1 ? '1 range' : `${String(ranges.length)} ranges`}${guessed ? '; types and shapes are guesses' : ''}</em
      >
    </h4>
    <div class="scroller" tabindex="0" role="group" aria-label="Operands">
      <table class="mini ranges" aria-label="Operands">
        <thead>
          <tr>
            <th scope="col">Operand</th>
            <th scope="col">Use</th>
            <th scope="col">Type</th>
            <th scope="col">Shape</th>
            <th scope="col" title="The last operation before this one that changed these bytes">Written by</th>
            <th scope="col" title="The first operation after this one whose result depends on these bytes">Next read by</th>
            <th scope="col" class="r" title="Elements of other bits after the operation">Changed</th>
            <th scope="col">Buffer</th>
            <th scope="col" class="r">Offset</th>
            <th scope="col" class="r">Length</th>
            <th scope="col" title="Where it lies in what is bound">In range</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row, i) => operandRow(context, ranges[row.operand.range], row, i === selected, untraced === undefined, () => choose(i)))}
        </tbody>
      </table>
    </div>
    ${untraced === undefined ? nothing : html`<p class="dim">Not known who wrote and who reads: ${untraced}.</p>`}
  </div>`;
}

function operandRow(
  context: Context,
  range: InspectedRange | undefined,
  { operand, changed }: OperandRow,
  selected: boolean,
  isTraced: boolean,
  choose: () => void,
): TemplateResult {
  const { use, offset, length, type, shape, strides, basis } = operand;
  const total = type === undefined ? undefined : Math.floor(Number(length) / elementSize(type));
  return html`<tr class=${selected ? 'sel' : ''} @click=${choose}>
    <td>
      <button class="a" title="Show its elements" aria-pressed=${selected ? 'true' : 'false'} @click=${choose}>
        ${range === undefined ? '' : nameOfOperand(range)}
      </button>
    </td>
    <td title=${use === 'bound' ? 'Nothing was seen of what the operation does with it' : ''}>${use}</td>
    <td>${type ?? html`<span class="dim">not known</span>`}</td>
    <td title=${BASES[basis]}>
      ${shape === undefined ? html`<span class="dim">${total === undefined ? 'not known' : `${grouped(total)} elements`}</span>` : html`${shape.join('x')} ${basis === 'role' ? nothing : html`<span class="dim" title=${strides === undefined ? '' : `Strides ${strides.join(', ')}`}>guess${strides === undefined ? '' : ', strided'}</span>`}`}
    </td>
    <td>${writtenBy(context, operand, isTraced)}</td>
    <td>${nextRead(context, operand)}</td>
    <td class="r">
      ${use === 'reads' ? html`<span class="dim">-</span>` : changed === undefined ? html`<span class="dim">…</span>` : grouped(changed)}
    </td>
    <td>
      <button
        class="a m"
        @click=${(event: Event) => {
          event.stopPropagation();
          void context.actions.follow({ text: '', object: range?.buffer ?? '0' });
        }}
      >
        buffer ${range?.buffer}
      </button>
    </td>
    <td class="r">${offset === '0' ? '0' : hex(BigInt(offset))}</td>
    <td class="r" title="${grouped(length)} bytes">${bytes(length)}</td>
    <td>${range === undefined ? nothing : placeBar(operand, range)}</td>
  </tr>`;
}

/** Units of the bar, and the least that is seen of a tensor. */
const BAR = 100;
const LEAST = 1;

function placeBar({ offset, length, use }: Operand, range: InspectedRange): TemplateResult {
  const whole = Math.max(1, Number(range.length));
  const width = Math.max(LEAST, (BAR * Number(length)) / whole);
  const x = Math.min(BAR - width, (BAR * (Number(offset) - Number(range.offset))) / whole);
  return html`<svg class="bar ${use}" viewBox="0 0 ${BAR} 6" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect class="whole" width=${BAR} height="6"></rect><rect x=${x} width=${width} height="6"></rect>`}
  </svg>`;
}

function writtenBy(context: Context, { use, writer }: Operand, isTraced: boolean): TemplateResult {
  if (use === 'writes') return html`this`;
  if (writer !== undefined) return execution(context, writer);
  return html`<span class="dim">${isTraced ? 'nothing here' : 'not known'}</span>`;
}

function nextRead(context: Context, { next, reader }: Operand): TemplateResult {
  if (next === 'seen' && reader !== undefined) return execution(context, reader);
  return next === 'notSeen'
    ? html`<span class="dim" title="No later operation of the capture is seen to depend on these bytes">none seen</span>`
    : html`<span class="dim" title="It could not be tried which operation depends on these bytes">not known</span>`;
}

/** Characters of a function's name that are shown; its end says most. */
const MOST_NAME = 16;

function execution(context: Context, { record, via, function: name }: Execution): TemplateResult {
  const key = via === undefined ? String(record) : `${String(record)}@${String(via)}`;
  const where = via === undefined ? '' : `, executed by #${String(via)}`;
  return html`<a
      class="a m"
      href="#"
      title="Go to record ${String(record)}${where}${name === undefined ? '' : `: ${name}`}"
      @click=${(event: Event) => {
        event.preventDefault();
        event.stopPropagation();
        void context.actions.goTo(key);
      }}
      >#${record}</a
    >${name === undefined ? nothing : html` <span class="dim">${name.length > MOST_NAME ? `…${name.slice(1 - MOST_NAME)}` : name}</span>`}`;
}
