/** Where rows of a listing lie in the loops of a function. */
import type { CodeLoop } from '../../../protocol/code/code';
import type { Bracket } from '../../../protocol/code/kernelCode';
import { chainOf } from '../../../protocol/code/loopChain';

/** The innermost loop that two rows have in common: what is between them is in that. */
export function commonLoop(loops: readonly CodeLoop[], one: number | undefined, other: number | undefined): number | undefined {
  const theirs = new Set(chainOf(loops, other));
  return chainOf(loops, one).findLast((loop) => theirs.has(loop));
}

/** For each row, where it is in each piece of its loops, the outermost first. `innermost` is by row. */
export function bracketsOf(loops: readonly CodeLoop[], innermost: readonly (number | undefined)[]): readonly (readonly Bracket[])[] {
  const chains = innermost.map((loop) => chainOf(loops, loop));
  return chains.map((chain, row) =>
    chain.map((loop, depth) => {
      const begins = chains[row - 1]?.[depth] !== loop;
      const ends = chains[row + 1]?.[depth] !== loop;
      return begins ? (ends ? 'only' : 'first') : ends ? 'last' : 'inside';
    }),
  );
}
