/** Rows of the table of hotspots by their keys. */
import type {
  Hotspots,
  SampledFunction,
  SampledInstruction,
  SampledKernel,
  SampledLine,
  SampledLoop,
} from '../../../protocol/code/hotspots';
import { kernelsOfFrames } from '../../../protocol/code/sampledKernels';
import type { U64 } from '../../../protocol/base/u64';
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

/** The row of what a frame of the flame graph stands for: of an operation its line, of a function that has no row its kernel. */
export function rowOfFrame({ kernels, frames }: Hotspots, index: number): string | undefined {
  const frame = frames[index];
  const name = kernelsOfFrames(frames)[index];
  const kernel = kernels.find((one) => one.name === name);
  if (frame === undefined || kernel === undefined) return undefined;
  const { kind, place } = frame;
  const line = kernel.lines.find((one) => one.path === place?.path && one.line === place.line);
  if (kind === 'operation' && line !== undefined) return lineKey(kernel, line);
  const body = kernel.bodies.find((one) => one.name === frame.name);
  return kind === 'function' && body !== undefined ? functionKey(kernel, body) : kernelKey(kernel);
}

/** Of the row that is marked in the table; in the graph, of the frame that takes its whole width. */
export function markedHotspot(
  { view, rows, sampledRoot }: Pick<Model, 'view' | 'rows' | 'sampledRoot'>,
  hotspots: Hotspots | undefined,
): FoundHotspot | undefined {
  const isMarked = view.hotspotsAs !== 'graph' || sampledRoot !== undefined;
  const key = isMarked ? rows['hotspots'] : undefined;
  return key === undefined || hotspots === undefined ? undefined : findHotspot(hotspots, key);
}
