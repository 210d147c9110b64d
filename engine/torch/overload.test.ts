/** Overloads chosen by what traces have, against those that PyTorch really called. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { describe } from './describe';
import { readSchemaTable } from './schemaTable';

type Call = readonly [overload: string, dims: unknown, types: readonly string[], strides: unknown, values: readonly string[]];

const calls = gunzipSync(readFileSync(path.join(__dirname, '../../test/fixtures/neighbours/pytorch-overloads/calls.jsonl.gz')))
  .toString()
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Call);

test('the overload is the one that was called, or it is said that it may be', async () => {
  const table = await readSchemaTable(__dirname);
  const ambiguous = new Set<string>();
  for (const [overload, inputDims, inputTypes, inputStrides, concreteInputs] of calls) {
    const name = overload.replace(/\.\w+$/, '');
    const described = describe({ name, inputDims, inputTypes, inputStrides, concreteInputs, count: 1 }, table);
    const found = 'description' in described ? described.description : assert.fail(`${overload}: ${described.undescribed.message}`);
    const may = [found.overload, ...(found.ambiguous ?? [])];
    assert.ok(may.includes(overload), `${overload} is taken for ${may.join(' or ')}: ${JSON.stringify([inputTypes, concreteInputs])}`);
    if (may.length > 1) ambiguous.add(may.join(' or '));
  }
  assert.ok(calls.length > 2000, `${calls.length} calls`);
  // These have the same inputs: a tensor to compare with, or one for the result; sizes, or no factors.
  assert.deepEqual([...ambiguous].toSorted(), [
    'aten::_upsample_nearest_exact1d or aten::_upsample_nearest_exact1d.vec',
    'aten::max.other or aten::max.unary_out',
    'aten::min.other or aten::min.unary_out',
    'aten::upsample_linear1d or aten::upsample_linear1d.vec',
    'aten::upsample_nearest1d or aten::upsample_nearest1d.vec',
  ]);
});
