import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordTimes } from '../../engine/addon/recordTimes';
import { EVERY_VIA, NO_LAST, NO_VIA } from '../../protocol/capture/recordTimes';
import { describe, runOfRecord, timesOfRows } from './executionTimes';

type Execution = readonly [via: number, record: number, start: bigint, duration: bigint];

/** As the core gives them. */
function made(executions: readonly Execution[]): RecordTimes {
  const sums = (durations: readonly bigint[]): BigInt64Array => {
    let sum = 0n;
    return BigInt64Array.of(0n, ...durations.map((duration) => (sum += duration)));
  };
  const order = executions.map((_, i) => i);
  const [record, start] = [(i: number) => executions[i]?.[1] ?? 0, (i: number) => executions[i]?.[2] ?? 0n];
  order.sort((a, b) => record(a) - record(b) || Number(start(a) - start(b)));
  return {
    vias: Uint32Array.from(executions, ([via]) => via),
    records: Uint32Array.from(executions, ([, of]) => of),
    starts: BigInt64Array.from(executions, ([, , at]) => at),
    durations: BigInt64Array.from(executions, ([, , , duration]) => duration),
    workers: Uint16Array.from(executions, () => 2),
    sums: sums(executions.map(([, , , duration]) => duration)),
    byRecord: Uint32Array.from(order),
    sumsByRecord: sums(order.map((i) => executions[i]?.[3] ?? 0n)),
    longest: 0n,
    replay: '',
    leftOut: 0,
  };
}

/** Commands 12, 13 and 14, executed by 20 and 30; 20, 30 and 40 are operations of a queue. */
const times = made([
  [20, 12, 0n, 5n],
  [20, 13, 5n, 7n],
  [20, 14, 12n, 11n],
  [30, 12, 40n, 50n],
  [30, 13, 90n, 70n],
  [NO_VIA, 20, 0n, 25n],
  [NO_VIA, 30, 40n, 9_007_199_254_740_993n],
  [NO_VIA, 40, 200n, 1n],
]);

const asked = (...rows: readonly (readonly [record: number, via?: number, last?: number])[]): string[] =>
  Array.from(
    timesOfRows(times, new Map([[10, 999n]]), {
      records: Uint32Array.from(rows, ([record]) => record),
      vias: Uint32Array.from(rows, ([, via = NO_VIA]) => via),
      lasts: Uint32Array.from(rows, ([, , last = NO_LAST]) => last),
    }),
    String,
  );

test('a command has the time of the submission below which it stands, exactly', () => {
  assert.deepEqual(asked([12, 20], [12, 30], [30]), ['5', '50', '9007199254740993']);
});

test('a group of commands has the time of those in it, a scope its own', () => {
  assert.deepEqual(asked([12, 20, 13], [13, 20, 15], [10, NO_VIA, 50]), ['12', '18', '999']);
});

test('a row of every execution has the time of all', () => {
  assert.deepEqual(asked([12, EVERY_VIA], [14, EVERY_VIA], [40, EVERY_VIA]), ['55', '11', '1']);
});

test('nothing is known of what was not executed, nor of a command where it was recorded', () => {
  assert.deepEqual(asked([14, 30], [12], [99], [99, EVERY_VIA], [11, NO_VIA, 15]), ['-1', '-1', '-1', '-1', '-1']);
});

test('executions of a record are listed in order of time, with their share of the whole', () => {
  const run = runOfRecord(times, 12, 30, 110n);
  assert.deepEqual(
    { count: run?.count, share: run?.share, thisNs: run?.thisNs, median: run?.medianNs },
    { count: 2, share: 0.5, thisNs: 50, median: 27.5 },
  );
  assert.deepEqual([...(run?.executions?.vias ?? [])], [20, 30]);
  assert.deepEqual([...(run?.executions?.starts ?? [])], [0n, 40n]);
  assert.equal(runOfRecord(times, 99, undefined, 110n), undefined);
  assert.equal(runOfRecord(times, 12, undefined, 0n)?.share, undefined);
});

test('many executions are described and listed without all of them', () => {
  const many = made(Array.from({ length: 100_000 }, (_, i) => [100_000 + i, 1, BigInt(i), BigInt(1000 + (i % 10))] as const));
  const run = runOfRecord(many, 1, undefined, 1n);
  assert.equal(run?.count, 100_000);
  assert.equal(run.executions?.vias.length, 4096);
  assert.ok(run.medianNs >= 1003 && run.medianNs <= 1006, String(run.medianNs));
});

test('describes a single time', () => {
  const { histogram, ...rest } = describe(Float64Array.of(7));
  assert.deepEqual(rest, { medianNs: 7, leastNs: 7, mostNs: 7, madNs: 0, p95Ns: 7 });
  assert.equal(histogram.bins[0], 1);
});
