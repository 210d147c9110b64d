/** Samples of a profile as they were taken, with the places that they are at. */
import { isRecord } from '../../protocol/base/isRecord';
import { exportLines } from './exportLines';
import type { Output } from './output';
import { rowOf } from './questionRows';

/** A function that is executed there, and where in its source. */
export interface SampledFrame {
  readonly function: string;
  /** Of code without lines, neither this nor the line. */
  readonly path?: string;
  readonly line?: number;
}

/** An address in an executable's file. */
export interface SampledSite {
  readonly address: number;
  /** From what is inlined innermost to the function itself; none where it is not known. */
  readonly frames: readonly SampledFrame[];
}

export interface SampledExecutable {
  readonly executable: number;
  /** Of its file; neither of what the profile does not hold. */
  readonly bytes?: number;
  /** What its linker called it. */
  readonly buildId?: string;
  readonly digest?: string;
}

export interface Sample {
  readonly worker: number;
  /** Nanoseconds of the recording machine's own clock. */
  readonly time: bigint;
  /** It stands for so many. */
  readonly samples: number;
  /** What was dispatched; not of one outside of kernels. */
  readonly kernel?: string;
  readonly executable?: number;
  readonly record?: number;
  readonly via?: number;
  /** Ordinal of the workgroup. */
  readonly tile?: number;
  /** From where it is to what called that. */
  readonly sites: readonly SampledSite[];
}

/** How samples were taken, and of what. */
export interface Sampling {
  readonly event?: string;
  readonly rateHz?: number;
  readonly capture?: string;
  readonly notes: readonly string[];
}

/** Told in this order: how, then executables, then samples. */
export interface SampleReader {
  sampling(sampling: Sampling): void;
  executable(executable: SampledExecutable): void;
  sample(sample: Sample): void;
}

/** Told of all samples, and then asked to write them. */
export interface SampleWriter extends SampleReader {
  /** Samples that it was told of. */
  readonly count: number;
  write(output: Output): void;
}

type Row = Readonly<Record<string, unknown>>;

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
/** rowOf() gives those as digits that no double holds. */
const integer = (value: unknown): number | string => (typeof value === 'number' || typeof value === 'string' ? value : 0);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const list = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** The entries that are there. */
function known<Of extends object>(entries: { readonly [Key in keyof Of]: Of[Key] | undefined }): Of {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Of;
}

function parsed(json: unknown): Row {
  const value: unknown = typeof json === 'string' ? JSON.parse(json) : undefined;
  return isRecord(value) ? value : {};
}

const siteOf = (row: Row): SampledSite => ({
  address: number(row['address']) ?? 0,
  frames: list(row['frames']).map((frame) =>
    known<SampledFrame>({ function: text(frame['function']) ?? '', path: text(frame['path']), line: number(frame['line']) }),
  ),
});

/**
 * Reads them. Rejects where the profile has none, or is damaged, after what is whole, and when `signal` is aborted. `notice` hears what is
 * unusual about the profile.
 */
export async function readSamples(
  profile: string,
  reader: SampleReader,
  notice: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const places: (readonly SampledSite[])[] = [];
  for await (const line of exportLines(profile, 'samples', notice, signal)) {
    const row: Row = rowOf(line);
    switch (row['type']) {
      case 'samples_summary': {
        const { event, rate_hz: rate } = parsed(row['sampling']);
        const notes = Array.isArray(row['notes']) ? row['notes'].map(String) : [];
        const { capture } = parsed(row['replay']);
        reader.sampling(known<Sampling>({ event: text(event), rateHz: number(rate), capture: text(capture), notes }));
        break;
      }
      case 'sampled_executable': {
        const { bytes, build_id: buildId, digest } = row;
        const executable = number(row['executable_id']) ?? 0;
        reader.executable(known<SampledExecutable>({ executable, bytes: number(bytes), buildId: text(buildId), digest: text(digest) }));
        break;
      }
      case 'sampled_place':
        places.push(list(row['sites']).map(siteOf));
        break;
      case 'sample':
        reader.sample(
          known<Sample>({
            worker: number(row['worker']) ?? 0,
            time: BigInt(integer(row['host_time_ns'])),
            samples: number(row['samples']) ?? 1,
            kernel: text(row['kernel']),
            executable: number(row['executable_id']),
            record: number(row['record']),
            via: number(row['execute_record']),
            tile: number(row['tile']),
            sites: places[number(row['place']) ?? -1] ?? [],
          }),
        );
        break;
    }
  }
}

/** Nanoseconds from one sample to the next, where they go by time. */
export const periodOf = ({ event, rateHz }: Sampling): number | undefined =>
  event === 'clock' && rateHz !== undefined && rateHz > 0 ? Math.round(1e9 / rateHz) : undefined;

/** What was dispatched, around the functions of a sample; nothing where the outermost has that name already. */
export function dispatchAround({ kernel, sites }: Sample): SampledFrame | undefined {
  if (kernel === undefined) return { function: 'outside of kernels' };
  return sites.at(-1)?.frames.at(-1)?.function === kernel ? undefined : { function: kernel };
}
