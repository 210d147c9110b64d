/** What profile hotspots tells of one profile, for comparing it with another. */
import { isRecord } from '../../protocol/base/isRecord';
import type { SampleCount } from './sampledTimes';

/** How samples were taken, and of what. */
export interface SampledHow {
  readonly event?: string;
  readonly rateHz?: number;
  /** How much longer a run is at most because it is sampled, in parts. */
  readonly mostOverhead?: number;
  readonly method?: string;
  readonly runs?: number;
  readonly lost: number;
  /** Why not all threads were sampled. */
  readonly message?: string;
  readonly allExecutions: boolean;
  readonly processor?: string;
  readonly host?: string;
  /** Path, size and time of change. */
  readonly capture?: string;
  readonly devices?: string;
  readonly workers?: number;
  readonly status?: string;
  readonly disturbed: boolean;
}

export interface RunKernel extends SampleCount {
  readonly executable: number;
  readonly function: number;
  readonly name: string;
  readonly digest?: string;
  /** In one run of the replay. */
  readonly executions?: number;
}

export interface RunLoop {
  readonly executable: number;
  readonly functionAddress: number;
  readonly index: number;
  readonly parent?: number;
  readonly innermost: boolean;
  /** Of the source where it was inlined. */
  readonly function: string;
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly md5?: string;
  readonly width?: { readonly words: string; readonly vectorBits: number };
  readonly own: number;
  /** Inclusive, by kernelKey(). */
  readonly kernels: ReadonlyMap<string, SampleCount>;
}

export interface RunLine {
  readonly path: string;
  readonly line: number;
  readonly kernels: ReadonlyMap<string, SampleCount>;
}

export interface SampledRun {
  readonly profile: string;
  readonly how: SampledHow;
  readonly all: SampleCount;
  readonly notes: readonly string[];
  readonly kernels: readonly RunKernel[];
  readonly loops: readonly RunLoop[];
  readonly lines: readonly RunLine[];
}

type Row = Readonly<Record<string, unknown>>;

export const kernelKey = ({ executable, function: ordinal }: Pick<RunKernel, 'executable' | 'function'>): string =>
  `${String(executable)} ${String(ordinal)}`;

/** Of the time that its threads had, a run waits for processors no more than this on a machine without other work. */
const MOST_WAITED = 0.05;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' || typeof value === 'string' ? Number(value) : 0);
const counted = (row: Row): SampleCount => ({ samples: number(row['samples']), taken: number(row['taken']) });

/** A field where the row has one of that type. */
function named<Name extends string>(name: Name, value: unknown, type: 'string'): Partial<Record<Name, string>>;
function named<Name extends string>(name: Name, value: unknown, type: 'number'): Partial<Record<Name, number>>;
function named(name: string, value: unknown, type: 'string' | 'number'): Partial<Record<string, unknown>> {
  return typeof value === type ? { [name]: value } : {};
}

function json(value: unknown): Row {
  try {
    const parsed: unknown = JSON.parse(text(value));
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {}; // Not what this engine writes.
  }
}

function howOf(sampling: Row, replay: Row): SampledHow {
  const identity = ['capture', 'capture_bytes', 'capture_modified_ns'].map((name) => replay[name]);
  const { waited_ns: waited, ran_ns: ran, workers } = replay;
  return {
    ...named('event', sampling['event'], 'string'),
    ...named('rateHz', sampling['rate_hz'], 'number'),
    ...named('mostOverhead', sampling['most_overhead'], 'number'),
    ...named('method', sampling['method'], 'string'),
    ...named('runs', sampling['runs'], 'number'),
    ...named('message', sampling['message'], 'string'),
    ...named('processor', sampling['processor'], 'string'),
    ...named('host', sampling['host'], 'string'),
    ...named('workers', workers, 'number'),
    ...named('status', replay['status'], 'string'),
    ...(identity.every((part) => typeof part === 'string') ? { capture: JSON.stringify(identity) } : {}),
    ...(Array.isArray(replay['devices']) ? { devices: JSON.stringify(replay['devices']) } : {}),
    lost: number(sampling['lost']),
    allExecutions: sampling['all_executions'] === true,
    disturbed: number(waited) > MOST_WAITED * number(ran) * number(workers),
  };
}

function byKernel(row: Row): ReadonlyMap<string, SampleCount> {
  const parts = Array.isArray(row['kernels']) ? row['kernels'].filter(isRecord) : [];
  return new Map(
    parts.map((part) => [
      kernelKey({ executable: number(part['executable_id']), function: number(part['function_ordinal']) }),
      counted(part),
    ]),
  );
}

function loopOf(row: Row): RunLoop {
  const { width } = row;
  return {
    executable: number(row['executable_id']),
    functionAddress: number(row['function_address']),
    index: number(row['loop']),
    ...named('parent', row['parent'], 'number'),
    innermost: row['innermost'] === true,
    function: text(row['inlined'] ?? row['function']),
    path: text(row['path']),
    firstLine: number(row['first_line']),
    lastLine: number(row['last_line']),
    ...named('md5', row['source_md5'], 'string'),
    ...(isRecord(width) ? { width: { words: text(width['words']), vectorBits: number(width['vector_bits']) } } : {}),
    own: number(row['own_samples']),
    kernels: byKernel(row),
  };
}

/** Of lines of the report's JSON. */
export function sampledRunOf(profile: string, lines: readonly string[]): SampledRun {
  const rows = lines.flatMap((line): readonly Row[] => {
    const row: unknown = line === '' ? undefined : JSON.parse(line);
    return isRecord(row) ? [row] : [];
  });
  const of = (type: string): readonly Row[] => rows.filter((row) => row['type'] === type);
  const [summary = {}] = of('hotspots_summary');
  const samples = number(summary['samples']);
  const notes = Array.isArray(summary['notes']) ? summary['notes'].map(text) : [];
  return {
    profile,
    how: howOf(json(summary['sampling']), json(summary['replay'])),
    all: { samples, taken: typeof summary['taken'] === 'number' ? summary['taken'] : samples },
    notes,
    kernels: of('hotspot_kernel').map((row) => ({
      executable: number(row['executable_id']),
      function: number(row['function_ordinal']),
      name: text(row['kernel']),
      ...named('digest', row['code_digest'], 'string'),
      ...named('executions', row['executions'], 'number'),
      ...counted(row),
    })),
    loops: of('hotspot_loop').map(loopOf),
    lines: of('hotspot_line').map((row) => ({ path: text(row['path']), line: number(row['line']), kernels: byKernel(row) })),
  };
}
