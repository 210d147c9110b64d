/** Kernels whose time is that of a loop, so that it is known how much longer one takes than another. */
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';

const kernelSource = path.join(__dirname, '..', 'test', 'fixtures', 'kernels', 'elementwise.c');

/** The substitution by a kernel that turns so many times for each element, for executable 4 of small; its source is put into `folder`. */
export function turningKernel(folder: string, turns: number): string {
  const file = path.join(folder, `turns-${String(turns)}.c`);
  writeFileSync(
    file,
    'static float one(void) {\n' +
      `  for (volatile int turn = 0; turn < ${String(turns)}; ++turn) {}\n` +
      '  return 1;\n' +
      '}\n' +
      '#define OP *one() *\n' +
      `#include ${JSON.stringify(kernelSource)}\n`,
  );
  return `4=${file}`;
}
