/** A page that is drawn region by region, once a frame, where something changed. */

/** Marks regions as changed: they are drawn in the next frame. */
export type Redraw<Region extends string> = (...regions: readonly Region[]) => void;

/** `draw` draws each region, and `drawn` follows the last of a frame. */
export function createRedraw<Region extends string>(draw: () => Readonly<Record<Region, () => void>>, drawn: () => void): Redraw<Region> {
  const dirty = new Set<Region>();
  let frame = 0;
  const drawDirty = (): void => {
    frame = 0;
    const now = [...dirty];
    dirty.clear();
    const how = draw();
    for (const region of now) how[region]();
    drawn();
  };
  return (...regions) => {
    for (const region of regions) dirty.add(region);
    if (frame === 0) frame = requestAnimationFrame(drawDirty);
  };
}
