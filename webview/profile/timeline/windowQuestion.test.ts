import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers, isUseful, piecesOf, quantumOf, questionFor, type WindowQuestion } from './windowQuestion';

const SECOND = 1_000_000_000n;
const window = (from: bigint, to: bigint, quantum: number): { readonly question: WindowQuestion } => ({
  question: { from, to, quantum, pixels: Number(to - from) / quantum },
});

test('a window has three screens at a power of two, and never what cannot be', () => {
  const view = { from: 400_000_000n, to: 401_000_000n };
  const question = questionFor(view, 1000, SECOND);
  assert.equal(question.quantum, 1024);
  assert.ok(question.from <= 399_000_000n && question.from > 398_900_000n);
  assert.ok(question.to >= 402_000_000n && question.to < 402_100_000n);
  assert.deepEqual(questionFor({ from: -1000n, to: SECOND + 1000n }, 1000, SECOND), {
    ...{ from: 0n, to: 15n * 64n * 2n ** 20n, quantum: 2 ** 20, pixels: 960 },
  });
});

test('a window answers while a quarter of a screen around the view is in it', () => {
  const view = { from: 400_000_000n, to: 401_000_000n };
  const question = questionFor(view, 1000, SECOND);
  const moved = (by: bigint) => ({ from: view.from + by, to: view.to + by });
  assert.ok(answers(question, moved(700_000n), 1000, SECOND));
  assert.ok(!answers(question, moved(900_000n), 1000, SECOND));
  assert.ok(!answers(question, { from: 400_000_000n, to: 403_000_000n }, 1000, SECOND));
  assert.ok(answers(questionFor({ from: 0n, to: 1000n }, 100, 1000n), { from: -10n, to: 990n }, 100, 1000n));
});

test('what is farther than two powers of two from the view, or elsewhere, is not waited for', () => {
  const view = { from: 0n, to: 1_024_000n };
  assert.equal(quantumOf(view, 1000), 1024);
  assert.ok(isUseful(window(0n, 2_000_000n, 4096).question, view, 1000));
  assert.ok(!isUseful(window(0n, 2_000_000n, 8192).question, view, 1000));
  assert.ok(!isUseful(window(2_000_000n, 3_000_000n, 1024).question, view, 1000));
});

test('a view is drawn from the best window, and from coarser ones around it', () => {
  const whole = window(0n, SECOND, 2 ** 20);
  const fine = window(1000n, 2000n, 1);
  const pieces = piecesOf([whole, fine], { from: 500n, to: 2500n }, 2000);
  assert.deepEqual(
    pieces.map(({ window, from, to }) => [window === fine, from, to]),
    [
      [false, 500n, 1000n],
      [true, 1000n, 2000n],
      [false, 2000n, 2500n],
    ],
  );
});

test('before the first moment a window at the beginning is as good as anywhere', () => {
  assert.equal(piecesOf([window(0n, 100n, 1)], { from: -10n, to: 50n }, 60)[0]?.from, -10n);
  assert.deepEqual(piecesOf([], { from: 0n, to: 1n }, 1), []);
});
