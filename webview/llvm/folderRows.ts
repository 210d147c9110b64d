/** Kernels of a folder of recordings; one with several recordings opens to them. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { LlvmFolder } from '../../protocol/neighbour/llvm';
import { kernelWords } from '../../protocol/words/llvmWords';
import type { GridCell, GridColumn, GridRow, GridTable } from '../widgets/gridRows';
import { heated } from '../widgets/gridTable';
import { bytes as size, duration, grouped } from '../widgets/numbers';

type Entry = LlvmFolder['recordings'][number];

const COLUMNS: readonly GridColumn[] = [
  { name: 'kernel', title: 'Kernel', width: 'minmax(180px, 1.6fr)' },
  { name: 'time', title: 'Recorded time', exported: 'Recorded time, ns', width: '110px', numeric: true },
  { name: 'launches', title: 'Occurrences', width: '96px', numeric: true },
  { name: 'teams', title: 'Teams', width: '76px', numeric: true },
  { name: 'threads', title: 'Threads', width: '76px', numeric: true },
  { name: 'memory', title: 'Memory', exported: 'Memory, bytes', width: '90px', numeric: true },
  { name: 'recording', title: 'Recording', width: 'minmax(150px, 2.4fr)' },
];

const NONE: GridCell = { text: '' };

const sum = (numbers: readonly (string | undefined)[]): string | undefined => {
  const known = numbers.filter((number) => number !== undefined);
  return known.length === 0 ? undefined : String(known.reduce((total, number) => total + BigInt(number), 0n));
};

const numberCell = (digits: string | undefined, words: (digits: string) => string): GridCell =>
  digits === undefined ? NONE : { text: words(digits), value: Number(digits), exact: digits };

/** 0 is what a program leaves open. */
const countCell = (digits: string | undefined): GridCell => (digits === '0' ? { text: 'any', value: 0 } : numberCell(digits, grouped));

const memoryCell = (bytes: string | undefined): GridCell => (bytes === undefined ? { text: 'missing' } : numberCell(bytes, size));

/** The name of its function, and behind it where in the source. */
function kernelCell(entry: Entry): GridCell {
  const { function: name, line } = entry;
  const draw = (): TemplateResult =>
    html`<span class="name">${name}</span>${line === undefined ? nothing : html`<span class="dim">, line ${line}</span>`}`;
  return { text: kernelWords(entry), draw };
}

function rowOf(entry: Entry, longest: number, first: GridCell): GridRow {
  const { file, timeNs, occurrences, teams, threads, memoryBytes } = entry;
  return {
    key: file,
    cells: [
      first,
      heated(numberCell(timeNs, duration), longest === 0 ? 0 : Number(timeNs ?? 0) / longest),
      numberCell(occurrences, grouped),
      countCell(teams),
      countCell(threads),
      memoryCell(memoryBytes),
      { text: file.replace(/\.json$/, '') },
    ],
  };
}

/** A row's key is its recording's descriptor; of a kernel with several recordings it is none. */
export const isRecordingKey = (key: string): boolean => !key.startsWith(KERNEL);
const KERNEL = 'kernel ';

/** Recordings of one kernel follow each other, in the place of the first. */
function byKernel(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const kernels = new Map<string, Entry[]>();
  for (const entry of entries) {
    const before = kernels.get(entry.name);
    if (before === undefined) kernels.set(entry.name, [entry]);
    else before.push(entry);
  }
  return [...kernels.values()];
}

export function folderTable({ recordings }: LlvmFolder): GridTable {
  const longest = recordings.reduce((most, { timeNs = '0' }) => Math.max(most, Number(timeNs)), 0);
  const rows = byKernel(recordings).flatMap((entries): readonly GridRow[] => {
    const [first] = entries;
    if (first === undefined) return [];
    if (entries.length === 1) return [rowOf(first, longest, kernelCell(first))];
    return [
      {
        key: `${KERNEL}${first.name}`,
        cells: [
          kernelCell(first),
          numberCell(sum(entries.map(({ timeNs }) => timeNs)), duration),
          numberCell(sum(entries.map(({ occurrences }) => occurrences)), grouped),
          ...[NONE, NONE],
          numberCell(sum(entries.map(({ memoryBytes }) => memoryBytes)), size),
          { text: `${grouped(entries.length)} recordings` },
        ],
        children: entries.map((entry) => rowOf(entry, longest, { text: '' })),
      },
    ];
  });
  return {
    name: 'kernels',
    label: 'Kernels, by what was recorded of them',
    columns: COLUMNS,
    rows,
    empty: 'There are no kernel recordings in this folder. A program that runs with LIBOMPTARGET_RECORD=1 writes them.',
  };
}

/** How many kernels there are, of all recordings. */
export const kernelCount = ({ recordings }: LlvmFolder): number => new Set(recordings.map(({ name }) => name)).size;
