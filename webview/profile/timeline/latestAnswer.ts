/** A question of which only the latest answer counts. */
export interface LatestAnswer<T> {
  /** Undefined until there is one. */
  readonly value: T | undefined;
  /** Forgets what was answered, and asks anew; nothing where there is nothing to ask. */
  ask(question: ((signal: AbortSignal) => Promise<T>) | undefined): void;
  dispose(): void;
}

export interface LatestAnswerOptions<T> {
  /** There is an answer, or none any more. */
  readonly changed: (value: T | undefined) => void;
  readonly failed: (error: unknown) => void;
}

export function createLatestAnswer<T>({ changed, failed }: LatestAnswerOptions<T>): LatestAnswer<T> {
  let value: T | undefined;
  let asked = new AbortController();
  return {
    get value() {
      return value;
    },
    ask(question) {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      value = undefined;
      changed(undefined);
      question?.(signal).then(
        (answer) => {
          if (signal.aborted) return;
          value = answer;
          changed(answer);
        },
        (error: unknown) => {
          if (!signal.aborted) failed(error);
        },
      );
    },
    dispose: () => asked.abort(),
  };
}
