import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedLoop, HotspotsComparison } from '../../protocol/code/hotspotsComparison';
import { sampledRunOf, type SampledRun } from '../comparing/sampledRun';
import { compareSampledRuns, ofKernels } from './hotspotsDiff';
import { comparedSides } from './sampledSides';

interface Loop {
  readonly lines: readonly [number, number];
  readonly samples: number;
  readonly parent?: number;
  readonly bits?: number;
  readonly inlined?: string;
}

interface Run {
  readonly sampling?: Readonly<Record<string, unknown>>;
  readonly replay?: Readonly<Record<string, unknown>>;
  readonly samples?: number;
  readonly digest?: string;
  readonly executions?: number;
  readonly md5?: string;
  readonly path?: string;
  readonly loops?: readonly Loop[];
  readonly lines?: Readonly<Record<number, number>>;
  /** Of another kernel, whose code is the same in all runs. */
  readonly other?: number;
}

const SAMPLING = {
  ...{ event: 'clock', rate_hz: 1000, method: 'perf_events', runs: 10, lost: '0' },
  ...{ all_executions: true, processor: 'p', host: 'h' },
};
const REPLAY = {
  ...{ capture: 'c', capture_bytes: '1', capture_modified_ns: '2', devices: ['local-sync'], workers: 1 },
  ...{ ran_ns: '1000', waited_ns: '0', status: 'OK' },
};

/** As the report prints it. */
function run(told: Run): SampledRun {
  const { samples = 1000, digest = 'd', executions = 4, md5 = 'm', path = '/a/k.c', loops = [], lines = {}, other = 0 } = told;
  const kernel = { executable_id: 4, function_ordinal: 0, kernel: 'k' };
  const part = (count: number): readonly unknown[] => (count === 0 ? [] : [{ ...kernel, samples: count, taken: count }]);
  const rows: readonly unknown[] = [
    {
      ...{ type: 'hotspots_summary', samples: samples + other, taken: samples + other, notes: [] },
      sampling: JSON.stringify({ ...SAMPLING, ...told.sampling }),
      replay: JSON.stringify({ ...REPLAY, ...told.replay }),
    },
    { type: 'hotspot_kernel', ...kernel, samples, taken: samples, code_digest: digest, executions },
    ...(other === 0
      ? []
      : [
          {
            ...{ type: 'hotspot_kernel', executable_id: 5, function_ordinal: 0, kernel: 'other' },
            ...{ samples: other, taken: other, code_digest: 'same', executions: 4 },
          },
        ]),
    ...loops.map(({ lines: [first, last], samples: count, parent, bits = 0, inlined }, index) => ({
      ...{ type: 'hotspot_loop', executable_id: 4, function: 'k', function_address: 64, loop: index },
      ...(parent === undefined ? {} : { parent }),
      ...(inlined === undefined ? {} : { inlined }),
      ...{ innermost: true, path, first_line: first, last_line: last, source_md5: md5 },
      width: { words: `computes on ${String(bits)}`, vector_bits: bits },
      ...{ samples: count, own_samples: count, kernels: part(count) },
    })),
    ...Object.entries(lines).map(([line, count]) => ({ type: 'hotspot_line', path, line: Number(line), kernels: part(count) })),
  ];
  return sampledRunOf(
    'p.ireeprof',
    rows.map((row) => JSON.stringify(row)),
  );
}

const scalar: Run = { samples: 1000, digest: 'a', loops: [{ lines: [7, 8], samples: 800 }], lines: { 8: 800, 12: 200 } };
const vector: Run = { samples: 300, digest: 'b', loops: [{ lines: [7, 8], samples: 100, bits: 256 }], lines: { 8: 100, 12: 200 } };

const compare = (before: Run, after: Run): HotspotsComparison => compareSampledRuns(run(before), run(after));

function loopAt({ loops }: HotspotsComparison, line: number): ComparedLoop {
  const found = loops.find(({ placeBefore, placeAfter }) => (placeBefore ?? placeAfter)?.firstLine === line);
  assert.ok(found !== undefined, `a loop at line ${String(line)}`);
  return found;
}

test('the loop that gained made the difference, and is said with what it computes on', () => {
  const compared = compare(scalar, vector);
  assert.deepEqual(compared.doubts, []);
  const [kernel] = compared.kernels;
  assert.equal(kernel?.difference.verdict, 'gained');
  assert.equal(kernel.sameCode, false);
  assert.equal(kernel.before?.timeNs, 1e8);
  assert.match(
    kernel.sentence ?? '',
    /^k is 3\.3x faster .* The loop at k\.c:7-8 made most of the difference: it is 8\.0x faster .* Before, it computes on 0; now, it computes on 256\.$/,
  );
  assert.equal(loopAt(compared, 7).difference.verdict, 'gained');
  assert.deepEqual(
    compared.lines.map(({ line, difference }) => [line, difference.verdict]),
    [
      [8, 'gained'],
      [12, 'not-known'],
    ],
  );
  const back = compare(vector, scalar);
  assert.match(back.kernels[0]?.sentence ?? '', /^k is 3\.3x slower .* The loop at k\.c:7-8 made most/);
});

test('rates that follow from what a sample takes may differ: where both take little, times are compared', () => {
  const most = { ...scalar, sampling: { most_overhead: 0.009 } };
  // Half as often, and half of the samples: as long.
  const half = { ...scalar, samples: 500, sampling: { rate_hz: 500, most_overhead: 0.006 } };
  const { doubts, kernels } = compare(most, half);
  assert.deepEqual(doubts, []);
  assert.equal(kernels[0]?.difference.ratio, 1);
  const faster = compare(most, { ...vector, samples: 200, sampling: { rate_hz: 500, most_overhead: 0.006 } }).kernels[0];
  assert.equal(faster?.difference.verdict, 'gained');
  assert.equal(faster.difference.ratio, 1000 / 400);
  for (const overhead of [0.03, undefined])
    assert.match(
      compare(most, { ...half, sampling: { rate_hz: 500, most_overhead: overhead } }).doubts.join('\n'),
      /1000 times a second in one run and 500 times/,
    );
});

const refused: readonly (readonly [string, Run, RegExp])[] = [
  ['another rate', { ...vector, sampling: { rate_hz: 4000 } }, /1000 times a second in one run and 4000/],
  ['another event', { ...vector, sampling: { event: 'cache-misses' } }, /samples of clock, the other of cache-misses/],
  ['another way of sampling', { ...vector, sampling: { method: 'timers' } }, /in different ways/],
  ['another machine', { ...vector, sampling: { host: 'other' } }, /different machines: h, and other/],
  ['another processor', { ...vector, sampling: { processor: 'q' } }, /different processors/],
  ['no machine', { ...vector, sampling: { processor: undefined } }, /does not say which processor/],
  ['another capture', { ...vector, replay: { capture_bytes: '3' } }, /different captures/],
  ['other threads', { ...vector, replay: { workers: 2 } }, /One had 1 threads, the other 2/],
  ['another device', { ...vector, replay: { devices: ['local-task'] } }, /different devices/],
  ['a run that failed', { ...vector, replay: { status: 'INTERNAL' } }, /did not end well/],
  ['other work', { ...vector, replay: { waited_ns: '900' } }, /Other work took processors/],
  ['lost samples', { ...vector, sampling: { lost: '90' } }, /samples were lost/],
  ['threads that were not sampled', { ...vector, sampling: { message: 'no' } }, /Not all threads/],
  ['dispatches that are not known', { ...vector, sampling: { all_executions: false } }, /does not have all dispatches/],
];

for (const [what, after, sentence] of refused) {
  test(`nothing gained or lost beside ${what}`, () => {
    const compared = compare(scalar, after);
    assert.match(compared.doubts.join('\n'), sentence);
    for (const { difference } of [...compared.kernels, ...compared.loops, ...compared.lines]) {
      assert.equal(difference.verdict, 'not-known');
      assert.ok((difference.missing ?? '') !== '');
    }
    assert.ok([...compared.kernels, ...compared.loops].every((row) => row.sentence === undefined));
  });
}

test('samples of what a processor counts are of no time, on both sides alike', () => {
  const cycles = { event: 'cycles' };
  const compared = compare({ ...scalar, sampling: cycles }, { ...vector, sampling: cycles });
  assert.match(compared.doubts.join('\n'), /are of no time/);
  assert.equal(compared.kernels[0]?.before?.timeNs, undefined);
});

test('a run that was repeated more often has more samples of the same time', () => {
  const often: Run = { ...scalar, samples: 10_000, loops: [{ lines: [7, 8], samples: 8000 }], sampling: { runs: 100 } };
  const compared = compare({ ...scalar, samples: 10_000, loops: often.loops ?? [], sampling: { runs: 100 } }, often);
  assert.equal(compared.kernels[0]?.difference.verdict, 'unchanged');
  const fewer = compare(often, scalar);
  assert.equal(fewer.kernels[0]?.difference.ratio, 1);
  assert.ok(fewer.loops.every(({ difference }) => difference.verdict !== 'gained' && difference.verdict !== 'lost'));
});

test('a kernel that was executed otherwise often is given for each dispatch, and has no verdict', () => {
  const compared = compare(scalar, { ...vector, executions: 2 });
  const [kernel] = compared.kernels;
  assert.equal(kernel?.per, 'dispatch');
  assert.equal(kernel.before?.timeNs, 2.5e7);
  assert.equal(kernel.after?.timeNs, 1.5e7);
  assert.equal(kernel.difference.verdict, 'not-known');
  assert.match(kernel.difference.missing ?? '', /executed 4 times in a run before and 2 times now/);
});

test('few samples are no verdict', () => {
  const few: Run = { ...vector, samples: 9, loops: [{ lines: [7, 8], samples: 9, bits: 256 }], lines: { 8: 9 } };
  const compared = compare(scalar, few);
  assert.match(compared.kernels[0]?.difference.missing ?? '', /Too few samples/);
  assert.match(loopAt(compared, 7).difference.missing ?? '', /Too few samples/);
  assert.equal(loopAt(compared, 7).placeAfter?.width, undefined);
});

test('runs apart differ: a little less time is no gain', () => {
  const compared = compare({ ...scalar, samples: 100_000 }, { ...scalar, samples: 80_000, digest: 'b' });
  assert.equal(compared.kernels[0]?.difference.verdict, 'not-known');
  assert.match(compared.kernels[0].difference.missing ?? '', /Runs apart/);
});

test('a loop that is gone did not gain, nor did those that may have its work', () => {
  const two: Run = {
    ...{ samples: 1000, digest: 'a' },
    loops: [
      { lines: [7, 8], samples: 400 },
      { lines: [10, 11], samples: 500 },
    ],
  };
  const compared = compare(two, { samples: 1000, digest: 'b', loops: [{ lines: [7, 8], samples: 950 }] });
  assert.match(loopAt(compared, 10).unmatched ?? '', /unrolled, merged/);
  assert.equal(loopAt(compared, 10).change, 'gone');
  assert.equal(loopAt(compared, 10).difference.verdict, 'not-known');
  assert.match(loopAt(compared, 7).difference.missing ?? '', /came or went/);
  const unrolled: Run = { ...vector, loops: [{ lines: [5, 9], samples: 250 }] };
  const around: Run = {
    ...scalar,
    loops: [
      { lines: [5, 9], samples: 900 },
      { lines: [7, 8], samples: 800, parent: 0 },
    ],
  };
  const inner = compare(around, unrolled);
  // What is around it has all of its work before and now.
  assert.equal(loopAt(inner, 5).difference.verdict, 'gained');
  assert.equal(loopAt(inner, 7).difference.verdict, 'not-known');
});

test('a loop is gone only where its function has others: without samples it has none that are known', () => {
  const unseen = loopAt(compare(scalar, { ...vector, loops: [] }), 7);
  assert.equal(unseen.change, undefined);
  assert.match(unseen.unmatched ?? '', /or have no samples\.$/);
  const shifted = compare({ ...scalar, md5: 'x' }, { ...vector, md5: 'y', loops: [{ lines: [7, 9], samples: 100 }] });
  assert.ok(shifted.loops.every(({ change }) => change === undefined));
});

test('of a candidate no loop is told to have gained where the original is not as long again, or the times say otherwise', () => {
  const told = comparedSides([run(scalar), run(vector), run(scalar)], undefined, 'faster');
  assert.match(told.sentence, /^The loop at k\.c:7-8 made most of the difference/);
  assert.equal(told.loops?.[0]?.difference.verdict, 'gained');
  const slowerAgain = run({ ...scalar, samples: 2000, loops: [{ lines: [7, 8], samples: 1800 }] });
  for (const untold of [
    comparedSides([run(scalar), run(vector), slowerAgain], undefined, 'faster'),
    comparedSides([run(scalar), run(vector), run(scalar)], undefined, 'slower'),
  ]) {
    assert.match(untold.sentence, /^Which loop made the difference is not known\. ./);
    for (const { difference, ...row } of [...(untold.kernels ?? []), ...(untold.loops ?? [])]) {
      assert.equal(difference.verdict, 'not-known');
      assert.equal('sentence' in row || 'cause' in row, false);
    }
  }
});

test('what a compiler makes of one loop is counted as one, and as wide as where the samples are', () => {
  const compared = compare(scalar, {
    ...vector,
    loops: [
      { lines: [7, 8], samples: 100, bits: 256 },
      { lines: [7, 8], samples: 20 },
    ],
  });
  const loop = loopAt(compared, 7);
  assert.equal(loop.after?.samples, 120);
  assert.equal(loop.placeAfter?.loops, 2);
  assert.equal(loop.placeAfter.vectorBits, 256);
});

test('loops of a source that changed are matched where all moved as far, and its lines are not', () => {
  const moved = compare(scalar, { ...vector, md5: 'n', loops: [{ lines: [17, 18], samples: 100, bits: 256 }], lines: { 18: 100 } });
  const loop = loopAt(moved, 7);
  assert.equal(loop.source, 'changed');
  assert.equal(loop.difference.verdict, 'gained');
  assert.equal(loop.placeAfter?.firstLine, 17);
  assert.ok(moved.lines.every(({ unmatched, difference }) => unmatched !== undefined && difference.verdict === 'not-known'));
  const written = compare(scalar, { ...vector, md5: 'n', loops: [{ lines: [7, 12], samples: 100, bits: 256 }] });
  assert.ok(written.loops.every(({ unmatched }) => (unmatched ?? '').includes('source changed')));
  assert.match(
    written.kernels[0]?.sentence ?? '',
    /Which loop made the difference is not known\. None of its loops .* Before, it computes on 0; now, it computes on 256\.$/,
  );
});

test('folders of a source are not part of where a loop is', () => {
  assert.equal(loopAt(compare(scalar, { ...vector, path: '/b/k.c' }), 7).difference.verdict, 'gained');
});

test('code that is the same took longer: the machine was another', () => {
  const compared = compare({ ...scalar, other: 5000 }, { ...vector, other: 2000 });
  assert.match(compared.doubts.join('\n'), /other is the same in both/);
  assert.equal(compared.kernels.find(({ kernel }) => kernel === 'k')?.difference.verdict, 'not-known');
  assert.deepEqual(compare({ ...scalar, other: 5000 }, { ...vector, other: 5050 }).doubts, []);
});

test('a filter is of kernels, and leaves what is compared as it is', () => {
  const compared = compare({ ...scalar, other: 5000 }, { ...vector, other: 5000 });
  const { kernels, loops, lines } = ofKernels(compared, 'o*r');
  assert.deepEqual(
    kernels.map(({ kernel }) => kernel),
    ['other'],
  );
  assert.deepEqual([loops.length, lines.length], [0, 0]);
});
