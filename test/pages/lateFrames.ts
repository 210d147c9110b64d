/**
 * A script that has a page draw later than it could, as on a machine that is busy. `npm run test:pages -- --late-frames=150` runs tests so:
 * what reads or clicks the picture before the one that it means then fails every time, not once in a hundred runs.
 */
export function lateFrames(ms: number): string {
  return `{
    const [request, cancel] = [globalThis.requestAnimationFrame.bind(globalThis), globalThis.cancelAnimationFrame.bind(globalThis)];
    const frames = new Map();
    let last = 0;
    globalThis.requestAnimationFrame = (draw) => {
      const id = ++last;
      const drawn = (time) => { frames.delete(id); draw(time); };
      const timer = setTimeout(() => {
        const frame = request(drawn);
        frames.set(id, () => cancel(frame));
      }, ${String(ms)});
      frames.set(id, () => clearTimeout(timer));
      return id;
    };
    globalThis.cancelAnimationFrame = (id) => { frames.get(id)?.(); frames.delete(id); };
  }`;
}
