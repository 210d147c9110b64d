/** Ranges of memory that a kernel changed, with their first number before and after. */
import { html } from 'lit-html';
import type { LlvmRecording } from '../../protocol/neighbour/llvm';
import type { GridCell, GridColumn, GridTable } from '../widgets/gridRows';
import { counted, grouped } from '../widgets/numbers';

type Changes = NonNullable<LlvmRecording['changes']>;
type Words = Changes['ranges'][number]['before'];

const COLUMNS: readonly GridColumn[] = [
  { name: 'begin', title: 'From byte', width: 'minmax(100px, 0.7fr)', numeric: true },
  { name: 'words', title: 'Words', width: '72px', numeric: true },
  { name: 'argument', title: 'Argument', width: '76px', numeric: true },
  { name: 'float', title: 'First as float', width: 'minmax(130px, 1fr)' },
  { name: 'integer', title: 'As integer', width: 'minmax(170px, 1.2fr)' },
  { name: 'double', title: 'As double', width: 'minmax(130px, 1.4fr)' },
];

/** Bytes of a word, by which ranges are told. */
const WORD = 4;

function change(before: Words, after: Words, type: keyof Words): GridCell {
  const [from, to] = [before[type], after[type]];
  if (from === undefined || to === undefined || from === to) return { text: '' };
  return {
    text: `${from} → ${to}`,
    draw: () => html`<span class="a-mark">${from}</span> <span class="dim">→</span> <span class="b-mark">${to}</span>`,
  };
}

/** The argument that leads nearest before a range. */
function argumentAt(regions: Changes['regions'], begin: number): GridCell {
  const index = regions.findLast((region) => Number(region.begin) <= begin)?.arguments[0];
  return index === undefined ? { text: '' } : { text: String(index), value: index };
}

/** The place of a row, by its key. */
export const rangeOf = (key: string): { readonly begin: number; readonly end: number } => {
  const [begin = 0, end = 0] = key.split(' ').map(Number);
  return { begin, end };
};

export function changeTable({ changes }: LlvmRecording): GridTable {
  const { ranges = [], regions = [], rangeCount = '0' } = changes ?? {};
  const left = BigInt(rangeCount) - BigInt(ranges.length);
  const foot = html`<p class="empty">
    ${counted(String(left), 'range')} more that changed ${left === 1n ? 'is' : 'are'} not listed. In Memory all are marked.
  </p>`;
  return {
    name: 'changes',
    label: 'Ranges of memory that the kernel changed',
    columns: COLUMNS,
    rows: ranges.map(({ begin, end, before, after }) => ({
      key: `${begin} ${end}`,
      cells: [
        { text: grouped(begin), value: Number(begin), exact: begin },
        { text: grouped((Number(end) - Number(begin)) / WORD), value: (Number(end) - Number(begin)) / WORD },
        argumentAt(regions, Number(begin)),
        change(before, after, 'f32'),
        change(before, after, 'i32'),
        change(before, after, 'f64'),
      ],
    })),
    empty:
      changes === undefined
        ? 'What the kernel changed is not known: memory of before or after the launch is missing.'
        : 'The kernel changed nothing.',
    ...(left > 0n ? { foot } : {}),
  };
}
