/**
 * Folded stacks, as flame graphs are made of them: for each stack of names the nanoseconds in it. What is on two
 * tracks, as a command buffer beside its commands, is not counted twice.
 */
import type { Output } from './output';
import type { Rendering, Track } from './timeline';

/** A semicolon separates names, and a space the number. */
const nameIn = (name: string): string => name.replace(/[;\n]/g, ':');

const stackOf = (track: Track | undefined): readonly string[] =>
  track?.parent === undefined ? [] : [...stackOf(track.parent), nameIn(track.name)];

export function folded(output: Output): Rendering {
  const sums = new Map<string, bigint>();
  return {
    track: () => undefined,
    slice: ({ track, name, start, end, isRepeated }) => {
      if (isRepeated) return;
      // Slices on other lanes of a queue are of the same kind.
      const stack = [...stackOf(track.parent), nameIn(track.name.replace(/ lane \d+$/, '')), nameIn(name)].join(';');
      sums.set(stack, (sums.get(stack) ?? 0n) + (end - start));
    },
    instant: () => undefined,
    counter: () => undefined,
    end: () => {
      for (const [stack, ns] of [...sums].sort(([one], [other]) => (one < other ? -1 : 1))) output.write(`${stack} ${String(ns)}\n`);
      output.flush();
    },
  };
}
