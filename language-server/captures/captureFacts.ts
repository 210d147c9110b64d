/** What the language server knows of a capture: little enough for hundreds of them, and kept from one start to the next. */
import { openCapture, type Capture } from '../../engine/addon/capture';
import type { CaptureSummary } from '../../protocol/capture/capture';
import type { FunctionUse } from '../../protocol/capture/overview';

/** A scope name, and where it begins first. */
export interface ScopeFact {
  readonly name: string;
  readonly record: number;
  readonly times: number;
}

/** A place in a source, as the compiler named it. */
export interface LocationFact {
  readonly path: string;
  /** From 1; 0 when it is unknown. */
  readonly line: number;
  /** Of the content that was compiled, in hexadecimal; absent where the executable does not say. */
  readonly md5?: string;
  /** Of the compiler, whose form of the program the source is: "1.configured"; absent for the source itself. */
  readonly stage?: string;
}

export interface FunctionFact {
  readonly executable: string;
  readonly ordinal: number;
  readonly name: string;
  /** How often it is executed, and by which dispatch first; absent where it never is. */
  readonly launches?: string;
  readonly workgroups?: string;
  /** Dispatches that are recorded of it. */
  readonly dispatches?: string;
  /** Workgroups of each launch along each axis; absent where launches differ in it. */
  readonly grid?: readonly number[];
  readonly abi?: { readonly constants: number; readonly bindings: number };
  readonly record?: number;
  readonly via?: number;
  /** The scope that has begun last before its first execution, and where that begins first. */
  readonly scope?: { readonly name: string; readonly record: number };
  /** Where it is defined; empty where the executable does not say. */
  readonly locations: readonly LocationFact[];
}

export interface ExecutableFact {
  readonly id: string;
  readonly record: number;
  readonly format: string;
}

export interface CaptureFacts {
  /** That it was recorded on. */
  readonly devices: number;
  readonly scopes: readonly ScopeFact[];
  readonly executables: readonly ExecutableFact[];
  readonly functions: readonly FunctionFact[];
}

/** Reads them on worker threads; the capture is closed again. Rejects when it cannot be read, or the signal ends it. */
export async function readCaptureFacts(path: string, signal: AbortSignal): Promise<CaptureFacts> {
  const capture = await openCapture(path);
  try {
    await capture.index(undefined, signal);
    const { devices, scopes, executables } = await capture.summary();
    const { functions: used } = await capture.overview(signal);
    const useOf = new Map(used.map((use) => [`${use.executable} ${String(use.ordinal)}`, use]));
    const functions: FunctionFact[] = [];
    for (const { id, functions: names } of executables) {
      const locations = await locationsOf(capture, id, signal);
      names.forEach((name, ordinal) => {
        const use = useOf.get(`${id} ${String(ordinal)}`);
        functions.push({
          ...{ executable: id, ordinal, name, locations: locations.get(ordinal) ?? [] },
          ...(use === undefined ? {} : usedAs(use, scopes)),
        });
      });
    }
    return {
      devices,
      scopes: scopes.flatMap(({ name, begins: [record, ...more] }) =>
        record === undefined ? [] : [{ name, record, times: more.length + 1 }],
      ),
      executables: executables.map(({ id, record, format }) => ({ id, record, format })),
      functions,
    };
  } finally {
    capture.close();
  }
}

const usedAs = (
  { launches, workgroups, dispatches, grid, abi, record, via }: FunctionUse,
  scopes: CaptureSummary['scopes'],
): Omit<FunctionFact, 'executable' | 'ordinal' | 'name' | 'locations'> => ({
  ...{ launches, workgroups, dispatches, record },
  ...(grid === undefined ? {} : { grid }),
  ...(abi === undefined ? {} : { abi }),
  ...(via === undefined ? {} : { via }),
  ...scopeAt(scopes, via ?? record),
});

function scopeAt(scopes: CaptureSummary['scopes'], record: number): Pick<FunctionFact, 'scope'> {
  const begun = scopes
    .flatMap(({ name, begins }) => begins.filter((begin) => begin <= record).map((begin) => ({ name, begin, first: begins[0] ?? begin })))
    .sort((a, b) => b.begin - a.begin)[0];
  return begun === undefined ? {} : { scope: { name: begun.name, record: begun.first } };
}

/** Of the functions of an executable, by ordinal; none where it cannot be read, which keeps nothing else from being known. */
async function locationsOf(capture: Capture, id: string, signal: AbortSignal): Promise<ReadonlyMap<number, readonly LocationFact[]>> {
  try {
    const { functions } = await capture.code.executable(id, signal);
    return new Map(
      functions.flatMap(({ ordinal, location, stages }) =>
        ordinal === undefined
          ? []
          : [[ordinal, [...(location === undefined ? [] : [location]), ...stages.map(({ stage, location: at }) => ({ ...at, stage }))]]],
      ),
    );
  } catch {
    signal.throwIfAborted();
    return new Map();
  }
}
