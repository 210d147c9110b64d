/** The loops that a row of instructions is in, as brackets before it, and in words for who does not see them. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ListedLoop, ListingRow } from '../../../protocol/kernelCode';
import { counted } from '../../widgets/numbers';

type Marked = Exclude<ListingRow, { kind: 'text' }>;

/** "loop 2, inside loop 1" */
export function loopName(loops: readonly ListedLoop[], index: number): string {
  const parent = loops[index]?.parent;
  return `loop ${String(index + 1)}${parent === undefined ? '' : `, inside loop ${String(parent + 1)}`}`;
}

/** What an iteration does, as far as that is known. */
export function iterationWords({ iteration }: ListedLoop): string {
  const {
    bytesRead = 0,
    bytesWritten = 0,
    bytesUnknown,
    floatOperations = 0,
    integerOperations = 0,
    operationsUnknown,
    intensity,
  } = iteration;
  if (bytesUnknown !== undefined && bytesUnknown === operationsUnknown) return `What an iteration does is not known: ${bytesUnknown}.`;
  const bytes =
    bytesUnknown === undefined
      ? `An iteration reads ${counted(bytesRead, 'byte')} and writes ${counted(bytesWritten, 'byte')}.`
      : `Its bytes are not known: ${bytesUnknown}.`;
  if (operationsUnknown !== undefined) return `${bytes} Its operations are not known: ${operationsUnknown}.`;
  const operations = [
    ...(floatOperations === 0 ? [] : [counted(floatOperations, 'floating-point operation')]),
    ...(integerOperations === 0 ? [] : [counted(integerOperations, 'integer operation')]),
  ];
  if (operations.length === 0) return bytes;
  const density = intensity === undefined ? '' : `, ${intensity.toPrecision(2)} for each byte`;
  return `${bytes} It does ${operations.join(' and ')}${density}.`;
}

/** Nothing where the function has no loops. */
export function loopGutter(loops: readonly ListedLoop[], row: Marked): TemplateResult | typeof nothing {
  const deepest = Math.max(0, ...loops.map(({ depth }) => depth));
  if (deepest === 0) return nothing;
  const { brackets = [], loop } = row;
  const repeated = row.kind === 'instruction' && row.repeats !== undefined ? loops[row.repeats]?.depth : undefined;
  const inside = loop === undefined ? undefined : loops[loop];
  const title = loop === undefined || inside === undefined ? nothing : `In ${loopName(loops, loop)}. ${iterationWords(inside)}`;
  return html`<span class="loops" title=${title} aria-hidden="true"
    >${Array.from(
      { length: deepest },
      (_, at) => html`<span class="loop ${brackets[at] ?? ''} ${repeated === at + 1 ? 'repeats' : ''}"></span>`,
    )}</span
  >`;
}

/** What the brackets say where a loop begins or repeats, and what stands out there. */
export function loopWords(loops: readonly ListedLoop[], row: Marked): TemplateResult | typeof nothing {
  if (row.kind !== 'instruction') return nothing;
  const { begins, repeats } = row;
  const said = [
    ...(begins === undefined ? [] : [`begins ${loopName(loops, begins)}`]),
    ...(repeats === undefined ? [] : [`repeats ${loopName(loops, repeats)}`]),
  ];
  const finding = begins === undefined ? undefined : loops[begins]?.finding;
  const words = said.length === 0 ? nothing : html`<span class="loopwords">; ${said.join('; ')}</span>`;
  // Before the colon it says what; after it, of which loop and how.
  const short = finding?.split(': ', 1)[0];
  return html`${words}${finding === undefined ? nothing : html`<span class="symbol" title=${finding}>; ${short}</span>`}`;
}
