/** The functions of a recording's image, and its bitcode: what there is code of. */
import { html, type TemplateResult } from 'lit-html';
import type { LlvmImageFunction, LlvmRecording } from '../../protocol/neighbour/llvm';
import type { LlvmCodeChoice } from '../../protocol/neighbour/llvmPages';
import { kernelWords } from '../../protocol/words/llvmWords';
import type { GridColumn, GridRow, GridTable } from '../widgets/gridRows';
import { icon } from '../widgets/icon';
import { grouped } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';

const COLUMNS: readonly GridColumn[] = [
  { name: 'function', title: 'Function', width: 'minmax(120px, 1fr)' },
  { name: 'bytes', title: 'Bytes', width: '72px', numeric: true },
];

const BITCODE = 'bitcode';

/** What a row of the table stands for, by its key. */
export const codeOf = (key: string): LlvmCodeChoice => ({ code: key === BITCODE ? BITCODE : Number(key) });

export function functionTable(recording: LlvmRecording): GridTable {
  const { image, files } = recording;
  const bitcode = files.find(({ role }) => role === 'bitcode' || (role === 'image' && image?.kind === 'LLVM bitcode'));
  return {
    name: 'functions',
    label: 'Functions of the image',
    columns: COLUMNS,
    rows: [
      ...(image?.functions ?? []).map(functionRow),
      ...(bitcode === undefined
        ? []
        : [{ key: BITCODE, cells: [{ text: 'LLVM bitcode' }, { text: grouped(bitcode.bytes), value: Number(bitcode.bytes) }] }]),
    ],
    empty: whyNone(recording),
  };
}

function functionRow(one: LlvmImageFunction, index: number): GridRow {
  const { bytes, recorded } = one;
  const name = kernelWords(one);
  const draw = (): TemplateResult =>
    html`<span class="recorded" role="img" aria-label="recorded" title="The kernel whose launch was recorded">${icon('play')}</span
      ><b title=${one.name}>${name}</b>`;
  return {
    key: String(index),
    cells: [
      { text: name, ...(recorded === true ? { draw } : {}) },
      bytes === undefined ? { text: '' } : { text: grouped(bytes), value: Number(bytes) },
    ],
  };
}

function whyNone({ image, files, problems }: LlvmRecording): string {
  const file = files.find(({ role }) => role === 'image')?.name;
  const said = problems.find((one) => (file === undefined ? one.file.endsWith('.image') : one.file === file));
  if (image === undefined) return said === undefined ? 'The recording has no image.' : `There is no image: ${said.message}.`;
  if (said !== undefined) return `${said.file}: ${sentence(said.message)}`;
  return 'The image is neither an ELF file nor LLVM bitcode: its code cannot be shown.';
}
