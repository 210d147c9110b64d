/** Dragging an edge with the pointer: splitters and column borders. */

/** Starts a drag at `event`; `moved` gets the pixels since the start, `ended` is called once. */
export function startDrag(event: PointerEvent, moved: (dx: number, dy: number) => void, ended: () => void): void {
  const target = event.currentTarget;
  if (event.button !== 0 || !(target instanceof Element)) return;
  event.preventDefault();
  const { clientX, clientY } = event;
  const release = new AbortController();
  target.setPointerCapture(event.pointerId);
  target.addEventListener(
    'pointermove',
    (move) => moved((move as PointerEvent).clientX - clientX, (move as PointerEvent).clientY - clientY),
    {
      signal: release.signal,
    },
  );
  target.addEventListener(
    'lostpointercapture',
    () => {
      release.abort();
      ended();
    },
    { signal: release.signal },
  );
}
