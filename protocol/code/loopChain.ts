/** Loops in loops, as lists of them say: each knows the one that it is in. */

/** The loops that `loop` is in, the outermost first; itself last. */
export function chainOf(loops: readonly { readonly parent?: number }[], loop: number | undefined): readonly number[] {
  const chain: number[] = [];
  for (let at = loop; at !== undefined; at = loops[at]?.parent) chain.unshift(at);
  return chain;
}

/** "loop 2, inside loop 1" */
export const loopName = (index: number, parent: number | undefined): string =>
  `loop ${String(index + 1)}${parent === undefined ? '' : `, inside loop ${String(parent + 1)}`}`;
