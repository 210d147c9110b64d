/** The loops that a row of instructions is in, as brackets before it, with the edge back to where each begins; and in words for who does not see them. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ListedLoop, ListingRow } from '../../../protocol/code/kernelCode';
import { chainOf, loopName } from '../../../protocol/code/loopChain';
import { counted } from '../numbers';

type Marked = Exclude<ListingRow, { kind: 'text' }>;

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
  if (bytesUnknown !== undefined && bytesUnknown === operationsUnknown) return `It is not known what an iteration does: ${bytesUnknown}.`;
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

/** Part of the heat that a loop has, from 0 to 1. */
export type LoopHeat = (loop: number) => number;

const NO_HEAT: LoopHeat = () => 0;

/** Nothing where the function has no loops. */
export function loopGutter(loops: readonly ListedLoop[], row: Marked, heat = NO_HEAT): TemplateResult | typeof nothing {
  const deepest = Math.max(0, ...loops.map(({ depth }) => depth));
  if (deepest === 0) return nothing;
  const { brackets = [], loop } = row;
  const edges = row.kind === 'instruction' ? [row.begins, row.repeats] : [];
  const depthOf = (edge: number | undefined): number => (edge === undefined ? 0 : (loops[edge]?.depth ?? 0));
  const [begins = 0, repeats = 0] = edges.map(depthOf);
  const chain = chainOf(loops, loop);
  const inside = loop === undefined ? undefined : loops[loop];
  const title = loop === undefined || inside === undefined ? nothing : `In ${loopName(loop, inside.parent)}. ${iterationWords(inside)}`;
  return html`<span class="loops" title=${title} aria-hidden="true"
    >${Array.from({ length: deepest }, (_, at) => {
      const of = chain[at];
      // An edge goes on to the instruction, over the columns of loops that it is not in.
      const over = of === undefined ? (chain[Math.max(begins, repeats) - 1] ?? undefined) : undefined;
      const classes = [
        'loop',
        brackets[at] ?? '',
        begins === at + 1 ? 'begins' : '',
        repeats === at + 1 ? 'repeats' : '',
        over === undefined ? '' : 'edge',
        begins > 0 && at === deepest - 1 ? 'head' : '',
      ];
      return html`<span class=${classes.join(' ')} style="--h:${heat(of ?? over ?? -1).toFixed(2)}"></span>`;
    })}</span
  >`;
}

/** Over the instruction that a loop begins with: what it is called, and what an iteration does. */
export function loopHead(loops: readonly ListedLoop[], { begun }: Extract<ListingRow, { kind: 'loop' }>): TemplateResult {
  const loop = loops[begun];
  if (loop === undefined) return html``;
  const { parent, finding } = loop;
  // Before the colon it says what; after it, of which loop and how.
  const short = finding?.split(': ', 1)[0];
  return html`<b>${loopName(begun, parent)}</b>
    ${finding === undefined ? nothing : html`<span class="finding" title=${finding}>${short}</span>`}
    <span class="dim">${iterationWords(loop)}</span>`;
}

/** What the edge says to who does not see it. */
export function loopWords(loops: readonly ListedLoop[], row: Marked): TemplateResult | typeof nothing {
  if (row.kind !== 'instruction' || row.repeats === undefined) return nothing;
  return html`<span class="loopwords">; repeats ${loopName(row.repeats, loops[row.repeats]?.parent)}</span>`;
}
