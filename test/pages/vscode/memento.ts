/** What the extension keeps: it outlives a reload of the window. */
export interface Memento {
  keys(): readonly string[];
  get(key: string, otherwise?: unknown): unknown;
  update(key: string, value: unknown): Promise<void>;
  setKeysForSync(): void;
}

export function createMemento(): Memento {
  const kept = new Map<string, string>();
  return {
    keys: () => [...kept.keys()],
    get(key, otherwise) {
      const text = kept.get(key);
      return text === undefined ? otherwise : (JSON.parse(text) as unknown);
    },
    update(key, value) {
      if (value === undefined) kept.delete(key);
      else kept.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
    setKeysForSync: () => undefined,
  };
}
