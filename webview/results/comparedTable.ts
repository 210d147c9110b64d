/** Ranges of two replays, compared: how many elements agree, how far the others are, and the first that does not. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { U64 } from '../../protocol/base/u64';
import type { ComparedRange, VerificationResult } from '../../protocol/replay/verification';
import { otherInputsWords } from '../../protocol/words/otherInputsWords';
import { requestWords } from '../../protocol/words/requestWords';
import { icon } from '../widgets/icon';
import { bytes, counted, grouped, hex } from '../widgets/numbers';
import type { ResultsContext } from './context';
import { recordCell } from './recordLink';
import { facts } from './sidePanel';
import type { DrawnTable } from './sortableTable';
import type { Column, DrawnCell } from '../widgets/tables';

const COLUMNS: readonly Column[] = [
  { title: 'Buffer' },
  { title: 'After', exported: 'After record' },
  { title: 'Range' },
  { title: 'Type' },
  { title: 'Elements' },
  { title: 'Bit-equal', exported: 'Bit-equal, %' },
  { title: 'In, out' },
  { title: 'Out of tol.', exported: 'Out of tolerance' },
  { title: 'Max ULP' },
  { title: 'Max abs' },
  { title: 'First difference: index, expected, found' },
];

export function comparedTable(context: ResultsContext, name: string, ranges: readonly ComparedRange[]): DrawnTable {
  const withFunction = ranges.some((range) => range.function !== undefined);
  return {
    name,
    columns: [...COLUMNS.slice(0, 2), ...(withFunction ? [{ title: 'Function' }] : []), ...COLUMNS.slice(2)],
    rows: ranges.map((range) => cells(context, range, withFunction)),
  };
}

function cells(context: ResultsContext, range: ComparedRange, withFunction: boolean): readonly DrawnCell[] {
  const {
    buffer,
    record,
    via,
    offset,
    length,
    type,
    elements,
    bitEqual,
    outOfTolerance,
    maxUlp,
    maxAbsolute,
    first,
    agrees,
    perturbation,
    placement,
  } = range;
  const equal = elements === '0' ? 1 : Number(bitEqual) / Number(elements);
  const bad = agrees ? '' : 'badt';
  const conditions = [...(perturbation === undefined ? [] : ['other inputs']), ...(placement === undefined ? [] : ['other places'])];
  return [
    {
      text: [`buffer ${buffer}`, ...conditions].join(', '),
      drawn: html`<span class=${agrees ? 'good' : 'badt'}>${icon(agrees ? 'ok' : 'error')}</span> buffer
        ${buffer}${conditions.length === 0 ? nothing : html`<br /><span class="dim">${conditions.join(', ')}</span>`}`,
    },
    recordCell(context, record, via),
    ...(withFunction ? [{ text: range.function ?? '', className: 'name' }] : []),
    { text: `+${hex(BigInt(offset))} ${bytes(length)}` },
    { text: type },
    count(elements),
    { text: `${(100 * equal).toFixed(2)} %`, value: 100 * equal },
    { text: '', drawn: share(range) },
    { ...count(outOfTolerance), className: bad },
    { ...count(maxUlp), className: bad },
    { text: String(Number(maxAbsolute.toPrecision(4))), value: maxAbsolute },
    first === undefined
      ? { text: 'bit-equal', className: 'dim' }
      : {
          text: `[${first.index}]  ${first.expected}  ${first.actual}`,
          drawn: html`<span class="dim">[${first.index}]</span> ${first.expected} <b class=${bad}>${first.actual}</b>`,
        },
  ];
}

/** 64 bits: exact in a file, sorted as a number. */
function count(digits: U64): DrawnCell {
  return { text: grouped(digits), value: Number(digits), exact: digits };
}

/** Bit-equal, in tolerance and out of it, as parts of a bar. */
function share({ elements, bitEqual, outOfTolerance }: ComparedRange): TemplateResult {
  const all = Math.max(1, Number(elements));
  const equal = (100 * Number(bitEqual)) / all;
  const out = (100 * Number(outOfTolerance)) / all;
  const title = `${equal.toFixed(2)} % bit-equal, ${out.toFixed(2)} % out of tolerance`;
  return html`<span class="share" title=${title} role="img" aria-label=${title}
    ><i class="equal" style="width:${equal}%"></i><i class="near" style="width:${100 - equal - out}%"></i
    ><i class="out" style="width:${out}%"></i
  ></span>`;
}

/** "4 ULP or 0.001 relative". */
export function toleranceWords({ absolute = 0, relative = 0, ulp = 0 }: Partial<VerificationResult['tolerance']>): string {
  const bounds = [
    ulp > 0 ? `${String(ulp)} ULP` : '',
    relative > 0 ? `${String(relative)} relative` : '',
    absolute > 0 ? `${String(absolute)} absolute` : '',
  ];
  return bounds.filter((bound) => bound !== '').join(' or ') || 'bit-equal';
}

const placesWords = ({ guarded, placements, seed }: NonNullable<VerificationResult['otherPlaces']>): string =>
  [
    guarded ? 'guarded' : 'not guarded, for want of memory',
    ...(placements === 0 ? [] : [`with ${counted(placements, 'other place')} of buffers (seed ${String(seed)})`]),
  ].join(', ');

const timedWords = ({ compared, perturbation }: NonNullable<VerificationResult['timed']>): string =>
  `${counted(compared, 'execution')} of the candidate compared${perturbation === undefined ? '' : `, half of the time on other inputs (seed ${String(perturbation)})`}`;

export function comparisonFacts(
  { host, inEditor }: ResultsContext,
  { tolerance, ranges, against, deterministic, runs, timed, otherInputs, otherPlaces, asks = [] }: VerificationResult,
): TemplateResult {
  const sum = ranges.reduce((all, { length }) => all + Number(length), 0);
  const change = inEditor ? html`<button class="a" @click=${() => void host.changeComparison()}>Change…</button>` : '';
  return facts('Comparison', change, [
    ['tolerance', toleranceWords(tolerance)],
    ['compared', `${counted(ranges.length, 'range')}, ${bytes(sum)}`],
    [
      'against',
      {
        original: 'the original on the same device',
        devices: 'another device',
        capture: 'another capture',
        expected: 'kept outputs',
        itself: 'another run',
      }[against],
    ],
    ['deterministic', `${deterministic ? 'yes' : 'no'}, ${String(runs)} runs a side`],
    ['places', otherPlaces === undefined ? undefined : placesWords(otherPlaces)],
    ['other inputs', otherInputs === undefined ? undefined : otherInputsWords(otherInputs)],
    ['while timed', timed === undefined ? undefined : timedWords(timed)],
    ['asks', asks.length === 0 ? undefined : asks.map(requestWords).join('; ')],
    ['NaN', tolerance.nanEqual ? 'agrees with NaN' : 'agrees with nothing'],
  ]);
}

/** By distance in ULP, over all ranges. */
export function ulpHistogram(ranges: readonly ComparedRange[]): TemplateResult | typeof nothing {
  const buckets = Math.max(0, ...ranges.map(({ ulpHistogram: one }) => one.length));
  if (buckets === 0) return nothing;
  const counts = Array.from({ length: buckets }, (_, i) => ranges.reduce((sum, { ulpHistogram: one }) => sum + (one[i] ?? 0), 0));
  const all = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  return html`<section class="block">
    <h2>Distance in ULP <em>of all compared elements</em></h2>
    <table class="mini" aria-label="Distance in ULP">
      <tbody>
        ${counts.map((count, i) =>
          count === 0
            ? html``
            : html`<tr>
                <td class="r">${ulpLabel(i, buckets)}</td>
                <td class="r">${grouped(count)}</td>
                <td>
                  <span class="bar"><i style="width:${Math.max(1, (100 * count) / all)}%"></i></span>
                </td>
              </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function ulpLabel(bucket: number, buckets: number): string {
  if (bucket < 3) return String(bucket);
  const low = 2 ** (bucket - 2) + 1;
  return bucket === buckets - 1 ? `≥ ${grouped(low)}` : `${grouped(low)}–${grouped(2 ** (bucket - 1))}`;
}
