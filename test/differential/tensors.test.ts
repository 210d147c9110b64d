/** Tensors as they are inspected, beside what numpy computes; and .npy files between numpy and us. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { inspect } from '../../engine/addon/inspection';
import { compareElements } from '../../engine/comparing/comparing';
import { readNpy, writeNpy } from '../../engine/comparing/npy';
import { ELEMENT_TYPES, elementSize, type ElementType } from '../../protocol/replay/element';
import type { Operand } from '../../protocol/replay/inspection';
import { fixture, temporaryFolder } from '../programs';
import { numpy } from './numpy';

const folder = temporaryFolder();
const file = (name: string): string => path.join(folder, name);

/** An operand as an array. */
interface Inspected {
  readonly operand: Operand;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

/** What a dispatch reads and writes. */
async function operandsAt(capture: string, record: number): Promise<readonly Inspected[]> {
  const run = { capture: fixture(capture), devices: ['local-sync'], fileRemaps: [] };
  const kept = await inspect({ run, record, traced: true });
  return kept.inspection.operands.map((operand) => {
    const begin = Number(operand.offset) - Number(kept.inspection.ranges[operand.range]?.offset);
    const bytes = kept.bytes(operand.range, operand.use === 'reads' ? 'before' : 'after');
    return { operand, shape: operand.shape ?? [], data: bytes.slice(begin, begin + Number(operand.length)) };
  });
}

const exactly = { absolute: 0, relative: 0, ulp: 0, nanEqual: true };

test('the softmax of the transformer works on tensors that numpy computes from the inputs that were recorded', async () => {
  const [logits, probs, ...more] = await operandsAt('models/block/block.sync.ireereplay', 46);
  assert.ok(logits !== undefined && probs !== undefined);
  assert.equal(more.length, 0);
  assert.deepEqual([logits.operand.use, logits.operand.type, logits.shape], ['reads', 'f32', [4, 64, 64]]);
  assert.deepEqual([probs.operand.use, probs.operand.type, probs.shape], ['writes', 'f32', [4, 64, 64]]);
  assert.deepEqual([logits.operand.writer?.record, logits.operand.writer?.via], [43, 82]);
  assert.deepEqual([probs.operand.reader?.record, probs.operand.reader?.via], [49, 82]);

  assert.deepEqual(numpy('block.py', fixture('models/block/x.npy'), folder), [4, 64, 64]);
  // Sums of 128 products of numbers about 1, rounded to f32 at each.
  const near = { ...exactly, absolute: 2e-5 };
  const expected = readNpy(readFileSync(file('logits.npy')));
  assert.deepEqual(expected.shape, logits.shape);
  const compared = await compareElements(expected.data, logits.data, 'f32', near);
  assert.ok(compared.agrees, JSON.stringify(compared));
  const probabilities = await compareElements(readNpy(readFileSync(file('probs.npy'))).data, probs.data, 'f32', near);
  assert.ok(probabilities.agrees, JSON.stringify(probabilities));

  // The function alone, from what it read: what is left are its roundings.
  writeFileSync(file('read.npy'), writeNpy('f32', logits.shape, logits.data));
  numpy('softmax.py', file('read.npy'), file('written.npy'));
  const alone = await compareElements(readNpy(readFileSync(file('written.npy'))).data, probs.data, 'f32', { ...exactly, ulp: 16 });
  assert.ok(alone.agrees, JSON.stringify(alone));
});

test('the softmax of a program whose sizes are known only when it runs is found, too', async () => {
  const operands = await operandsAt('models/dynamic/dynamic.task.ireereplay', 37);
  const read = operands.find(({ operand }) => operand.use === 'reads');
  const written = operands.find(({ operand }) => operand.use === 'writes');
  assert.ok(read !== undefined && written !== undefined);
  // No name tells the shape: 37 rows of 29.
  assert.deepEqual([read.operand.type, read.operand.shape, written.operand.shape], ['f32', undefined, undefined]);
  const y = readNpy(readFileSync(fixture('models/dynamic/y.npy')));
  assert.ok(Buffer.from(written.data.subarray(0, y.data.length)).equals(Buffer.from(y.data)));
  writeFileSync(file('rows.npy'), writeNpy('f32', y.shape, read.data.subarray(0, y.data.length)));
  numpy('softmax.py', file('rows.npy'), file('softmax.npy'));
  const alone = await compareElements(readNpy(readFileSync(file('softmax.npy'))).data, y.data, 'f32', { ...exactly, ulp: 16 });
  assert.ok(alone.agrees, JSON.stringify(alone));
});

interface Written {
  readonly name: string;
  readonly kind: string;
  readonly shape: readonly number[];
  readonly order: string;
}

const OF_NUMPY: Readonly<Record<string, ElementType>> = {
  ...{ f8: 'f64', f4: 'f32', f2: 'f16', i8: 'i64', i4: 'i32', i2: 'i16', i1: 'i8' },
  ...{ u8: 'ui64', u4: 'ui32', u2: 'ui16', u1: 'ui8', b1: 'i1' },
};

test('what numpy writes is read as numpy means it, or refused, in every type, order of bytes and order of elements', () => {
  const written = numpy('write.py', folder) as readonly Written[];
  let refused = 0;
  for (const { name, kind, shape, order } of written) {
    const npy = readFileSync(file(`${name}.npy`));
    const what = `${order}${kind} ${shape.join('x')}`;
    const type = OF_NUMPY[kind];
    if (type === undefined && order === '>' && /^[cUM]/.test(kind)) {
      assert.throws(() => readNpy(npy), /big-endian/, what);
      refused++;
      continue;
    }
    const read = readNpy(npy);
    assert.deepEqual([read.type, read.shape], [type, shape], what);
    assert.ok(Buffer.from(read.data).equals(readFileSync(file(`${name}.bin`))), what);
  }
  assert.ok(refused > 0 && refused < written.length / 2);
});

test('what we write is read by numpy, in every type', () => {
  const shapes = [[], [7], [2, 3], [2, 3, 4]];
  const arrays = ELEMENT_TYPES.flatMap((type) =>
    shapes.map((shape, i) => {
      const count = shape.reduce((all, one) => all * one, 1);
      const data = Uint8Array.from({ length: count * elementSize(type) }, (_, at) => (type === 'i1' ? at & 1 : (at * 37 + 11) % 120));
      const name = file(`ours-${type}-${String(i)}.npy`);
      writeFileSync(name, writeNpy(type, shape, data));
      return { type, shape, data, name };
    }),
  );
  const read = numpy('read.py', ...arrays.map(({ name }) => name)) as readonly {
    readonly type: string;
    readonly shape: readonly number[];
    readonly bytes: string;
  }[];
  for (const [i, { type, shape, data }] of arrays.entries()) {
    const found = read[i];
    const [code] = Object.entries(OF_NUMPY).find(([, ours]) => ours === type) ?? [`V${String(elementSize(type))}`];
    assert.deepEqual([found?.type.slice(1), found?.shape, found?.bytes], [code, shape, Buffer.from(data).toString('hex')], type);
  }
});
