import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlameFrame } from './profile';
import { flameLayout } from './flameLayout';

const frame = (name: string, depth: number, totalNs: number): FlameFrame => ({ name, depth, totalNs, selfNs: 0, count: 1 });
const sizeOf = ({ totalNs }: FlameFrame): number => totalNs;
const frames = [
  frame('execute', 0, 80),
  frame('command_buffer 9', 1, 60),
  frame('matmul', 2, 40),
  frame('softmax', 2, 10),
  frame('command_buffer 11', 1, 20),
  frame('deinit', 0, 20),
];
const placed = (root?: number, least = 0): readonly string[] =>
  flameLayout(frames, { sizeOf, root, least }).frames.map(
    ({ frame: { name }, left, width }) => `${name} ${left.toFixed(2)} ${width.toFixed(2)}`,
  );

test('each frame stands within the one that it is in, behind those before it', () => {
  assert.deepEqual(placed(), [
    'execute 0.00 0.80',
    'command_buffer 9 0.00 0.60',
    'matmul 0.00 0.40',
    'softmax 0.40 0.10',
    'command_buffer 11 0.60 0.20',
    'deinit 0.80 0.20',
  ]);
});

test('a chosen frame takes the whole width, under those that it is in', () => {
  assert.deepEqual(placed(1), ['execute 0.00 1.00', 'command_buffer 9 0.00 1.00', 'matmul 0.00 0.67', 'softmax 0.67 0.17']);
});

test('what is too narrow to be seen is left out', () => {
  assert.deepEqual(placed(undefined, 0.15), [
    'execute 0.00 0.80',
    'command_buffer 9 0.00 0.60',
    'matmul 0.00 0.40',
    'command_buffer 11 0.60 0.20',
    'deinit 0.80 0.20',
  ]);
});

test('nothing is laid out where no time was taken', () => {
  assert.deepEqual(flameLayout([], { sizeOf, root: undefined, least: 0 }), { frames: [], depth: 0, whole: 0 });
  assert.deepEqual(flameLayout([frame('none', 0, 0)], { sizeOf, root: undefined, least: 0 }).frames, []);
});
