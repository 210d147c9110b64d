/** Kernels that stem from one line of a source: compilers make several of one operation. */
import type { KernelLine } from '../../protocol/processes/languageServer';
import type { KernelTime } from './kernelTimes';
import type { SourceTimes, TimedKernel } from './sourceTimes';

/** A kernel, and what it took where that is known. */
export type KnownKernel = TimedKernel | { readonly kernel: KernelLine; readonly time?: undefined };

export const knownKernels = (kernels: readonly KernelLine[], times: Pick<SourceTimes, 'of'>): Promise<readonly KnownKernel[]> =>
  Promise.all(kernels.map(async (kernel) => (await times.of(kernel)) ?? { kernel }));

/** The one with the largest share first; those without times last. */
export const byShare = <Kernel extends KnownKernel>(kernels: readonly Kernel[]): readonly Kernel[] =>
  kernels.toSorted((a, b) => (b.time?.share ?? -1) - (a.time?.share ?? -1));

export type OfLine<Kernel> = readonly [Kernel, ...Kernel[]];

/** Those of each line together, by their shares. */
export function byLine<Kernel extends KnownKernel>(kernels: readonly Kernel[]): readonly OfLine<Kernel>[] {
  const lines = new Map<number, OfLine<Kernel>>();
  for (const one of byShare(kernels)) {
    const here = lines.get(one.kernel.line);
    lines.set(one.kernel.line, here === undefined ? [one] : [...here, one]);
  }
  return [...lines.values()];
}

/** What kernels took together. */
export interface TimeTogether extends Pick<KernelTime, 'run'> {
  /** From 0 to 1. */
  readonly share: number;
  /** Of a benchmark: what it is a share of. */
  readonly scope?: string;
  /** Some of them may have run side by side, which shares time. */
  readonly isAtMost: boolean;
}

/**
 * Undefined where it is not known of each that a replay executes, as of another function of the same name; and of several runs or scopes, whose
 * shares have no sum.
 */
export function together(kernels: readonly KnownKernel[]): TimeTogether | undefined {
  const [first] = kernels.flatMap(({ time }) => time ?? []);
  if (first === undefined) return undefined;
  const { run, part } = first;
  const scope = part?.scope;
  const hasSum = kernels.every(({ kernel, time }) => {
    if (time === undefined) return kernel.launches === undefined;
    return kernel.namesake !== true && time.run.id === run.id && time.part?.scope === scope;
  });
  if (!hasSum) return undefined;
  return {
    ...{
      run,
      share: Math.min(
        1,
        kernels.reduce((sum, { time }) => sum + (time?.share ?? 0), 0),
      ),
    },
    ...(scope === undefined ? {} : { scope }),
    // A profile adds up the times of all threads, and local-sync has only one.
    isAtMost: scope !== undefined && run.settings.device !== 'local-sync',
  };
}
