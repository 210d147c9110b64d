/** Something that is asked of the host: only the latest question counts, and what came before stays until the new answer is here. */

export interface Latest<Key, Value> {
  /** The last answer, even to an earlier question. */
  readonly value: Value | undefined;
  /** What `value` answers. */
  readonly of: Key | undefined;
  readonly loading: boolean;
  /** Why the last question has no answer. */
  readonly problem: string | undefined;
  /** Asks, unless it is what is there or is being asked. */
  want(key: Key): void;
  /** Asks the last question again, for what it is about has changed; what is there stays. */
  renew(): void;
  /** Forgets everything. */
  forget(): void;
}

/** `same` tells whether two questions are one. `changed` is called when an answer or a failure has come. */
export function createLatest<Key, Value>(
  ask: (key: Key, signal: AbortSignal) => Promise<Value>,
  changed: () => void,
  same: (a: Key, b: Key) => boolean = Object.is,
): Latest<Key, Value> {
  let asked: { readonly key: Key; readonly controller: AbortController } | undefined;
  let last: { readonly key: Key } | undefined;
  let answer: { readonly key: Key; readonly value: Value } | undefined;
  let problem: string | undefined;

  const start = async (key: Key): Promise<void> => {
    asked?.controller.abort();
    const controller = new AbortController();
    const mine = (asked = { key, controller });
    last = { key };
    try {
      const value = await ask(key, controller.signal);
      if (asked !== mine) return;
      answer = { key, value };
      problem = undefined;
    } catch (error) {
      if (asked !== mine) return;
      problem = error instanceof Error ? error.message : String(error);
    }
    asked = undefined;
    changed();
  };

  return {
    get value() {
      return answer?.value;
    },
    get of() {
      return answer?.key;
    },
    get loading() {
      return asked !== undefined;
    },
    get problem() {
      return problem;
    },
    want(key) {
      if (last !== undefined && same(last.key, key)) return;
      void start(key);
    },
    renew() {
      if (last !== undefined) void start(last.key);
    },
    forget() {
      asked?.controller.abort();
      asked = last = answer = problem = undefined;
    },
  };
}
