import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import type { BenchmarkRow } from '../../protocol/measurement/benchmark';
import { DEFAULT_SETTINGS } from '../../protocol/replay/replay';
import type { MeasuredRun, RunOf } from '../../protocol/results/results';
import { createRunHistory } from './runHistory';

const row = (median: number): BenchmarkRow => ({
  name: 'replay/execute',
  kind: 'scope',
  label: 'execute',
  repetition: 0,
  iterations: 3,
  realNs: median,
  samples: Float64Array.of(median),
  statistics: {
    ...{ count: 1, minimum: median, p5: median, median, p95: median, maximum: median, mean: median, standardDeviation: 0, mad: 0 },
    ...{ interval: [median, median], mildOutliers: 0, severeOutliers: 0, drift: 0, bimodal: false },
  },
});

const run = (id: string, started: string, median: number, device = 'local-sync', content?: string): RunOf<'benchmark'> => ({
  job: 'benchmark',
  id,
  capture: '/x.ireereplay',
  subject: 'scope execute',
  started,
  settings: { ...DEFAULT_SETTINGS, device },
  options: { run: { capture: '/x.ireereplay', devices: [device], fileRemaps: [] } },
  state: {
    state: 'done',
    result: {
      rows: [row(median)],
      environment: {
        ...{ date: started, host: '', cpu: '', processors: 1, affinity: '0', engine: 'native', version: '', devices: [device] },
        ...(content === undefined ? {} : { capture: content }),
        ...{ workers: 1, loadBefore: 0, loadAfter: 0, notes: [] },
      },
      prepareNs: '0',
      timerNs: 0,
      loopNs: 0,
      timed: '',
    },
  },
  commandLine: '',
});

async function inFolder(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'iree-replay-'));
  try {
    await work(path.join(folder, 'deep', 'runs.jsonl'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const ids = (runs: readonly MeasuredRun[]): readonly string[] => runs.map(({ id }) => id);

test('keeps runs across sessions, and skips lines that are not runs or have a later version', () =>
  inFolder(async (file) => {
    const history = createRunHistory(file);
    assert.deepEqual(await history.load(), []);
    await history.append(run('a', '2026-01-01', 5));
    await appendFile(file, 'torn {\n{"version":2,"job":"benchmark","id":"later","state":{}}\n');
    await history.append(run('b', '2026-01-02', 6));
    assert.deepEqual(await createRunHistory(file).load(), [run('a', '2026-01-01', 5), run('b', '2026-01-02', 6)]);
    assert.match(await readFile(file, 'utf8'), /"samples":\[5\]/);
  }));

test('keeps the run of a profile', () =>
  inFolder(async (file) => {
    const history = createRunHistory(file);
    const replay = { capture: '/x.ireereplay', devices: ['local-sync'], fileRemaps: [] };
    const profiled: RunOf<'run'> = {
      ...{ job: 'run', id: 'p', capture: '/x.ireereplay', subject: 'scope execute', started: '2026-01-01', settings: DEFAULT_SETTINGS },
      options: { ...replay, profiling: { mode: 'queue-events', output: '/p.ireeprof' } },
      state: { state: 'done', result: { program: 'iree-run-replay', devices: ['local-sync'], wallNs: 1 } },
      commandLine: '',
    };
    await history.append(profiled);
    const lacking = { ...profiled, id: 'q', options: { ...profiled.options, profiling: { mode: 'paint' } } };
    await appendFile(file, `${JSON.stringify({ version: 1, ...lacking })}\n`);
    assert.deepEqual(await history.load(), [profiled]);
  }));

test('shows no run with a wrong field, and names the field', () =>
  inFolder(async (file) => {
    const whole = run('a', '2026-01-01', 5);
    const lacking = { ...whole, commandLine: undefined };
    const wrong: readonly (readonly [unknown, RegExp])[] = [
      [{ ...whole, job: 'paint' }, /line 2 of .*runs\.jsonl: job: /],
      [lacking, /line 3 .*: commandLine: /],
      [{ ...whole, settings: { ...whole.settings, fileRemaps: 'none' } }, /line 4 .*: settings\.fileRemaps: /],
      [{ ...whole, options: { run: { capture: '/x' } } }, /line 5 .*: options\.run\.devices: /],
      [
        { ...whole, state: { state: 'done', result: { rows: [{ ...row(5), samples: ['5'] }] } } },
        /line 6 .*: state\.result\.rows\.0\.samples\.0: /,
      ],
      [{ ...whole, state: { state: 'crashed' } }, /line 7 .*: state\.crash: /],
    ];
    const history = createRunHistory(file);
    await history.append(whole);
    for (const [value] of wrong) await appendFile(file, `${JSON.stringify({ version: 1, ...(value as object) })}\n`);
    const said: string[] = [];
    assert.deepEqual(await history.load((sentence) => said.push(sentence)), [whole]);
    assert.equal(said.length, wrong.length);
    for (const [index, [, sentence]] of wrong.entries()) assert.match(said[index] ?? '', sentence);
    // Nothing of it is lost.
    assert.equal((await readFile(file, 'utf8')).split('\n').length, wrong.length + 2);
  }));

test('a removed run is gone, and what another window has saved meanwhile is not', () =>
  inFolder(async (file) => {
    const [here, there] = [createRunHistory(file), createRunHistory(file)];
    await here.append(run('a', '2026-01-01', 5));
    await here.load();
    await there.append(run('b', '2026-01-02', 6));
    await here.remove('a');
    assert.deepEqual(ids(await here.load()), ['b']);
    assert.match(await readFile(file, 'utf8'), /^\{"version":1,/);
  }));

test('grows to its limit, then drops older runs', () =>
  inFolder(async (file) => {
    const bound = 20_000;
    const history = createRunHistory(file, bound);
    for (let i = 0; i < 100; i++) {
      await history.append(run(String(i), '2026-01-01', i));
      assert.ok((await stat(file)).size <= bound);
    }
    const kept = ids(await history.load()).map(Number);
    assert.equal(kept.at(-1), 99);
    assert.ok(kept.length > 5 && kept.length < 50, String(kept.length));
    assert.deepEqual(
      kept,
      kept.map((_, index) => 100 - kept.length + index),
    );
  }));

test('shows the latest three hundred', () =>
  inFolder(async (file) => {
    const history = createRunHistory(file);
    for (let i = 0; i < 310; i++) await history.append(run(String(i), '2026-01-01', i));
    const kept = ids(await history.load());
    assert.equal(kept.length, 300);
    assert.equal(kept[0], '10');
  }));

test('a run whose process is gone was interrupted; one still running elsewhere is not shown', () =>
  inFolder(async (file) => {
    const waiting = (id: string): MeasuredRun => ({ ...run(id, '2026-01-01', 5), state: { state: 'idle' } });
    const history = createRunHistory(file);
    await history.append(waiting('goes on'));
    await history.append(waiting('ended'));
    await history.append(run('ended', '2026-01-01', 5));
    const gone = spawnSync(process.execPath, ['-e', 'console.log(process.pid)']).stdout.toString().trim();
    await appendFile(file, `${JSON.stringify({ version: 1, owner: `${gone} 1`, ...waiting('killed') })}\n`);
    // A process id is given to another process later.
    await appendFile(file, `${JSON.stringify({ version: 1, owner: `${String(process.pid)} 1`, ...waiting('killed, too') })}\n`);
    const runs = await history.load();
    assert.deepEqual(
      runs.map(({ id, state }) => [id, state.state, 'interrupted' in state && state.interrupted]),
      [
        ['ended', 'done', false],
        ['killed', 'cancelled', true],
        ['killed, too', 'cancelled', true],
      ],
    );
    await history.remove('killed');
    assert.deepEqual(ids(await history.load()), ['ended', 'killed, too']);
  }));
