/** All captures of the workspace, read one after the other in the background; what did not change is not read again. */
import { stat } from 'node:fs/promises';
import type { CaptureFacts, FunctionFact, ScopeFact } from './captureFacts';
import type { KeptFacts } from './keptFacts';

/** A capture that was read. */
export interface KnownCapture extends CaptureFacts {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Of the file as it was read: another one when it has changed since. */
  readonly identity: string;
}

/** Something of a capture. */
export interface Found<Fact> {
  readonly capture: KnownCapture;
  readonly fact: Fact;
}

export interface CaptureIndex {
  /** Reads the file, unless it is known as it is now; forgets one that is gone. */
  look(path: string): void;
  capture(path: string): KnownCapture | undefined;
  /** The same, as it is on disk now; one that is new is read before those that wait. Undefined when it cannot be read. */
  know(path: string): Promise<KnownCapture | undefined>;
  forget(path: string): void;
  /** Forgets all captures of a folder. */
  forgetBelow(folder: string): void;
  /** Scopes that `wanted` takes, those of the newest captures first. */
  scopes(wanted: (fact: ScopeFact) => boolean): readonly Found<ScopeFact>[];
  /** Functions that `wanted` takes, those of the newest captures first. */
  functions(wanted: (fact: FunctionFact) => boolean): readonly Found<FunctionFact>[];
  /** Resolves when everything that was asked for has been read. */
  whenIdle(): Promise<void>;
  dispose(): void;
}

export interface CaptureIndexOptions {
  readonly read: (path: string, signal: AbortSignal) => Promise<CaptureFacts>;
  readonly kept: KeptFacts;
  /** Called when something else is known; not more often than ten times a second. */
  readonly changed: () => void;
  readonly failed: (path: string, error: unknown) => void;
}

const TELL_MS = 100;
/** Before a file is read again that has changed while it was read: one that is being recorded changes all the time. */
const AGAIN_MS = 2000;

export function createCaptureIndex({ read, kept, changed, failed }: CaptureIndexOptions): CaptureIndex {
  const known = new Map<string, KnownCapture>();
  const waiting = new Set<string>();
  const end = new AbortController();
  let working: Promise<void> | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  const later = new Set<ReturnType<typeof setTimeout>>();

  const tell = (): void => {
    if (end.signal.aborted) return;
    telling ??= setTimeout(() => {
      telling = undefined;
      changed();
    }, TELL_MS);
  };
  const forget = (path: string): void => {
    kept.forget(path);
    if (known.delete(path)) tell();
  };
  const identityOf = async (path: string): Promise<{ readonly identity: string; readonly modified: number } | undefined> => {
    try {
      const { mtimeMs, size, ino } = await stat(path);
      return { identity: `${String(mtimeMs)} ${String(size)} ${String(ino)}`, modified: mtimeMs };
    } catch {
      return undefined;
    }
  };
  const readOne = async (path: string): Promise<void> => {
    const before = await identityOf(path);
    if (before === undefined) {
      forget(path);
      return;
    }
    if (known.get(path)?.identity === before.identity) return;
    let facts = kept.of(path, before.identity);
    if (facts === undefined) {
      try {
        facts = await read(path, end.signal);
      } catch (error) {
        if (end.signal.aborted) return;
        forget(path);
        failed(path, error);
        return;
      }
      // One that has changed meanwhile is known only once it is read as it is now.
      const after = await identityOf(path);
      if (after?.identity !== before.identity) {
        const timer = setTimeout(() => {
          later.delete(timer);
          look(path);
        }, AGAIN_MS);
        later.add(timer);
        return;
      }
      kept.keep(path, before.identity, facts);
    }
    known.set(path, { ...facts, path, ...before });
    tell();
  };
  const work = async (): Promise<void> => {
    for (;;) {
      const [path] = waiting;
      if (path === undefined || end.signal.aborted) return;
      waiting.delete(path);
      await readOne(path);
    }
  };
  const newestFirst = <Fact>(
    factsOf: (capture: KnownCapture) => readonly Fact[],
    wanted: (fact: Fact) => boolean,
  ): readonly Found<Fact>[] =>
    [...known.values()]
      .flatMap((capture) =>
        factsOf(capture)
          .filter(wanted)
          .map((fact) => ({ capture, fact })),
      )
      .toSorted((a, b) => b.capture.modified - a.capture.modified || a.capture.path.localeCompare(b.capture.path));

  const look = (path: string): void => {
    waiting.add(path);
    working ??= work().finally(() => {
      working = undefined;
    });
  };

  return {
    look,
    capture: (path) => known.get(path),
    async know(path) {
      await readOne(path);
      return known.get(path);
    },
    forget,
    forgetBelow(folder) {
      for (const path of known.keys()) if (path.startsWith(`${folder}/`)) forget(path);
    },
    scopes: (wanted) => newestFirst(({ scopes }) => scopes, wanted),
    functions: (wanted) => newestFirst(({ functions }) => functions, wanted),
    async whenIdle() {
      while (working !== undefined) await working;
    },
    dispose() {
      end.abort();
      clearTimeout(telling);
      for (const timer of later) clearTimeout(timer);
    },
  };
}
