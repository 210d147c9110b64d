/** A kernel in C with a loop that a compiler can compute on vectors, between loops that it cannot. */
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { writeKernels } from './writtenKernels';

/** Lines count from 1. */
export interface VectorLoops {
  readonly file: string;
  /** The loop on vectors. */
  readonly vector: number;
  /** Loops in which each step waits for the one before. */
  readonly chains: readonly number[];
}

const KERNEL = `
static float work(float x, uint32_t steps) {
  float data[1024];
  for (uint32_t i = 0; i < 1024; ++i) data[i] = x + (float)i;
  for (uint32_t repetition = 0; repetition < steps; ++repetition)
    for (uint32_t i = 0; i < 1024; ++i) data[i] = data[i] * 0.999f + 0.25f;  // VECTOR
  for (uint32_t i = 0; i < 60 * steps; ++i) x = x * 0.998f + 0.25f;  // FIRST
  for (uint32_t i = 0; i < 30 * steps; ++i) x = x * 0.997f + 0.25f;  // SECOND
  return x + data[(uint32_t)x & 1023];
}

static int elementwise(const void *environment, const DispatchState *dispatch, const WorkgroupState *workgroup) {
  float *out = dispatch->binding_ptrs[2];
  out[workgroup->workgroup_id_x * 4] = work(1.0f, 1000);
  return 0;
}

static int spin(const void *environment, const DispatchState *dispatch, const WorkgroupState *workgroup) {
  return 0;
}
`;

/** Writes the source into a folder. */
export function writeVectorLoops(folder: string): VectorLoops {
  const { file, line } = writeKernels(folder, 'vector_loops.c', KERNEL);
  return { file, vector: line('VECTOR'), chains: [line('FIRST'), line('SECOND')] };
}

/** Compiles a source of kernels beside itself. Needs clang with a linker. */
export function compileKernel(source: string, name: string, ...flags: readonly string[]): string {
  const file = path.join(path.dirname(source), name);
  const built = ['-shared', '-nostdlib', '-fPIC', '-ffreestanding', '-g', '-fno-unroll-loops', '-Wl,-z,now'];
  execFileSync('clang', [...built, ...flags, '-o', file, source], { stdio: 'inherit' });
  return file;
}

/** What makes one code of single elements of a source, and another of vectors. */
export const SCALAR = ['-O2', '-fno-vectorize', '-fno-slp-vectorize'] as const;
export const VECTOR = ['-O3', '-mavx2', '-mno-avx512f'] as const;
