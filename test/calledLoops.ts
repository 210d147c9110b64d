/** A kernel in C that has three quarters of its work in a function that it calls in a loop. */
import { writeKernels } from './writtenKernels';

/** Lines of loops, from 1. */
export interface CalledLoops {
  readonly file: string;
  /** In the function that is called: `chain`. */
  readonly called: number;
  /** In the kernel: the one that calls it, and the one in that. */
  readonly calls: number;
  readonly own: number;
}

const KERNELS = `
#define ROLLED _Pragma("clang loop unroll(disable)")

static __attribute__((noinline)) float chain(float x, uint32_t steps) {
  ROLLED for (uint32_t i = 0; i < steps; ++i) x = x * 0.999f + 0.25f;  // CALLED
  return x;
}

static int elementwise(const void *environment, const DispatchState *dispatch, const WorkgroupState *workgroup) {
  float *out = dispatch->binding_ptrs[2];
  float x = out[0];
  ROLLED for (uint32_t repetition = 0; repetition < 200; ++repetition) {  // CALLS
    x = chain(x, 3000);
    ROLLED for (uint32_t i = 0; i < 1000; ++i) x = x * 0.998f + 0.25f;  // OWN
  }
  out[workgroup->workgroup_id_x * 4] = x;
  return 0;
}

static int spin(const void *environment, const DispatchState *dispatch, const WorkgroupState *workgroup) {
  return 0;
}
`;

/** Writes the source into a folder. */
export function writeCalledLoops(folder: string): CalledLoops {
  const { file, line } = writeKernels(folder, 'called_loops.c', KERNELS);
  return { file, called: line('CALLED'), calls: line('CALLS'), own: line('OWN') };
}
