/** Recordings with device images. The image is of a kernel that is compiled when a test runs; all else is of the fixtures in made-second. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { fixture } from './programs';

const STEM = '1311768467463790320_17446744073709551001';

/** The recorded kernel, and what it calls. */
export const SCALE = '__omp_offloading_fe00_98f001__Z5scalePdi_l9';
export const SCALED = '_Z6scaleddd';

/** As LLVM has a target region at line 9 of scale(double *, int) as a function of its own. */
const SOURCE = `#ifndef CALLED
#define CALLED
#endif
__attribute__((noinline, visibility("hidden"))) double scaled(double x, double by) CALLED;
double scaled(double x, double by) {
  return x * by;
}

extern "C" KERNEL void ${SCALE}(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = scaled(x[i], 2.5);
}
`;

/** What the kernel's function is called in a cubin, where it is a part of its caller. */
export const SCALED_IN_CUBIN = `$${SCALE}$${SCALED}`;

const HOST = ['--target=x86_64-linux-gnu', '-DKERNEL='];
const FLAGS = {
  'x86-64': [...HOST, '-shared', '-fPIC'],
  AArch64: ['--target=aarch64-linux-gnu', '-DKERNEL=', '-c'],
  AMD: ['--target=amdgcn-amd-amdhsa', '-mcpu=gfx906', '-nogpulib', '-DKERNEL=__attribute__((amdgpu_kernel))'],
  // Each function is in a section of its own, as in a cubin.
  sections: [...HOST, '-c', '-ffunction-sections', `-DCALLED=__asm__("${SCALED_IN_CUBIN}")`],
  bitcode: [...HOST, '-c', '-emit-llvm'],
} as const;

export interface ImagedRecording {
  readonly descriptor: string;
  readonly image: string;
  readonly source: string;
  /** Where its bitcode belongs. */
  readonly bitcode: string;
}

/** Writes a recording of scale() into the folder, which is made; it has no image yet. Its source is there, too. */
export function recordingOf(folder: string): ImagedRecording {
  mkdirSync(folder, { recursive: true });
  for (const suffix of ['.json', '.record_input', '.record_output', '.globals'])
    copyFileSync(fixture(`neighbours/llvm/made-second/${STEM}${suffix}`), path.join(folder, `scale${suffix}`));
  const source = path.join(folder, 'scale.cpp');
  writeFileSync(source, SOURCE);
  const inFolder = (name: string): string => path.join(folder, name);
  return { descriptor: inFolder('scale.json'), image: inFolder('scale.image'), source, bitcode: inFolder('scale.bc') };
}

/** Compiles the kernel into the file. Needs clang, with a linker unless it is bitcode or for AArch64. Throws where it cannot. */
export function compileKernel(source: string, file: string, kind: keyof typeof FLAGS, ...flags: readonly string[]): void {
  const built = ['-x', 'c++', '-g', '-O1', '-ffreestanding', '-fno-exceptions', '-fno-asynchronous-unwind-tables', '-nostdlib'];
  execFileSync('clang', [...built, ...FLAGS[kind], ...flags, source, '-o', file], { stdio: 'pipe' });
}

/** A recording whose image is compiled for a processor or a GPU. */
export function recordingFor(kind: keyof typeof FLAGS, folder: string, ...flags: readonly string[]): ImagedRecording {
  const recording = recordingOf(folder);
  compileKernel(recording.source, recording.image, kind, ...flags);
  return recording;
}

/** A recording whose image has what a cubin has of functions, though their code is for a processor: no compiler here makes one. */
export function recordingLikeCubin(folder: string): ImagedRecording {
  const recording = recordingFor('sections', folder);
  const elf = readFileSync(recording.image);
  // EM_CUDA.
  elf.writeUInt16LE(190, 18);
  writeFileSync(recording.image, elf);
  return recording;
}

/** Without what the compiler has read, as on another machine. */
export const withoutSource = ({ source }: ImagedRecording): void => rmSync(source);
