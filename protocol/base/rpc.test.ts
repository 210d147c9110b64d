/** Two ends that post messages to each other through real ports, as pages come, are hidden, are reloaded and are closed. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { problemOf } from './problemOf';
import { connect, serve, type RpcEnd, type RpcMessage } from './rpc';

interface Host {
  echo(params: { readonly text: string }): string;
  /** Answers when the test says so. */
  slow(params: { readonly name: string }): string;
  fail(params: undefined): void;
}
interface Page {
  ask(params: { readonly question: string }): string;
}

/** A host whose pages come and go over one channel, as in the webview of one panel: nothing says which page a message is from. */
function panel() {
  const { port1: hostPort, port2: pagePort } = new MessageChannel();
  ports.push(hostPort, pagePort);
  const answering = new Map<string, (text: string) => void>();
  const aborted: string[] = [];
  const opened: number[] = [];
  const heard: RpcMessage[] = [];
  const host = serve<Host, Page>(
    (message) => hostPort.postMessage(message),
    {
      echo: ({ text }) => text,
      slow: ({ name }, signal) =>
        new Promise((resolve, reject) => {
          answering.set(name, resolve);
          signal.addEventListener('abort', () => {
            aborted.push(name);
            reject(new Error(`${name} was aborted`));
          });
        }),
      fail: () => {
        throw Object.assign(new Error('DATA_LOSS; record 7: it does not work'), {
          ...{ code: 'DATA_LOSS', sentence: 'it does not work', remedy: 'Try another.', record: '7', offset: '18446744073709551615' },
        });
      },
    },
    () => opened.push(opened.length),
  );
  hostPort.on('message', (message: unknown) => host.receive(message));
  let here: RpcEnd<Host> | undefined;
  pagePort.on('message', (message: RpcMessage) => {
    heard.push(message);
    here?.receive(message);
  });
  return {
    host,
    aborted,
    answering,
    opened,
    heard,
    pagePort,
    /** Loads a page in place of the current one: nothing of that is left, not even a goodbye. */
    load: (answer: (question: string) => string | Promise<string> = (question) => `${question}!`): RpcEnd<Host> => {
      here = connect<Page, Host>((message) => pagePort.postMessage(message), { ask: ({ question }) => answer(question) });
      return here;
    },
  };
}

const ports: MessagePort[] = [];
after(() => {
  for (const port of ports) port.close();
});

/** Waits until everything posted has arrived, and everything that caused has too. */
async function quiet(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

test('calls go both ways, and failures are reported', async () => {
  const { host, load } = panel();
  const page = load();
  assert.equal(await page.calls.echo({ text: 'hello' }), 'hello');
  assert.equal(await host.calls.ask({ question: 'where' }), 'where!');
  await assert.rejects(page.calls.fail(), /^ProblemError: DATA_LOSS; record 7: it does not work$/);
});

test('a failure keeps its code, its remedy and its place, to the last digit', async () => {
  const error: unknown = await panel()
    .load()
    .calls.fail()
    .catch((reason: unknown) => reason);
  assert.deepEqual(problemOf(error), {
    ...{ severity: 'error', code: 'DATA_LOSS', message: 'it does not work', remedy: 'Try another.' },
    ...{ record: 7, offset: '18446744073709551615' },
  });
});

test('an unknown method is refused, and so is one that every object has', async () => {
  const { load } = panel();
  const page = load() as unknown as RpcEnd<{ nothing(params: undefined): void; toString(params: undefined): void }>;
  await assert.rejects(page.calls.nothing(), /no method nothing/);
  await assert.rejects(page.calls.toString(), /no method toString/);
});

test('a cancelled call ends at once for its caller, and is aborted at the other end', async () => {
  const { load, aborted, heard } = panel();
  const page = load();
  const controller = new AbortController();
  const call = page.calls.slow({ name: 'a' }, controller.signal);
  await quiet();
  controller.abort();
  await assert.rejects(call, { name: 'AbortError' });
  await quiet();
  assert.deepEqual(aborted, ['a']);
  assert.equal(heard.filter(({ rpc }) => rpc === 'ok').length, 0);
});

test('a reply to the previous page is not an answer to the next one', async () => {
  const { load, answering } = panel();
  const before = load();
  const lost = before.calls.slow({ name: 'of the page before' });
  void lost.catch(() => undefined);
  await quiet();
  const answerBefore = answering.get('of the page before');
  const after = load();
  const call = after.calls.slow({ name: 'of the page after' });
  await quiet();
  answerBefore?.('wrong');
  await quiet();
  answering.get('of the page after')?.('right');
  assert.equal(await call, 'right');
});

test('a question to one page is not answered by the next', async () => {
  const { host, load } = panel();
  load(() => new Promise(() => undefined));
  await quiet();
  const call = host.calls.ask({ question: 'are you there' });
  const gone = assert.rejects(call, /gone/);
  await quiet();
  load();
  await gone;
  await quiet();
  assert.equal(await host.calls.ask({ question: 'and you' }), 'and you!');
});

test('calls of a page that has been reloaded are aborted', async () => {
  const { load, aborted, opened } = panel();
  void load()
    .calls.slow({ name: 'a' })
    .catch(() => undefined);
  await quiet();
  load();
  await quiet();
  assert.deepEqual(aborted, ['a']);
  assert.equal(opened.length, 2);
});

test('calls of a hidden page are aborted, and it is asked and told nothing', async () => {
  const { host, load, aborted, heard } = panel();
  void load()
    .calls.slow({ name: 'a' })
    .catch(() => undefined);
  await quiet();
  host.leave();
  await quiet();
  assert.deepEqual(aborted, ['a']);
  assert.equal(heard.length, 0);
  await assert.rejects(host.calls.ask({ question: 'anybody' }), /gone/);
  assert.equal(await load().calls.echo({ text: 'again' }), 'again');
  assert.equal(await host.calls.ask({ question: 'now' }), 'now!');
});

test('the current page hears what a page is told; without a page it is lost', async () => {
  const { host, load } = panel();
  const heard: string[] = [];
  host.tell.ask({ question: 'before any page' });
  load((question) => {
    heard.push(question);
    throw new Error('not understood');
  });
  await quiet();
  host.tell.ask({ question: 'to the page' });
  await quiet();
  host.leave();
  host.tell.ask({ question: 'to a page that is hidden' });
  await quiet();
  assert.deepEqual(heard, ['to the page']);
});

test('a late message from an earlier page changes nothing', async () => {
  const { host, load, pagePort, opened } = panel();
  const late: RpcMessage[] = [];
  const earlier = connect<Page, Host>(
    (message) => {
      late.push(message);
      pagePort.postMessage(message);
    },
    { ask: ({ question }) => question },
  );
  void earlier.calls.slow({ name: 'x' }).catch(() => undefined);
  const page = load();
  await quiet();
  for (const message of late.filter(({ rpc }) => rpc !== 'open')) pagePort.postMessage(message);
  await quiet();
  assert.equal(opened.length, 2);
  assert.equal(await page.calls.echo({ text: 'still here' }), 'still here');
  assert.equal(await host.calls.ask({ question: 'you' }), 'you!');
});

test('when an end is closed, its open calls end, and no new ones begin', async () => {
  const { host, load, aborted, heard } = panel();
  const page = load();
  const call = page.calls.slow({ name: 'a' });
  await quiet();
  page.dispose();
  await assert.rejects(call, /gone/);
  await assert.rejects(page.calls.echo({ text: 'x' }), /gone/);
  host.dispose();
  await quiet();
  assert.deepEqual(aborted, ['a']);
  load();
  await quiet();
  await assert.rejects(host.calls.ask({ question: 'x' }), /gone/);
  assert.equal(heard.length, 0);
});

test('anything but a message of a conversation is ignored', async () => {
  const { host, load, pagePort } = panel();
  const page = load();
  for (const nonsense of [undefined, null, 5, 'text', {}, { rpc: 'call' }, { rpc: 'ok', session: 7, id: 1 }, { rpc: 'open' }]) {
    host.receive(nonsense);
    page.receive(nonsense);
    pagePort.postMessage(nonsense);
  }
  await quiet();
  assert.equal(await page.calls.echo({ text: 'fine' }), 'fine');
});
