/** A signal that aborts at the first Ctrl+C; the second ends the process as usual. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    controller.abort();
  });
  return controller.signal;
}
