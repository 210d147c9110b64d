/** Functions and texts that are kept: what was looked at last. */
const MAX_KEPT = 8;

/** What has been read, by name; the oldest goes first. What fails, or is not `whole`, is read again when it is next asked for. */
export function createKept<Value>(
  whole: (value: Value) => boolean = () => true,
): (name: string, read: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  return (name, read) => {
    const known = kept.get(name);
    kept.delete(name);
    const value = known ?? read();
    kept.set(name, value);
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MAX_KEPT))) kept.delete(oldest);
    const forget = (): void => {
      if (kept.get(name) === value) kept.delete(name);
    };
    value.then((read) => whole(read) || forget(), forget);
    return value;
  };
}
