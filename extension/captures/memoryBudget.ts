/** What open documents may hold in memory together: those that nobody looks at give way, the least recently shown first. */

export interface Holder {
  /** Bytes that it holds now, about; 0 where it holds nothing. */
  bytes(): number;
  readonly shown: boolean;
  /** Lets go of what it holds; it is read again when it is shown. */
  drop(): void;
}

export interface MemoryBudget {
  /** It is shown, or holds more: counts as the most recently shown, and others may have to give way. */
  touch(holder: Holder): void;
  forget(holder: Holder): void;
}

/** What is shown stays, even where that alone is more than `most` bytes. */
export function createMemoryBudget(most: number): MemoryBudget {
  /** The least recently shown first. */
  const holders = new Set<Holder>();
  return {
    touch(holder) {
      holders.delete(holder);
      holders.add(holder);
      let held = [...holders].reduce((sum, one) => sum + one.bytes(), 0);
      for (const one of holders) {
        if (held <= most) return;
        if (one.shown || one.bytes() === 0) continue;
        held -= one.bytes();
        one.drop();
      }
    },
    forget: (holder) => void holders.delete(holder),
  };
}
