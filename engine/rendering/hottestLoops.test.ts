import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hottestLoops } from './hottestLoops';

const kernel = (ordinal: number, name: string, samples: number) => ({
  ...{ type: 'hotspot_kernel', executable_id: 4, function_ordinal: ordinal, kernel: name, samples },
});
const loop = (fields: Readonly<Record<string, unknown>>, samples: number, ordinal = 0) => ({
  ...{ type: 'hotspot_loop', executable_id: 4, innermost: true, address: 4160, path: '/src/mul.c', first_line: 12 },
  width: { element: 'float', element_bits: 32, vector_bits: 256 },
  iteration: { bytes_read: 64, bytes_written: 0, float_operations: 16, integer_operations: 4 },
  kernels: [{ executable_id: 4, function_ordinal: ordinal, samples, too_few: samples < 10 }],
  ...fields,
});
const found = (...rows: readonly unknown[]) => Object.fromEntries(hottestLoops(rows.map((row) => JSON.stringify(row))).loops);

test('the loop with the most samples says how many operations it has for each byte', () => {
  const cold = loop({ first_line: 3, iteration: { bytes_read: 4, bytes_written: 4, float_operations: 1, integer_operations: 0 } }, 20);
  assert.deepEqual(found(kernel(0, 'mul', 100), cold, loop({}, 80)), {
    mul: { place: 'mul.c:12', share: 0.8, intensity: 0.25, type: 'f32' },
  });
});

test('a loop with loops in it, and one with too few samples, is not the hottest', () => {
  assert.deepEqual(found(kernel(0, 'mul', 100), loop({ innermost: false }, 100), loop({}, 9)), {});
});

test('what the code does not say is not known, with the reason', () => {
  const why = (fields: Readonly<Record<string, unknown>>) => found(kernel(0, 'mul', 100), loop(fields, 80))['mul'];
  const known = { bytes_read: 64, bytes_written: 0, float_operations: 16, integer_operations: 0 };
  assert.equal(why({ iteration: { bytes_unknown: 'masks', ...known } })?.unknown, 'masks');
  assert.equal(
    why({ iteration: { operations_unknown: 'it calls a function', bytes_read: 64, bytes_written: 0 } })?.unknown,
    'it calls a function',
  );
  assert.equal(why({ iteration: { ...known, bytes_read: 0 } })?.unknown, 'it loads and stores nothing');
  assert.equal(why({ iteration: { ...known, float_operations: 0 } })?.unknown, 'it has no operations that are counted');
  assert.equal(why({ iteration: { bytes_unknown: 'masks', ...known } })?.intensity, undefined);
});

test('elements of several widths, or of another kind than what is counted, have no type', () => {
  const typed = (fields: Readonly<Record<string, unknown>>) => found(kernel(0, 'mul', 100), loop(fields, 80))['mul'];
  assert.equal(typed({ width: { element: 'float', vector_bits: 256 } })?.type, undefined);
  assert.equal(typed({ width: { element: 'integer', element_bits: 32, vector_bits: 512 } })?.type, undefined);
  const integers = { bytes_read: 8, bytes_written: 0, float_operations: 0, integer_operations: 4 };
  assert.equal(typed({ width: { element: 'integer', element_bits: 32, vector_bits: 512 }, iteration: integers })?.type, 'i32');
});

test('of a name that several functions have nothing is told, and code without lines has an address', () => {
  assert.deepEqual(found(kernel(0, 'mul', 100), kernel(1, 'mul', 50), loop({}, 80)), {});
  assert.equal(found(kernel(0, 'mul', 100), loop({ path: undefined }, 80))['mul']?.place, '0x1040');
});
