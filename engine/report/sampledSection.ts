/** Where samples lie, in a report: how they were taken, their flame graph, and kernels with their lines and instructions. */
import type { Hotspots, SampledInstruction, SampledKernel, SampledShare } from '../../protocol/code/hotspots';
import type { SliceName } from '../../protocol/profile/profile';
import { kernelsOfFrames } from '../../protocol/code/sampledKernels';
import { counted, grouped } from '../../protocol/words/countWords';
import { samplingSentence, samplingWarnings } from '../../protocol/words/samplingWords';
import { percent, percentRange } from '../../protocol/words/percent';
import { flamePicture } from './flamePicture';
import { escaped } from './standalonePage';

/** Rows of the table. */
const MOST_ROWS = 500;
/** Lines and functions of a kernel, and instructions of either. */
const MOST_LINES = 8;
const MOST_INSTRUCTIONS = 3;

/** Colours are those of the names, by their places. */
export function sampledSection(hotspots: Hotspots, names: readonly SliceName[], colours: readonly string[]): string {
  const warnings = samplingWarnings(hotspots).map((warning) => `<p class="note">${escaped(warning)}</p>`);
  return `<p>${escaped(samplingSentence(hotspots))}</p>${warnings.join('')}${flame(hotspots, names, colours)}${table(hotspots)}`;
}

function flame({ frames, samples }: Hotspots, names: readonly SliceName[], colours: readonly string[]): string {
  if (frames.length === 0) return '<p>No sample lies in a kernel.</p>';
  const places = new Map(names.flatMap(({ name, isFunction }, place) => (isFunction ? [[name, place] as const] : [])));
  const kernels = kernelsOfFrames(frames);
  return flamePicture({
    frames,
    sizeOf: (frame) => frame.samples,
    label: 'Flame graph of samples',
    text: ({ name, samples: own }) => `${name} ${percent(own / samples)}`,
    title: ({ name, samples: own }) => `${name} ${percent(own / samples)}: ${counted(own, 'sample')}`,
    // That of the kernel on the timeline.
    colour: (_, index) => colours[places.get(kernels[index] ?? '') ?? -1] ?? 'var(--vscode-charts-lines)',
  });
}

/** A row before it is cut to as many as there is room for. */
interface Part extends SampledShare {
  readonly title: string;
  readonly kind: string;
  readonly instructions: readonly SampledInstruction[];
}

const bySamples = (a: SampledShare, b: SampledShare): number => b.samples - a.samples;

/** What could be chance has a number of samples, and no share. */
const cells = (shared: SampledShare, kind: string): string => {
  const { samples, share, tooFew } = shared;
  const [part, interval] = tooFew ? ['<span class="dim">too few</span>', ''] : [escaped(percent(share)), percentRange(shared)];
  return `<td class="r">${part}</td><td class="r dim">${escaped(interval)}</td><td class="r">${grouped(samples)}</td><td class="dim">${escaped(kind)}</td>`;
};

const row = (words: string, shared: SampledShare, kind: string, depth: 'line' | 'instruction' | '' = ''): string =>
  `<tr><td class="words ${depth}">${words}</td>${cells(shared, kind)}</tr>`;

const moreRow = (count: number, what: 'instruction' | 'line or function', depth: 'line' | 'instruction'): readonly string[] =>
  count <= 0
    ? []
    : [
        `<tr><td class="words dim ${depth}">${counted(count, `more ${what}`, what === 'instruction' ? 'more instructions' : 'more lines and functions')}</td><td></td><td></td><td></td><td></td></tr>`,
      ];

function partRows({ title, kind, instructions, ...shared }: Part): readonly string[] {
  // Of what could be chance the instructions could be, too.
  const told = instructions.filter(({ tooFew }) => !tooFew).toSorted(bySamples);
  return [
    row(title, shared, kind, 'line'),
    ...told
      .slice(0, MOST_INSTRUCTIONS)
      .map((one) =>
        row(
          `<span class="dim">${BigInt(one.address).toString(16)}</span> ${escaped(one.text === '' ? 'not known' : one.text)}`,
          one,
          one.kind,
          'instruction',
        ),
      ),
    ...(shared.tooFew ? [] : moreRow(instructions.length - Math.min(told.length, MOST_INSTRUCTIONS), 'instruction', 'instruction')),
  ];
}

function kernelRows(kernel: SampledKernel): readonly string[] {
  const parts: readonly Part[] = [
    ...kernel.lines.map((line) => ({ ...line, title: `${escaped(line.path)}:${String(line.line)}`, kind: 'line' })),
    ...kernel.functions.map((called) => ({
      ...called,
      title: `${escaped(called.name === '' ? 'code of no known function' : called.name)}<span class="dim">, no lines</span>`,
      kind: 'function',
    })),
  ].sort(bySamples);
  return [
    row(`<b>${escaped(kernel.name)}</b>`, kernel, 'kernel'),
    ...parts.slice(0, MOST_LINES).flatMap(partRows),
    ...moreRow(parts.length - MOST_LINES, 'line or function', 'line'),
  ];
}

function table({ kernels }: Hotspots): string {
  if (kernels.length === 0) return '';
  const titles = ['Kernel, line, instruction', 'Share', '95 % interval', 'Samples', 'Kind'];
  const heads = titles.map((title, i) => `<th scope="col" class="${i === 0 || i === 4 ? '' : 'r'}">${title}</th>`);
  const rows = kernels.flatMap(kernelRows);
  const left = rows.length - MOST_ROWS;
  return `<table class="sampled"><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.slice(0, MOST_ROWS).join('')}</tbody></table>${
    left <= 0 ? '' : `<p class="dim">${grouped(left)} more rows are left out.</p>`
  }`;
}
