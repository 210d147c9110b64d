/** profile hotspots --assembly: which lines of assembly samples lie in. */
import * as v from 'valibot';
import type { ResultOf } from './option';

const share = {
  samples: v.number(),
  /** Of all samples, from 0 to 1; `low` and `high` are where it lies with 95 % confidence. */
  share: v.number(),
  low: v.number(),
  high: v.number(),
  /** There are enough samples to say so, and they are more than a hundredth of all. */
  isHot: v.boolean(),
  /** Too few to be told from chance. */
  tooFew: v.boolean(),
};

const assemblyLine = v.object({
  /** From 1. */
  line: v.number(),
  text: v.string(),
  ...share,
});

const heatedFunction = v.object({
  /** As the text calls it. */
  name: v.string(),
  /** Of its label, from 1. */
  line: v.number(),
  ...share,
  instructions: v.number(),
  /** Those that have samples. Empty where `other` says why it is not what was sampled. */
  lines: v.array(assemblyLine),
  /** Why it is another version than was sampled, in a sentence. */
  other: v.exactOptional(v.string()),
});

export type AssemblyLine = ResultOf<typeof assemblyLine>;
export type HeatedFunction = ResultOf<typeof heatedFunction>;

/** A line of --format=jsonl. */
export const assemblyHeatRow = v.object({ type: v.literal('assembly_function'), path: v.string(), ...heatedFunction.entries });
