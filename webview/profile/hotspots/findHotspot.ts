/** Rows of the table of hotspots by their keys, and what can be done with each. */
import type {
  Hotspots,
  ProfileCommand,
  SampledFunction,
  SampledInstruction,
  SampledKernel,
  SampledLine,
  SampledLoop,
  SourceLine,
} from '../../../protocol/profile';

export const kernelKey = ({ executable, function: ordinal }: SampledKernel): string => `k${executable}.${String(ordinal)}`;
export const lineKey = (kernel: SampledKernel, { path, line }: SampledLine): string => `${kernelKey(kernel)} l${String(line)} ${path}`;
export const functionKey = (kernel: SampledKernel, { address }: SampledFunction): string => `${kernelKey(kernel)} f${address}`;
export const loopKey = (kernel: SampledKernel, { address }: SampledLoop): string => `${kernelKey(kernel)} o${address}`;
export const instructionKey = (parent: string, { address }: SampledInstruction): string => `${parent} i${address}`;

/** A row, and the kernel that it is in. */
export type FoundHotspot =
  | { readonly what: 'kernel' | 'function'; readonly kernel: SampledKernel }
  | { readonly what: 'loop'; readonly kernel: SampledKernel; readonly loop: SampledLoop }
  | { readonly what: 'line'; readonly kernel: SampledKernel; readonly line: SampledLine }
  | { readonly what: 'instruction'; readonly kernel: SampledKernel };

export function findHotspot({ kernels }: Hotspots, key: string): FoundHotspot | undefined {
  const kernel = kernels.find((one) => key === kernelKey(one) || key.startsWith(`${kernelKey(one)} `));
  if (kernel === undefined) return undefined;
  if (key === kernelKey(kernel)) return { what: 'kernel', kernel };
  const loop = kernel.loops.find((one) => loopKey(kernel, one) === key);
  if (loop !== undefined) return { what: 'loop', kernel, loop };
  const line = kernel.lines.find((one) => lineKey(kernel, one) === key);
  if (line !== undefined) return { what: 'line', kernel, line };
  return { what: kernel.functions.some((one) => functionKey(kernel, one) === key) ? 'function' : 'instruction', kernel };
}

export interface HotspotAct {
  readonly label: string;
  readonly title: string;
  readonly command: ProfileCommand;
  readonly about: { readonly record?: number; readonly via?: number; readonly place?: SourceLine };
}

/** What Enter does with a row, and its button: a kernel leads to its record, a line to its source, machine code to its disassembly. */
export function actOnHotspot(found: FoundHotspot): HotspotAct {
  const { record, via } = found.kernel;
  const about = { ...(record === undefined ? {} : { record }), ...(via === undefined ? {} : { via }) };
  switch (found.what) {
    case 'kernel':
      return { label: 'Show Record', title: 'Show the record with the most samples in the capture', command: 'openRecord', about };
    case 'line': {
      const { path, line } = found.line;
      return {
        label: 'Show Source',
        title: 'Show the line in its source',
        command: 'showSource',
        about: { ...about, place: { path, line } },
      };
    }
    case 'loop':
    case 'function':
    case 'instruction':
      return {
        label: 'Show Disassembly',
        title: "Show the kernel's machine code, with the lines that it comes from",
        command: 'showDisassembly',
        about,
      };
  }
}
