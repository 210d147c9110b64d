/** VS Code's interface for webviews, where there is no VS Code: runs in the page, before its own script. */
import { watchRows } from './rows';
import { createDecoder } from './wire';

async function listen(): Promise<void> {
  const reader = (await fetch('/told')).body?.getReader();
  const decode = createDecoder();
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return;
    // As from VS Code: a copy, which the page takes as an event.
    for (const message of decode(part.value)) postMessage(message, '*');
  }
}

let state: unknown;
/** One after the other: they arrive in order. */
let sending: Promise<unknown> = Promise.resolve();
Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage(message: unknown) {
      const body = JSON.stringify(message);
      sending = sending.then(() => fetch('/said', { method: 'POST', body }));
    },
    getState: () => state,
    setState: (next: unknown) => (state = next),
  }),
});
void listen();
watchRows();
