/** What the language server knows of a capture: little enough for hundreds of them, and kept from one start to the next. */
import { openCapture } from '../../engine/addon/capture';

/** A scope name, and where it begins first. */
export interface ScopeFact {
  readonly name: string;
  readonly record: number;
  readonly times: number;
}

export interface FunctionFact {
  readonly executable: string;
  readonly ordinal: number;
  readonly name: string;
  /** How often it is executed, and by which dispatch first; absent where it never is. */
  readonly launches?: string;
  readonly workgroups?: string;
  readonly record?: number;
  readonly via?: number;
}

export interface ExecutableFact {
  readonly id: string;
  readonly record: number;
  readonly format: string;
}

export interface CaptureFacts {
  readonly scopes: readonly ScopeFact[];
  readonly executables: readonly ExecutableFact[];
  readonly functions: readonly FunctionFact[];
}

/** Reads them on worker threads; the capture is closed again. Rejects when it cannot be read, or the signal ends it. */
export async function readCaptureFacts(path: string, signal: AbortSignal): Promise<CaptureFacts> {
  const capture = await openCapture(path);
  try {
    await capture.index(undefined, signal);
    const { scopes, executables } = await capture.summary();
    const { functions: used } = await capture.overview(signal);
    const useOf = new Map(used.map((use) => [`${use.executable} ${String(use.ordinal)}`, use]));
    return {
      scopes: scopes.flatMap(({ name, begins: [record, ...more] }) =>
        record === undefined ? [] : [{ name, record, times: more.length + 1 }],
      ),
      executables: executables.map(({ id, record, format }) => ({ id, record, format })),
      functions: executables.flatMap(({ id, functions }) =>
        functions.map((name, ordinal) => {
          const use = useOf.get(`${id} ${String(ordinal)}`);
          if (use === undefined) return { executable: id, ordinal, name };
          const { launches, workgroups, record, via } = use;
          return { executable: id, ordinal, name, launches, workgroups, record, ...(via === undefined ? {} : { via }) };
        }),
      ),
    };
  } finally {
    capture.close();
  }
}
