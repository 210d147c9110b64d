import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InspectedRange, TracedSpan } from '../../protocol/replay/inspection';
import { guessTensor, operandsOf } from './operands';

/** "f32 4x64x64", or "none". */
function guess(name: string, use: 'reads' | 'writes', length: number, exact = true, nth = 0): string {
  const guessed = guessTensor(name, use, length, exact, nth);
  return guessed === undefined ? 'none' : `${guessed.type} ${guessed.shape.join('x')}`;
}

test('the names that IREE gives functions tell operands of as many bytes', () => {
  const softmax = 'block$async_dispatch_9_softmax_4x64x64xf32_dispatch_tensor_store';
  assert.equal(guess(softmax, 'reads', 65536), 'f32 4x64x64');
  assert.equal(guess(softmax, 'writes', 65536), 'f32 4x64x64');
  const product = 'mixed_dispatch_0_matmul_48x40x72_i8xi8xi32';
  assert.equal(guess(product, 'reads', 3456), 'i8 48x72');
  assert.equal(guess(product, 'reads', 2880), 'i8 72x40');
  assert.equal(guess(product, 'writes', 7680), 'i32 48x40');
  const batch = 'block$async_dispatch_8_batch_matmul_4x64x64x32_f32';
  assert.equal(guess(batch, 'reads', 32768), 'f32 4x64x32');
  assert.equal(guess(batch, 'reads', 32768, true, 1), 'f32 4x32x64');
  assert.equal(guess(batch, 'writes', 65536), 'f32 4x64x64');
  assert.equal(guess('mlp_dispatch_0_matmul_8x256x256_f32', 'reads', 1024), 'f32 256');
  assert.equal(guess('squeezenet$async_dispatch_0_conv_64x111x111x3x3x3_f32', 'writes', 3154176), 'f32 64x111x111');
  assert.equal(guess('shufflenet$async_dispatch_2_conv_24x56x56x3x3_f32', 'writes', 301056), 'f32 24x56x56');
  assert.equal(guess('mixed_dispatch_1_elementwise_3200_f16', 'reads', 6400), 'f16 3200');
  assert.equal(guess('mixed_dispatch_2_reduction_32x100_f16xf32', 'reads', 6400), 'f16 32x100');
  assert.equal(guess('mixed_dispatch_2_reduction_32x100_f16xf32', 'writes', 128), 'f32 32');
  assert.equal(guess('block$async_dispatch_0_reduction_64x128_f32', 'writes', 32768), 'f32 64x128');
  assert.equal(guess('_encoding_3_encode_64x128xi8_to_64x128xi8', 'writes', 8192), 'i8 64x128');
});

test('of a product whose sides have as many bytes it is said that it may be either', () => {
  const batch = 'block$async_dispatch_8_batch_matmul_4x64x64x32_f32';
  assert.equal(guessTensor(batch, 'reads', 32768)?.ambiguous, true);
  assert.equal(guessTensor(batch, 'writes', 65536)?.ambiguous, false);
  assert.equal(guessTensor('mixed_dispatch_0_matmul_48x40x72_i8xi8xi32', 'reads', 3456)?.ambiguous, false);
});

test('nothing is guessed against the number of bytes, and nothing of what a name leaves open', () => {
  for (let length = 0; length < 4096; length++) {
    const guessed = guessTensor('mixed_dispatch_4_reduction_24x64_bf16xf32', 'reads', length);
    if (guessed === undefined) continue;
    const size = guessed.type === 'bf16' ? 2 : 4;
    assert.equal(
      guessed.shape.reduce((all, one) => all * one, size),
      length,
    );
  }
  assert.equal(guess('dynamic_dispatch_0_matmul_DxDxD_f32', 'writes', 4292), 'none');
  assert.equal(guess('shufflenet$async_dispatch_0_slow_memcpy', 'writes', 612004), 'none');
  assert.equal(guess('', 'writes', 4), 'none');
  // A line more is what lies behind the tensor, two are something else.
  assert.equal(guess('dispatch_1_reduction_1000x169_f32', 'writes', 4032, false), 'f32 1000');
  assert.equal(guess('dispatch_1_reduction_1000x169_f32', 'writes', 4096, false), 'none');
});

const range = (ordinal: number, length: number): InspectedRange => ({
  role: 'binding',
  ordinal,
  buffer: '15',
  offset: '0',
  length: String(length),
  changed: '1',
});
const span = (offset: number, length: number, more: Partial<TracedSpan> = {}): TracedSpan => ({
  buffer: '15',
  offset: String(offset),
  length: String(length),
  reading: 'notSeen',
  next: 'unknown',
  ...more,
});

test('what is read lies in the first of the bindings that hold it, what is written in the last', () => {
  const name = 'dispatch_9_softmax_4x64x64xf32_dispatch_tensor_store';
  const writer = { record: 43, via: 82, function: 'dispatch_8_batch_matmul_4x64x64x32_f32' };
  const operands = operandsOf(name, [range(0, 229376), range(1, 229376)], {
    found: [span(0, 163840), span(163840, 65536, { writer, reading: 'seen', readOffset: '163840', readLength: '65536' })],
    left: [span(65536, 65536, { next: 'seen', reader: { record: 49, via: 82 } })],
  });
  assert.deepEqual(operands, [
    { range: 0, use: 'reads', offset: '163840', length: '65536', type: 'f32', shape: [4, 64, 64], basis: 'name', writer, next: 'unknown' },
    {
      ...{ range: 1, use: 'writes', offset: '65536', length: '65536', type: 'f32', shape: [4, 64, 64], basis: 'name' },
      ...{ next: 'seen', reader: { record: 49, via: 82 } },
    },
  ]);
});

test('pieces with gaps between them are one tensor where the name says so, and otherwise each its own', () => {
  const left = [span(8192, 5696), span(13952, 2432)];
  const together = operandsOf('mlp_dispatch_0_matmul_8x256x256_f32', [range(0, 16384)], { found: [], left });
  assert.deepEqual(
    together.map(({ offset, length, shape }) => [offset, length, shape]),
    [['8192', '8192', [8, 256]]],
  );
  const apart = operandsOf('mlp_dispatch_0_slow_memcpy', [range(0, 16384)], { found: [], left });
  assert.deepEqual(
    apart.map(({ offset, length, shape, type }) => [offset, length, shape, type]),
    [
      ['8192', '5696', undefined, undefined],
      ['13952', '2432', undefined, undefined],
    ],
  );
});

test('what several operations wrote in turn is one tensor where its bytes say so, or where it is in many pieces', () => {
  const writer = (record: number): Partial<TracedSpan> => ({ reading: 'seen', writer: { record, via: 9 } });
  const padded = Array.from({ length: 20 }, (_, i) => span(i * 128, 128, i % 2 === 0 ? writer(3) : { reading: 'unknown' }));
  const many = operandsOf('dispatch_1_conv_4x4_f32', [range(0, 4096)], { found: padded, left: [] });
  assert.deepEqual(
    many.map(({ offset, length }) => [offset, length]),
    [['0', '2432']],
  );
  const two = [span(0, 128, writer(3)), span(128, 128, writer(5)), span(256, 64)];
  const [whole, ...more] = operandsOf('dispatch_1_softmax_8x8xf32', [range(0, 4096)], { found: two, left: [] });
  assert.deepEqual([whole?.shape, whole?.writer?.record, more.length], [[8, 8], 5, 0]);
  // Each of them a tensor by its own number of bytes.
  const sides = [span(0, 3456, writer(3)), span(3456, 2880, writer(5))];
  const apart = operandsOf('dispatch_0_matmul_48x40x72_i8xi8xi32', [range(0, 8192)], { found: sides, left: [] });
  assert.deepEqual(
    apart.map(({ shape }) => shape),
    [
      [48, 72],
      [72, 40],
    ],
  );
});

test('rows at equal steps are one tensor: dense where it has all of the room around them, padded where others lie between', () => {
  const scores = { record: 37, via: 177, function: 'generate_dispatch_7_matmul_like_4x8x32x16_f32' };
  // Of the first row only what is not masked is read, one element.
  const unmasked = [4224, 5248, 6272, 7296].map((offset) => span(offset, 832, { writer: scores, reading: 'seen' }));
  const found = [span(0, 4096), ...unmasked, span(8192, 8192, { reading: 'unknown' })];
  const [dense, ...others] = operandsOf('generate_dispatch_8_softmax_4x8x32xf32_dispatch_tensor_store', [range(0, 16384)], {
    found,
    left: [],
  });
  assert.deepEqual([dense?.offset, dense?.length, dense?.shape, dense?.strides], ['4096', '4096', [4, 8, 32], undefined]);
  assert.deepEqual([dense?.writer, others], [scores, []]);
  const product = { record: 45, via: 205, function: 'mobilenet_v2_dispatch_7_matmul_like_24x24x48x8_f32' };
  const fill = { record: 42, via: 205 };
  const rows = Array.from({ length: 24 }, (_, i) => [
    span(78912 + i * 4992, 4608, { writer: product, reading: 'seen' }),
    span(83520 + i * 4992, 384, { writer: fill, reading: 'unknown' }),
  ]).flat();
  for (const [name, basis] of [
    ['mobilenet_v2_dispatch_8_conv_24x24x48x3x3_f32', 'name'],
    ['mobilenet_v2_dispatch_11_conv_12x12x48x3x3_f32', 'writer'],
  ] as const) {
    const [padded, ...more] = operandsOf(name, [range(0, 350592)], { found: [span(73728, 5184, { writer: fill }), ...rows], left: [] });
    assert.deepEqual([padded?.offset, padded?.length, padded?.shape, more], ['78912', '119424', [24, 24, 48], []]);
    assert.deepEqual([padded?.strides, padded?.basis, padded?.writer], [[1248, 48, 1], basis, product]);
  }
});

test('pieces that are no rows of what a name says stay pieces', () => {
  const written = (offset: number, length: number): TracedSpan => span(offset, length, { writer: { record: 3 }, reading: 'seen' });
  for (const found of [
    [written(0, 128), written(256, 128)],
    [written(0, 128), written(256, 128), written(640, 128)],
    [written(0, 128), written(256, 128), written(512, 64)],
    [written(0, 128), written(256, 128), written(512, 128)],
  ])
    assert.equal(operandsOf('dispatch_1_elementwise_17_f32', [range(0, 4096)], { found, left: [] }).length, found.length);
});

test('the window of a convolution is what stands last in its name', () => {
  assert.equal(guess('mobilenet_v2_dispatch_11_conv_12x12x48x3x3_f32', 'reads', 1728), 'f32 48x3x3');
  assert.equal(guess('squeezenet$async_dispatch_0_conv_64x111x111x3x3x3_f32', 'reads', 6912), 'f32 64x3x3x3');
});

test('of a binding of which nothing is seen the name may still tell', () => {
  const [bound] = operandsOf('mixed_dispatch_0_matmul_48x40x72_i8xi8xi32', [range(0, 3456)], { found: [], left: [] });
  assert.deepEqual([bound?.use, bound?.type, bound?.shape], ['bound', 'i8', [48, 72]]);
  const [other] = operandsOf('mixed_dispatch_0_matmul_48x40x72_i8xi8xi32', [range(0, 100)], { found: [], left: [] });
  assert.deepEqual([other?.type, other?.shape, other?.basis], [undefined, undefined, 'none']);
});
