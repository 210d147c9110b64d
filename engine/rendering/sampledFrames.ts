/** Stacks of samples as the frames of a flame graph. */
import type { SampledFrame } from '../../protocol/hotspots';

export interface SampledStack {
  readonly kernel: string;
  /** From the outermost to the innermost; the outermost may be the kernel itself. */
  readonly frames: readonly string[];
  readonly samples: number;
}

interface Node {
  samples: number;
  readonly inner: Map<string, Node>;
}

/**
 * Each kernel with what its stacks have in it, the most samples first, and the engine's own work last. A kernel may have more samples than
 * its stacks: those in libraries that it calls.
 */
export function sampledFrames(
  kernels: readonly { readonly name: string; readonly samples: number }[],
  stacks: readonly SampledStack[],
  elsewhere: number,
): readonly SampledFrame[] {
  const roots = new Map<string, Node>();
  for (const { name, samples } of kernels) add(roots, name, samples);
  for (const { kernel, frames, samples } of stacks) {
    let at = roots.get(kernel);
    for (const name of frames[0] === kernel ? frames.slice(1) : frames) at = at === undefined ? undefined : add(at.inner, name, samples);
  }
  const walk = (nodes: ReadonlyMap<string, Node>, depth: number): readonly SampledFrame[] =>
    [...nodes]
      .sort(([, a], [, b]) => b.samples - a.samples)
      .flatMap(([name, { samples, inner }]) => [{ name, depth, samples }, ...walk(inner, depth + 1)]);
  return [...walk(roots, 0), ...(elsewhere === 0 ? [] : [{ name: ELSEWHERE, depth: 0, samples: elsewhere }])];
}

const ELSEWHERE = 'elsewhere in the engine';

function add(nodes: Map<string, Node>, name: string, samples: number): Node {
  const node = nodes.get(name) ?? { samples: 0, inner: new Map<string, Node>() };
  node.samples += samples;
  nodes.set(name, node);
  return node;
}
