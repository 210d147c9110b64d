/** A kernel in C whose lines take what is known by construction: three loops of the same work, executed 6 : 3 : 1. */
import { writeKernels } from './writtenKernels';

/** The loops in the order in which they take time; lines count from 1, shares are of all three. */
export interface HotLoops {
  readonly file: string;
  readonly loops: readonly { readonly line: number; readonly share: number }[];
}

/**
 * Of the kernels that small.ireereplay calls. Each step of a loop waits for the one before: none is faster than another. For some processors
 * clang would repeat a step some hundred times in the code, so that no instruction has many samples.
 */
const KERNEL = `
#define ROLLED _Pragma("clang loop unroll(disable)")

static float hot(float x, uint32_t steps) {
  ROLLED for (uint32_t i = 0; i < 6 * steps; ++i) x = x * 0.999f + 0.25f;  // LARGEST
  ROLLED for (uint32_t i = 0; i < 1 * steps; ++i) x = x * 0.998f + 0.25f;  // SMALLEST
  ROLLED for (uint32_t i = 0; i < 3 * steps; ++i) x = x * 0.997f + 0.25f;  // MIDDLE
  return x;
}

static int elementwise(const void *environment, const DispatchState *dispatch, const WorkgroupState *workgroup) {
  float *out = dispatch->binding_ptrs[2];
  out[workgroup->workgroup_id_x * 4] = hot(out[0], 100000);
  return 0;
}

static int spin(const void *environment, const DispatchState *dispatch, const WorkgroupState *workgroup) {
  return 0;
}
`;

/** Writes the source into a folder. */
export function writeHotLoops(folder: string): HotLoops {
  const { file, line } = writeKernels(folder, 'hot_loops.c', KERNEL);
  const loop = (mark: string, share: number): HotLoops['loops'][number] => ({ line: line(mark), share });
  return { file, loops: [loop('LARGEST', 0.6), loop('MIDDLE', 0.3), loop('SMALLEST', 0.1)] };
}
