import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { gridsOf, parseGrids } from './grids';

const kernels = path.join(__dirname, '../../test/fixtures/models/mm256/kernels');

test("reads each export's grid if it is constant", () => {
  const mlir = `
hal.executable private @d {
  hal.executable.variant public @v target(<"llvm-cpu">) {
    hal.executable.export public @first ordinal(0) layout(#p) count(%arg0: !hal.device loc(unknown)) -> (index, index, index) {
      %c32 = arith.constant 32 : index loc(unknown)
      %c1 = arith.constant 1 : index loc(unknown)
      hal.return %c32, %c1, %c1 : index, index, index loc(unknown)
    } <workgroup_size = [1 : index, 1 : index, 1 : index]>
    hal.executable.export public @"of its size" ordinal(1) layout(#p) count(%arg0: !hal.device, %arg1: index) -> (index, index, index) {
      %c1 = arith.constant 1 : index
      %0 = affine.apply affine_map<()[s0] -> (s0 ceildiv 64)>()[%arg1]
      hal.return %0, %c1, %c1 : index, index, index
    }
    hal.executable.export public @without ordinal(2) layout(#p)
    hal.executable.export public @"quoted name" ordinal(3) layout(#p) count(%arg0: !hal.device) -> (index, index, index) {
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      hal.return %c2, %c3, %c2 : index, index, index
    }
    builtin.module {
      %c7 = arith.constant 7 : index
      hal.return %c7, %c7, %c7 : index, index, index
    }
  }
}`;
  assert.deepEqual(
    [...parseGrids(mlir)],
    [
      ['first', [32, 1, 1]],
      ['quoted name', [2, 3, 2]],
    ],
  );
  assert.equal(parseGrids('').size, 0);
});

test('knows the grid of an executable with embedded sources, and none of one without', async () => {
  assert.deepEqual([...(await gridsOf(path.join(kernels, 'captured.so')))], [['matmul_dispatch_0_matmul_256x256x256_f32', [16, 1, 1]]]);
  assert.equal((await gridsOf(path.join(kernels, 'grid-of-8.so'))).size, 0);
  assert.equal((await gridsOf('/no/such/file.so')).size, 0);
});
