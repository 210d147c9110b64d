/**
 * Calls between two ends that can only post messages. The contract of a conversation is one interface of methods; both ends infer parameter
 * and result types from it, so a missing handler is a type error.
 */
import type { Problem } from '../jobs/problem';
import { problemOf, ProblemError } from './problemOf';

/** What a method of a contract looks like: one parameter object (or none), any result. */
export type Methods<T> = { [K in keyof T]: (params: never) => unknown };

type Params<F> = F extends (params: infer P) => unknown ? P : never;
type Returned<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;

/** Implements every method of the contract `T`; results may be promises. `signal` aborts when the caller cancels. */
export type Handlers<T extends Methods<T>> = {
  [K in keyof T]: (params: Params<T[K]>, signal: AbortSignal) => Returned<T[K]> | Promise<Returned<T[K]>>;
};

type Arguments<F> = Params<F> extends undefined ? [signal?: AbortSignal] : [params: Params<F>, signal?: AbortSignal];

/** Calls the methods of the contract `T` at the other end. */
export type Calls<T extends Methods<T>> = {
  [K in keyof T]: (...args: Arguments<T[K]>) => Promise<Returned<T[K]>>;
};

/** Calls without an answer: what is told to an end that is gone is lost, and so are its failures. */
export type Tells<T extends Methods<T>> = { readonly [K in keyof T]: (...args: Arguments<T[K]>) => void };

/** What travels. Each page has its own conversation: a message says which it belongs to. */
export type RpcMessage = { readonly session: string } & (
  | { readonly rpc: 'open' }
  | { readonly rpc: 'call'; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly rpc: 'cancel'; readonly id: number }
  | { readonly rpc: 'ok'; readonly id: number; readonly value: unknown }
  | { readonly rpc: 'error'; readonly id: number; readonly message: string; readonly problem: Problem }
);

/** One end: `calls` reaches the other end, `receive` takes what arrives, `dispose` ends what is still open on either side. */
export interface RpcEnd<Remote extends Methods<Remote>> {
  readonly calls: Calls<Remote>;
  receive(message: unknown): void;
  dispose(): void;
}

/** The end that stays while pages come and go. */
export interface RpcHost<Remote extends Methods<Remote>> extends RpcEnd<Remote> {
  readonly tell: Tells<Remote>;
  /** The page has gone: its calls are aborted and forgotten, and calls to it are rejected, until another page opens. */
  leave(): void;
}

function isRpcMessage(message: unknown): message is RpcMessage {
  if (typeof message !== 'object' || message === null || !('rpc' in message && 'session' in message)) return false;
  return typeof message.session === 'string' && (message.rpc === 'open' || 'id' in message);
}

const gone = (): Error => new Error('the other end is gone');

/** The calls of `T`, each made by `call`. */
function callsOf<T extends Methods<T>>(call: (method: string, args: readonly unknown[]) => Promise<unknown>): Calls<T> {
  return new Proxy({} as Calls<T>, {
    get:
      (_, method) =>
      (...args: unknown[]) =>
        call(String(method), args),
  });
}

/** The page's end: opens its conversation at once. Calls go out through `post`, calls from the host are answered by `handlers`. */
export function connect<Local extends Methods<Local>, Remote extends Methods<Remote>>(
  post: (message: RpcMessage) => void,
  handlers: Handlers<Local>,
): RpcEnd<Remote> {
  const session = Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-');
  post({ rpc: 'open', session });
  const { call, receive, dispose } = conversation(session, post, handlers);
  return {
    calls: callsOf(call),
    receive(message) {
      if (isRpcMessage(message) && message.session === session) receive(message);
    },
    dispose,
  };
}

/** The host's end: a page that opens replaces the one before, which is no longer answered or heard. */
export function serve<Local extends Methods<Local>, Remote extends Methods<Remote>>(
  post: (message: RpcMessage) => void,
  handlers: Handlers<Local>,
  opened: () => void = () => undefined,
): RpcHost<Remote> {
  let page: (Conversation & { readonly session: string }) | undefined;
  let closed = false;
  const leave = (): void => {
    page?.dispose();
    page = undefined;
  };
  const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
    page === undefined ? Promise.reject(gone()) : page.call(method, args);
  return {
    calls: callsOf(call),
    tell: callsOf<Remote>((method, args) => call(method, args).catch(() => undefined)),
    receive(message) {
      if (closed || !isRpcMessage(message)) return;
      if (message.rpc === 'open') {
        leave();
        page = { session: message.session, ...conversation(message.session, post, handlers) };
        opened();
      } else if (message.session === page?.session) page.receive(message);
    },
    leave,
    dispose() {
      closed = true;
      leave();
    },
  };
}

interface Conversation {
  readonly call: (method: string, args: readonly unknown[]) => Promise<unknown>;
  readonly receive: (message: RpcMessage) => void;
  readonly dispose: () => void;
}

function conversation<Local extends Methods<Local>>(
  session: string,
  post: (message: RpcMessage) => void,
  handlers: Handlers<Local>,
): Conversation {
  let nextId = 1;
  let closed = false;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  const running = new Map<number, AbortController>();

  const call = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    if (closed) throw gone();
    const last = args.at(-1);
    const signal = last instanceof AbortSignal ? last : undefined;
    const params = args[0] === signal ? undefined : args[0];
    if (signal?.aborted) throw new DOMException('cancelled', 'AbortError');
    const id = nextId++;
    const cancel = (): void => {
      post({ rpc: 'cancel', session, id });
      waiting.get(id)?.reject(new DOMException('cancelled', 'AbortError'));
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        post({ rpc: 'call', session, id, method, params });
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
    const reply = (message: RpcMessage): void => {
      // A caller that is gone, or no longer wants the answer, gets none.
      if (!controller.signal.aborted) post(message);
    };
    try {
      if (handler === undefined) throw new Error(`no method ${method}`);
      reply({ rpc: 'ok', session, id, value: await handler(params as never, controller.signal) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      reply({ rpc: 'error', session, id, message, problem: problemOf(error) });
    } finally {
      running.delete(id);
    }
  };

  return {
    call,
    receive(message) {
      if (closed) return;
      switch (message.rpc) {
        case 'open':
          break;
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
          waiting.get(message.id)?.reject(new ProblemError(message.problem, message.message));
          break;
      }
    },
    dispose() {
      closed = true;
      for (const { reject } of waiting.values()) reject(gone());
      waiting.clear();
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}
