/** Rows of the table of hotspots by their keys, and what can be done with each. */
import type {
  Hotspots,
  SampledChoice,
  SampledFunction,
  SampledInstruction,
  SampledKernel,
  SampledLine,
  SampledLoop,
  SourceLine,
} from '../../../protocol/hotspots';
import type { ProfileCommand } from '../../../protocol/profile';
import type { U64 } from '../../../protocol/u64';
import type { Model } from '../model';

export const kernelKey = ({ executable, function: ordinal }: SampledKernel): string => `k${executable}.${String(ordinal)}`;
export const lineKey = (kernel: SampledKernel, { path, line }: SampledLine): string => `${kernelKey(kernel)} l${String(line)} ${path}`;
export const functionKey = (kernel: SampledKernel, { address }: Pick<SampledFunction, 'address'>): string =>
  `${kernelKey(kernel)} f${address}`;
export const loopKey = (kernel: SampledKernel, { address }: SampledLoop): string => `${kernelKey(kernel)} o${address}`;
export const instructionKey = (parent: string, { address }: SampledInstruction): string => `${parent} i${address}`;

/** A row, and the kernel that it is in. Functions that have lines are no rows, but are chosen where they are listed. */
export type FoundHotspot =
  | { readonly what: 'kernel'; readonly kernel: SampledKernel }
  | { readonly what: 'loop'; readonly kernel: SampledKernel; readonly loop: SampledLoop }
  | { readonly what: 'line'; readonly kernel: SampledKernel; readonly line: SampledLine }
  | { readonly what: 'function' | 'instruction'; readonly kernel: SampledKernel; readonly address: U64 };

export function findHotspot({ kernels }: Hotspots, key: string): FoundHotspot | undefined {
  const kernel = kernels.find((one) => key === kernelKey(one) || key.startsWith(`${kernelKey(one)} `));
  if (kernel === undefined) return undefined;
  if (key === kernelKey(kernel)) return { what: 'kernel', kernel };
  const loop = kernel.loops.find((one) => loopKey(kernel, one) === key);
  if (loop !== undefined) return { what: 'loop', kernel, loop };
  const line = kernel.lines.find((one) => lineKey(kernel, one) === key);
  if (line !== undefined) return { what: 'line', kernel, line };
  const [, what, address] = / ([fi])(\d+)$/.exec(key) ?? [];
  // What is chosen may be of another version of the profile.
  if (address === undefined) return { what: 'kernel', kernel };
  return { what: what === 'f' ? 'function' : 'instruction', kernel, address };
}

/** Of the row that is marked in the table. */
export function markedHotspot({ view, rows }: Pick<Model, 'view' | 'rows'>, hotspots: Hotspots | undefined): FoundHotspot | undefined {
  const key = view.hotspotsAs === 'graph' ? undefined : rows['hotspots'];
  return key === undefined || hotspots === undefined ? undefined : findHotspot(hotspots, key);
}

export interface HotspotAct {
  readonly label: string;
  readonly title: string;
  readonly command: ProfileCommand;
  readonly about: { readonly record?: number; readonly via?: number; readonly place?: SourceLine; readonly kernel?: SampledChoice };
  /** What it needs is not known. */
  readonly isMissing: boolean;
}

/** The kernel that a row is in, as the host is asked about it. */
export function chosenKernel({ kernel: { name, executable, function: ordinal, lines } }: FoundHotspot): SampledChoice {
  // The most samples first.
  const hottest = lines.filter(({ path }, at) => lines.findIndex((one) => one.path === path) === at);
  return { name, executable, function: ordinal, lines: hottest.map(({ path, line }) => ({ path, line })) };
}

/** What Enter does with a row, and its button: a kernel leads to its record, a line to its source, machine code to its disassembly. */
export function actOnHotspot(found: FoundHotspot): HotspotAct {
  const { record, via } = found.kernel;
  const about = { ...(record === undefined ? {} : { record }), ...(via === undefined ? {} : { via }) };
  const isMissing = record === undefined;
  switch (found.what) {
    case 'kernel':
      return {
        label: 'Show Record',
        title: 'Show the record with the most samples in the capture',
        command: 'openRecord',
        about,
        isMissing,
      };
    case 'line': {
      const { path, line } = found.line;
      return {
        label: 'Show Source',
        title: 'Show the line in its source',
        command: 'showSource',
        about: { ...about, place: { path, line }, kernel: chosenKernel(found) },
        isMissing,
      };
    }
    case 'loop':
    case 'function':
    case 'instruction':
      return {
        label: 'Show Disassembly',
        title: "Show the kernel's machine code that was sampled, with the share of each instruction",
        command: 'showDisassembly',
        about: { kernel: chosenKernel(found) },
        isMissing: false,
      };
  }
}
