/** A kernel in C that is tiled for another grid than the captured one. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

const fixtures = path.resolve(__dirname, '..', 'fixtures');

/** Of the product of two matrices of 256 rows, the kernel that was captured; it takes eight rows a workgroup, and there are 16. */
export function matmulOfEightRows(): string {
  const source = readFileSync(path.join(fixtures, 'kernels', 'elementwise.c'), 'utf8')
    .replace('"elementwise_mul"', '"matmul_dispatch_0_matmul_256x256x256_f32"')
    .replace('#define EXPORTS 2', '#define EXPORTS 1')
    .replace('workgroup_size_x = 4', 'workgroup_size_x = 1');
  const body = source.indexOf('  const uint32_t base');
  const rows = `  for (uint32_t row = workgroup->workgroup_id_x * 8, end = row + 8; row < end; ++row) {
    float *sums = out + row * 256;
    for (uint32_t column = 0; column < 256; ++column) sums[column] = 0;
    for (uint32_t k = 0; k < 256; ++k)
      for (uint32_t column = 0; column < 256; ++column) sums[column] += lhs[row * 256 + k] * rhs[k * 256 + column];
  }
`;
  return source.slice(0, body) + rows + source.slice(source.indexOf('  return 0;', body));
}
