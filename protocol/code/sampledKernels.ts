/** Whose colour the frames of a flame graph of samples have. */
import type { SampledFrame } from './hotspots';

/** Of each frame the kernel that it is in; of an operation the kernel that does most of it. None of the engine's own work. */
export function kernelsOfFrames(frames: readonly SampledFrame[]): readonly (string | undefined)[] {
  let kernel: string | undefined;
  return frames.map(({ kind, name }, index) => {
    if (kind === 'kernel') kernel = name;
    else if (kind === 'elsewhere') kernel = undefined;
    else if (kind === 'operation') {
      // Kernels come right after it, the one with the most samples first.
      const next = frames[index + 1];
      kernel = next?.kind === 'kernel' ? next.name : undefined;
    }
    return kernel;
  });
}
