/** What is known of files, read when it is asked for, one file at a time: a list of hundreds must not keep the disk from who opens one. */

export interface ReadInTurn<Value> {
  /** What is known of it now. What is not known, or out of date, is read, and told by `changed`. */
  of(file: string): Value | undefined;
  /** It may be another now, or all may be: read again when it is asked for next. What is known stays until then. */
  touch(file?: string): void;
  /** `mayRead` has become true. */
  resume(): void;
  /** Ends what is being read. */
  dispose(): void;
}

export interface Reading<Value> {
  /** Rejects only when aborted. Where nothing has changed it returns `before`. */
  readonly read: (file: string, before: Value | undefined, signal: AbortSignal) => Promise<Value>;
  /** Another value is known of the file. */
  readonly changed: (file: string) => void;
  /** While this is false nothing is begun. */
  readonly mayRead: () => boolean;
}

export function createReadInTurn<Value>({ read, changed, mayRead }: Reading<Value>): ReadInTurn<Value> {
  const known = new Map<string, Value>();
  const upToDate = new Set<string>();
  const wanted = new Set<string>();
  const end = new AbortController();
  let reading = false;

  const one = async (file: string): Promise<void> => {
    wanted.delete(file);
    // What touches it from now on has it read once more.
    upToDate.add(file);
    const before = known.get(file);
    const now = await read(file, before, end.signal);
    known.set(file, now);
    if (now !== before) changed(file);
  };
  const all = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    try {
      for (const file of wanted) {
        if (!mayRead() || end.signal.aborted) return;
        await one(file);
      }
    } catch {
      // It was aborted.
    } finally {
      reading = false;
    }
  };
  return {
    of(file) {
      if (!upToDate.has(file)) {
        wanted.add(file);
        void all();
      }
      return known.get(file);
    },
    touch(file) {
      if (file === undefined) upToDate.clear();
      else upToDate.delete(file);
    },
    resume: () => void all(),
    dispose: () => end.abort(),
  };
}
