/** Where samples lie as a table: kernels that open into loops and source lines, and lines into instructions. */
import { html, type TemplateResult } from 'lit-html';
import { loopName } from '../../../protocol/code/loopChain';
import type { Hotspots, SampledInstruction, SampledKernel, SampledLoop, SampledShare } from '../../../protocol/code/hotspots';
import { functionName } from '../../widgets/functionName';
import { heated } from '../../widgets/gridTable';
import type { GridCell, GridRow, GridTable } from '../../widgets/gridRows';
import { grouped } from '../../widgets/numbers';
import type { ShortNames } from '../../widgets/shortNames';
import { functionKey, instructionKey, kernelKey, lineKey, loopKey } from './findHotspot';
import { percent, percentRange } from '../../../protocol/words/percent';

export function hotspotTable({ kernels }: Hotspots, names: ShortNames): GridTable {
  const most = Math.max(...kernels.map(({ share }) => share), 0);
  const row = (key: string, title: GridCell, shared: SampledShare, kind: string, children: readonly GridRow[] = []): GridRow => ({
    key,
    cells: [title, ...cells(shared, most), { text: kind }],
    ...(children.length === 0 ? {} : { children }),
  });
  const instructions = (parent: string, list: readonly SampledInstruction[]): readonly GridRow[] =>
    list.toSorted((a, b) => b.samples - a.samples).map((one) => row(instructionKey(parent, one), instructionTitle(one), one, one.kind));
  const ofKernel = (kernel: SampledKernel): GridRow =>
    row(
      kernelKey(kernel),
      { text: kernel.name, draw: () => functionName(names, kernel.name) },
      kernel,
      'kernel',
      [
        ...kernel.loops
          .filter(({ samples }) => samples > 0)
          .map((loop) => row(loopKey(kernel, loop), loopTitle(kernel, loop), loop, 'loop')),
        ...kernel.lines.map((line) => {
          const key = lineKey(kernel, line);
          return row(key, lineTitle(line.path, line.line), line, 'line', instructions(key, line.instructions));
        }),
        ...kernel.functions.map((called) => {
          const key = functionKey(kernel, called);
          return row(key, functionTitle(called.name, names), called, 'function', instructions(key, called.instructions));
        }),
      ].toSorted((a, b) => (b.cells[SAMPLES]?.value ?? 0) - (a.cells[SAMPLES]?.value ?? 0)),
    );
  return {
    name: 'hotspots',
    label: 'Hotspots: kernels, loops, source lines, instructions',
    empty: 'No sample lies in a kernel.',
    columns: [
      { name: 'fn', title: 'Kernel, loop, line, instruction', width: 'minmax(260px, 1fr)' },
      { name: 'share', title: 'Share of samples', exported: 'Share', width: '126px', numeric: true },
      { name: 'interval', title: '95 % interval', width: '112px', numeric: true },
      { name: 'samples', title: 'Samples', width: '76px', numeric: true },
      { name: 'kind', title: 'Kind', width: '96px' },
    ],
    rows: kernels.map(ofKernel),
  };
}

/** Place of the column among the cells. */
const SAMPLES = 3;

/** Share, interval, samples. What could be chance has a number of samples, and no share. */
function cells(of: SampledShare, most: number): readonly GridCell[] {
  const { share, samples, tooFew } = of;
  const count = { text: grouped(samples), value: samples };
  if (tooFew) return [{ text: 'too few', value: share, draw: () => html`<span class="dim">too few</span>` }, { text: '' }, count];
  const part = most === 0 ? 0 : share / most;
  return [{ text: percent(share), value: share, draw: () => bar(share, part) }, { text: percentRange(of) }, heated(count, part)];
}

function bar(share: number, part: number): TemplateResult {
  return html`${percent(share)}<span class="bar" aria-hidden="true"><i style="width:${(100 * Math.min(1, part)).toFixed(1)}%"></i></span>`;
}

/** The whole path is in the text, which a filter goes by. */
function lineTitle(path: string, line: number): GridCell {
  const at = `:${String(line)}`;
  return { text: path + at, draw: () => `${path.replace(/^.*\//, '')}${at}` };
}

/** Loops of what the kernel calls say whose they are. */
function loopTitle({ name }: SampledKernel, { index, parent, function: of, path, firstLine, lastLine, address }: SampledLoop): GridCell {
  const lines = `${String(firstLine)}${firstLine === lastLine ? '' : `-${String(lastLine)}`}`;
  const place = path === '' ? ` from ${BigInt(address).toString(16)}` : ` at ${path.replace(/^.*\//, '')}:${lines}`;
  const whose = of === name || of === '' ? '' : ` of ${of}`;
  return { text: `${loopName(index, parent)}${whose}${place}` };
}

function functionTitle(name: string, names: ShortNames): GridCell {
  const shown = name === '' ? 'code of no known function' : name;
  return { text: `${shown}, no lines`, draw: () => html`${functionName(names, shown)}<span class="dim">, no lines</span>` };
}

function instructionTitle({ address, text }: SampledInstruction): GridCell {
  const at = BigInt(address).toString(16);
  const words = text === '' ? 'not known' : text;
  return { text: `${at} ${words}`, draw: () => html`<span class="address dim">${at}</span> ${words}` };
}
