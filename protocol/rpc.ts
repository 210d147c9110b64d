/**
 * Calls between two ends that can only post messages. The contract of a conversation is one interface of methods;
 * parameter and result types are inferred from it at both ends, so that a missing handler is a type error.
 */

/** What a method of a contract looks like: one parameter object (or none), any result. */
export type Methods<T> = { [K in keyof T]: (params: never) => unknown };

type Params<F> = F extends (params: infer P) => unknown ? P : never;
type Returned<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;

/** Implements every method of the contract `T`; results may be promises. `signal` aborts when the caller cancels. */
export type Handlers<T extends Methods<T>> = {
  [K in keyof T]: (params: Params<T[K]>, signal: AbortSignal) => Returned<T[K]> | Promise<Returned<T[K]>>;
};

/** Calls the methods of the contract `T` at the other end. */
export type Calls<T extends Methods<T>> = {
  [K in keyof T]: (
    ...args: Params<T[K]> extends undefined ? [signal?: AbortSignal] : [params: Params<T[K]>, signal?: AbortSignal]
  ) => Promise<Returned<T[K]>>;
};

/** What travels. */
export type RpcMessage =
  | { readonly rpc: 'call'; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly rpc: 'cancel'; readonly id: number }
  | { readonly rpc: 'ok'; readonly id: number; readonly value: unknown }
  | { readonly rpc: 'error'; readonly id: number; readonly message: string };

/** One end: `calls` reaches the other end, `receive` takes what arrives, `dispose` rejects what is still open. */
export interface RpcEnd<Remote extends Methods<Remote>> {
  readonly calls: Calls<Remote>;
  receive(message: unknown): void;
  dispose(): void;
}

function isRpcMessage(message: unknown): message is RpcMessage {
  return typeof message === 'object' && message !== null && 'rpc' in message && 'id' in message;
}

/** Connects one end: calls go out through `post`, calls from the other end are answered by `handlers`. */
export function connect<Local extends Methods<Local>, Remote extends Methods<Remote>>(
  post: (message: RpcMessage) => void,
  handlers: Handlers<Local>,
): RpcEnd<Remote> {
  let nextId = 1;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  const running = new Map<number, AbortController>();

  const call = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    const last = args.at(-1);
    const signal = last instanceof AbortSignal ? last : undefined;
    const params = args[0] === signal ? undefined : args[0];
    if (signal?.aborted) throw new DOMException('cancelled', 'AbortError');
    const id = nextId++;
    const cancel = (): void => {
      post({ rpc: 'cancel', id });
      waiting.get(id)?.reject(new DOMException('cancelled', 'AbortError'));
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        post({ rpc: 'call', id, method, params });
      });
    } finally {
      waiting.delete(id);
      signal?.removeEventListener('abort', cancel);
    }
  };

  const answer = async (id: number, method: string, params: unknown): Promise<void> => {
    const handler = Object.hasOwn(handlers, method) ? handlers[method as keyof Local] : undefined;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      if (handler === undefined) throw new Error(`no method ${method}`);
      post({ rpc: 'ok', id, value: await handler(params as never, controller.signal) });
    } catch (error) {
      post({ rpc: 'error', id, message: error instanceof Error ? error.message : String(error) });
    } finally {
      running.delete(id);
    }
  };

  return {
    calls: new Proxy({} as Calls<Remote>, {
      get:
        (_, method) =>
        (...args: unknown[]) =>
          call(String(method), args),
    }),
    receive(message) {
      if (!isRpcMessage(message)) return;
      switch (message.rpc) {
        case 'call':
          void answer(message.id, message.method, message.params);
          break;
        case 'cancel':
          running.get(message.id)?.abort();
          break;
        case 'ok':
          waiting.get(message.id)?.resolve(message.value);
          break;
        case 'error':
          waiting.get(message.id)?.reject(new Error(message.message));
          break;
      }
    },
    dispose() {
      for (const { reject } of waiting.values()) reject(new Error('the other end is gone'));
      waiting.clear();
      for (const controller of running.values()) controller.abort();
    },
  };
}
