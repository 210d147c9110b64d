/** Stacks of samples as the frames of a flame graph. */
import type { SampledFrame, SourceLine } from '../../protocol/code/hotspots';

export interface SampledStack {
  readonly kernel: string;
  /** From the outermost to the innermost; the outermost may be the kernel itself. */
  readonly frames: readonly string[];
  /** The outermost's line; absent where it has none. */
  readonly line?: SourceLine;
  readonly samples: number;
}

interface Node extends Pick<SampledFrame, 'kind' | 'name' | 'place'> {
  samples: number;
  readonly inner: Map<string, Node>;
}

type Nodes = Map<string, Node>;

/**
 * Operations of the model with the kernels that do them, and those with what their stacks have in them, the most samples first; the engine's
 * own work last. A kernel may have more samples than its stacks, those in libraries that it calls, and stacks without a line of the model:
 * those are of no operation.
 */
export function sampledFrames(
  kernels: readonly { readonly name: string; readonly samples: number }[],
  stacks: readonly SampledStack[],
  elsewhere: number,
): readonly SampledFrame[] {
  const roots: Nodes = new Map();
  const without = new Map<string, number>();
  for (const { name, samples } of kernels) without.set(name, (without.get(name) ?? 0) + samples);
  for (const { kernel, frames, line, samples } of stacks) {
    const rest = without.get(kernel);
    if (rest === undefined) continue;
    without.set(kernel, rest - samples);
    let at = add(within(roots, line, samples), 'kernel', kernel, samples);
    for (const name of frames[0] === kernel ? frames.slice(1) : frames) at = add(at.inner, 'function', name, samples);
  }
  for (const [name, samples] of without) if (samples > 0) add(roots, 'kernel', name, samples);
  const walk = (nodes: Nodes, depth: number): readonly SampledFrame[] =>
    [...nodes.values()]
      .sort((a, b) => b.samples - a.samples)
      .flatMap(({ inner, ...frame }) => [{ ...frame, depth }, ...walk(inner, depth + 1)]);
  return [...walk(roots, 0), ...(elsewhere === 0 ? [] : [{ ...ELSEWHERE, samples: elsewhere }])];
}

const ELSEWHERE = { kind: 'elsewhere', name: 'elsewhere in the engine', depth: 0 } as const;

/** Where a kernel stands: in an operation of the model, where its line is one of a model. Lines of kernels in C are none. */
function within(roots: Nodes, line: SourceLine | undefined, samples: number): Nodes {
  if (!line?.path.endsWith('.mlir')) return roots;
  const name = `${line.path.replace(/^.*[/\\]/, '')}:${String(line.line)}`;
  return add(roots, 'operation', name, samples, line).inner;
}

function add(nodes: Nodes, kind: SampledFrame['kind'], name: string, samples: number, place?: SourceLine): Node {
  const key = place === undefined ? `${kind} ${name}` : `${place.path}:${String(place.line)}`;
  const node = nodes.get(key) ?? { kind, name, ...(place === undefined ? {} : { place }), samples: 0, inner: new Map<string, Node>() };
  node.samples += samples;
  nodes.set(key, node);
  return node;
}
