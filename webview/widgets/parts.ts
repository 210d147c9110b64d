/** The parts of a page that is built once and drawn part by part. */

/** Finds the elements that are marked `data-part` below `root`, by name. It throws for one that is not there. */
export function partsOf(root: HTMLElement): (name: string) => HTMLElement {
  return (name) => {
    const element = root.querySelector<HTMLElement>(`[data-part="${name}"]`);
    if (element === null) throw new Error(`no part ${name}`);
    return element;
  };
}
