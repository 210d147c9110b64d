/** Where a dispatch stands against the roof of a machine: by what is bound to it, and by operations where somebody says them. */
import type { ResultOf } from '../jobs/option';
import type { standing } from '../jobs/profileRoof';
import type { Bandwidth, Peak, Roof } from './roof';

/** What is known of dispatches of a function with as much bound to each. */
export interface Launched {
  /** Of one, typically. */
  readonly medianNs: number;
  /** All that is bound to one; absent where it is not known. */
  readonly bytes?: number;
  /** That one does; absent where nobody says it. */
  readonly operations?: number;
}

/** Whose roof: of one thread, or of one for each processor. */
export type Threads = 'oneThread' | 'allThreads';

export type Standing = ResultOf<typeof standing>;

/** The kind of copying that stores as compiled code does. */
const COPY = 'copy';

interface Highest<Of> {
  readonly of: Of;
  readonly rate: number;
}

function highest<Of extends Bandwidth | Peak>(all: readonly Of[], threads: Threads): Highest<Of> | undefined {
  let best: Highest<Of> | undefined;
  for (const of of all) {
    const rate = of[threads];
    if (rate !== undefined && rate > (best?.rate ?? 0)) best = { of, rate };
  }
  return best;
}

/** The lowest cache that holds so much, of all that the threads have; memory where none does. */
export function levelFor({ machine: { caches } }: Roof, bytes: number, threads: Threads): number {
  const capacity = (cache: (typeof caches)[number]): number => (threads === 'oneThread' ? cache.bytes : cache.totalBytes);
  return caches.find((cache) => capacity(cache) >= bytes)?.level ?? 0;
}

function ofBandwidth(roof: Roof, aSecond: number, threads: Threads, wanted: (bandwidth: Bandwidth) => boolean): Standing['memory'] {
  const best = highest(roof.bandwidths.filter(wanted), threads);
  return best && { level: best.of.level, kind: best.of.kind, roof: best.rate, share: aSecond / best.rate };
}

const defined = <T extends object>(fields: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** `type` is that of the operations. What cannot be known is absent. */
export function standingOf(roof: Roof, { medianNs, bytes, operations }: Launched, type: string, threads: Threads): Standing {
  if (!(medianNs > 0)) return {};
  const aSecond = (amount: number): number => (amount * 1e9) / medianNs;
  const bytesASecond = bytes === undefined ? undefined : aSecond(bytes);
  const memory = bytesASecond === undefined ? undefined : ofBandwidth(roof, bytesASecond, threads, ({ level }) => level === 0);
  const copying =
    bytesASecond === undefined ? undefined : ofBandwidth(roof, bytesASecond, threads, ({ level, kind }) => level === 0 && kind === COPY);
  const fitsIn = bytes === undefined ? undefined : levelFor(roof, bytes, threads);
  const cache =
    bytesASecond === undefined || fitsIn === undefined || fitsIn === 0
      ? undefined
      : ofBandwidth(roof, bytesASecond, threads, ({ level }) => level === fitsIn);
  const operationsASecond = operations === undefined ? undefined : aSecond(operations);
  const peak =
    operationsASecond === undefined
      ? undefined
      : highest(
          roof.peaks.filter((one) => one.type === type),
          threads,
        );
  const arithmetic =
    peak === undefined || operationsASecond === undefined
      ? undefined
      : { type, bits: peak.of.bits, roof: peak.rate, share: operationsASecond / peak.rate };
  // The roof that is nearer is the one that would take longer.
  const binds =
    memory === undefined || arithmetic === undefined
      ? undefined
      : arithmetic.share > memory.share
        ? ('arithmetic' as const)
        : ('memory' as const);
  const intensity = operations === undefined || bytes === undefined || bytes === 0 ? undefined : operations / bytes;
  return defined({ bytesASecond, memory, copying, fitsIn, cache, operationsASecond, arithmetic, intensity, binds });
}
