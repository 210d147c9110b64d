import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SETTINGS, type ReplayTarget } from '../../protocol/replay/replay';
import type { MeasuredRun } from '../../protocol/results/results';
import type { EndedReplay } from '../runs/runs';
import { scopeTime } from './scopeTimes';

const WANTED = { name: 'execute', capture: '/w/a.ireereplay', modified: Date.parse('2026-01-02T00:00:00Z') };

const run = (job: string, day: number, result: object, change: object = {}): MeasuredRun =>
  ({
    ...{ id: `${job} ${String(day)}`, job, capture: WANTED.capture, started: `2026-01-0${String(day)}T00:00:00.000Z` },
    ...{ settings: DEFAULT_SETTINGS, options: {}, state: { state: 'done', result } },
    ...change,
  }) as unknown as MeasuredRun;

const scopes = (...ns: readonly string[]): object => ({ scopes: ns.map((one) => ({ name: 'execute', record: 1, depth: 0, ns: one })) });

const benchmark = (day: number, median: number, change: object = {}): MeasuredRun =>
  run('benchmark', day, {
    rows: [
      { kind: 'occurrence', label: 'execute', statistics: { median: 1 }, iterations: 1 },
      { kind: 'scope', label: 'execute', statistics: { median }, iterations: 200, ...change },
    ],
  });

const replay = (day: number, result: object, target: ReplayTarget = { kind: 'capture' }): EndedReplay => ({
  ...{ capture: WANTED.capture, started: `2026-01-0${String(day)}T00:00:00.000Z` },
  replay: { target, settings: DEFAULT_SETTINGS, state: { state: 'done', result } as unknown as EndedReplay['replay']['state'] },
});

test('of the newest run that timed the scope, whichever kind it is', () => {
  const runs = [run('run', 3, scopes('10', '30', '20')), benchmark(4, 25)];
  assert.deepEqual(
    [runs.slice(0, 1), runs, runs].map((all, at) => {
      const time = scopeTime(WANTED, all, at === 2 ? replay(5, scopes('7')) : undefined);
      return [time?.kind, time?.medianNs, time?.count, time?.run];
    }),
    [
      ['profile', 20, 3, 'run 3'],
      ['benchmark', 25, 200, 'benchmark 4'],
      ['replay', 7, 1, undefined],
    ],
  );
  assert.equal(scopeTime(WANTED, runs, replay(3, scopes('7')))?.kind, 'benchmark');
});

test('what is older than the capture, of another one, of a part, not measurable, or by an engine that does not tell says nothing', () => {
  const nothing: readonly MeasuredRun[] = [
    run('run', 1, scopes('10')),
    run('run', 3, scopes('10'), { capture: '/w/b.ireereplay' }),
    run('run', 3, scopes('10'), { state: { state: 'failed' } }),
    run('run', 3, { program: '/bin/iree-run-replay' }),
    run('run', 3, { scopes: [{ name: 'init', record: 1, depth: 0, ns: '3' }] }),
    run('verify', 3, {}),
    benchmark(3, 25, { label: 'init' }),
    benchmark(3, 25, { belowResolution: true }),
  ];
  for (const one of nothing) assert.equal(scopeTime(WANTED, [one], undefined), undefined);
  for (const one of [
    replay(1, scopes('7')),
    replay(3, scopes('7'), { kind: 'upTo', record: 4 }),
    replay(3, { program: '/bin/iree-run-replay' }),
  ])
    assert.equal(scopeTime(WANTED, nothing, one), undefined);
});
