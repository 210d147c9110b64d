/** Events and what ends them, as VS Code's API has them. */
import type * as vscode from 'vscode';

export class Disposable {
  readonly #end: () => unknown;

  constructor(end: () => unknown) {
    this.#end = end;
  }

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }

  dispose(): void {
    this.#end();
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(event: T) => unknown>();

  readonly event: vscode.Event<T> = (listener, self: unknown, disposables) => {
    const own = (event: T): unknown => listener.call(self, event) as unknown;
    this.#listeners.add(own);
    const subscription = new Disposable(() => this.#listeners.delete(own));
    disposables?.push(subscription);
    return subscription;
  };

  /** A listener that fails leaves the others their turn; what it says fails the test that runs. */
  fire(event: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<undefined>();
  #isCancelled = false;
  readonly token: vscode.CancellationToken;

  constructor() {
    const isCancelled = (): boolean => this.#isCancelled;
    this.token = {
      get isCancellationRequested() {
        return isCancelled();
      },
      onCancellationRequested: this.#cancelled.event as vscode.Event<unknown>,
    };
  }

  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#cancelled.fire(undefined);
  }

  dispose(): void {
    this.#cancelled.dispose();
  }
}
