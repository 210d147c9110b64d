import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paint } from './pixelRow';

const RED = 0xff0000ff;
const BLUE = 0xffff0000;
const alphas = (row: Uint32Array): number[] => [...row].map((pixel) => pixel >>> 24);

test('what covers a part of a pixel is as opaque as that part', () => {
  const row = new Uint32Array(6);
  paint(row, 1.5, 4.25, RED, 1, 0, 6);
  assert.deepEqual(alphas(row), [0, 128, 255, 255, 64, 0]);
  assert.equal(row[2], RED);
});

test('slices that share a pixel add up, in the colour of the larger', () => {
  const row = new Uint32Array(1);
  paint(row, 0, 0.25, RED, 1, 0, 1);
  paint(row, 0.25, 1, BLUE, 1, 0, 1);
  assert.equal(row[0], BLUE);
  const many = new Uint32Array(1);
  for (let i = 0; i < 10; i++) paint(many, i / 10, i / 10 + 0.05, RED, 1, 0, 1);
  assert.ok(Math.abs((many[0] ?? 0) / 2 ** 24 - 128) < 10);
});

test('nothing is painted outside of the clip, however far it reaches', () => {
  const row = new Uint32Array(20);
  paint(row, -1e12, 1e12, RED, 1, 2, 15);
  assert.deepEqual(
    alphas(row).map((alpha, x) => (alpha === 255) === (x >= 2 && x < 15)),
    new Array(20).fill(true),
  );
  paint(row, 18.5, 30, RED, 1, 0, 20);
  assert.deepEqual(alphas(row).slice(18), [128, 255]);
  paint(row, 30, 40, RED, 1, 0, 20);
});

test('what is half covered is half as opaque', () => {
  const row = new Uint32Array(4);
  paint(row, 0, 4, RED, 0.5, 0, 4);
  assert.deepEqual(alphas(row), [128, 128, 128, 128]);
});
