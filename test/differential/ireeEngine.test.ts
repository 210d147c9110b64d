/** The engine "iree": the user's installed programs under our commands. */
import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startEngine } from '../../engine/process/engineProcess';
import { listDevices } from '../../engine/iree/devices';
import { findIreeTools } from '../../engine/iree/tools';
import { unpacked } from '../captures';
import { checkout, fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const tools = process.env['IREE_TOOLS'] ?? '';
const engine = ['--engine=iree', `--iree_tools=${tools}`];

const vmvx = unpacked(folder, 'models/mm256/mm256-vmvx.sync.ireereplay.gz');
const small = fixture('small.ireereplay');

test('replays a VMVX capture that the native engine refuses', () => {
  const native = ireereplay('run', '--device=local-task', vmvx);
  assert.equal(native.status, 1);
  assert.match(native.stderr, /vmvx/);
  const { status, stdout, stderr } = ireereplay('run', ...engine, '--device=local-task', '--format=json', vmvx);
  assert.equal(status, 0, stderr);
  const { program, devices } = JSON.parse(stdout.toString()) as { readonly program: string; readonly devices: readonly string[] };
  assert.equal(program, path.join(tools, 'iree-run-replay'));
  assert.deepEqual(devices, ['local-task']);
});

test('benchmarks on local-task under the same names', () => {
  const flags = [
    '--device=local-task',
    '--benchmark_min_time=5x',
    '--benchmark_repetitions=2',
    '--benchmark_format=json',
    '--replay_scope=execute',
  ];
  const { status, stdout, stderr } = ireereplay('benchmark', ...engine, ...flags, small);
  assert.equal(status, 0, stderr);
  const { benchmarks } = JSON.parse(stdout.toString()) as {
    readonly benchmarks: readonly { readonly name: string; readonly iterations: number; readonly real_time: number }[];
  };
  assert.equal(benchmarks.length, 6);
  const [first] = benchmarks;
  assert.equal(first?.name, 'BM_replay/scope:execute/process_time/manual_time');
  assert.equal(first.iterations, 5);
  assert.ok(first.real_time > 0);
});

test('measures an empty scope for the requested time, not until its own time adds up to that', () => {
  const flags = ['--device=local-sync', '--benchmark_min_time=0.1s', '--benchmark_format=json', '--replay_scope=deinit'];
  const { status, stdout, stderr } = ireereplay('benchmark', ...engine, ...flags, small);
  assert.equal(status, 0, stderr);
  const { benchmarks } = JSON.parse(stdout.toString()) as { readonly benchmarks: readonly { readonly iterations: number }[] };
  assert.ok((benchmarks[0]?.iterations ?? 0) > 10);
});

test("reports a failure in IREE's own words, and what only the native engine can do", () => {
  const failed = ireereplay('run', ...engine, fixture('host-call.ireereplay'));
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /[A-Z_]+; /);
  const refused = ireereplay('run', ...engine, '--poison=1', small);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /the iree engine cannot do --poison/);
});

/** How many processes have `word` in their command line. */
function running(word: string): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
      } catch {
        return false; // it has ended
      }
    }).length;
}

async function ended(word: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (running(word) > 0) {
    assert.ok(Date.now() < end, `${word} still runs`);
    await setTimeout(50);
  }
}

test('ends a hanging replay, with the program that the script of the installation has started', async () => {
  const capture = path.join(folder, 'hangs.ireereplay');
  copyFileSync(fixture('host-signal.ireereplay'), capture);
  const { status, stderr } = ireereplay('run', ...engine, '--timeout=2', capture);
  assert.equal(status, 1);
  assert.match(stderr, /took longer than 2000 ms/);
  await ended(capture);
});

for (const ending of ['cancelled', 'disposed'] as const) {
  test(`a hanging replay in an engine process ends when the process is ${ending}`, async () => {
    const capture = path.join(folder, `${ending}.ireereplay`);
    copyFileSync(fixture('host-signal.ireereplay'), capture);
    const process = startEngine(path.join(checkout, 'dist/engine.js'), (line) => console.log(line));
    const controller = new AbortController();
    const run = { capture, devices: ['local-sync'], fileRemaps: [], iree: { setting: tools, path: '' } };
    const job = process.start('run', run, () => undefined, controller.signal);
    // The installation's script, and the program that it starts.
    const end = Date.now() + 60_000;
    while (running(capture) < 2) {
      assert.ok(Date.now() < end, 'the replay has not begun');
      await setTimeout(50);
    }
    if (ending === 'cancelled') {
      controller.abort();
      assert.equal((await job).state, 'cancelled');
    }
    process.dispose();
    await ended(capture);
  });
}

test('finds the programs by setting, by Python environment and on PATH, and lists their devices', async () => {
  const environment = path.dirname(tools);
  assert.equal(findIreeTools({ setting: tools, path: '' }).foundIn, 'setting');
  assert.equal(findIreeTools({ setting: environment, path: '' }).folder, path.join(environment, 'bin'));
  assert.equal(findIreeTools({ python: [environment], path: '' }).foundIn, 'python');
  const found = findIreeTools({ path: `${folder}${path.delimiter}${tools}` });
  assert.equal(found.foundIn, 'path');
  assert.throws(() => findIreeTools({ setting: folder, path: '' }), /pip install iree-base-runtime/);
  assert.throws(() => findIreeTools({ setting: folder, path: '' }, 'iree-compile'), /pip install iree-base-compiler/);
  const devices = await listDevices(found);
  assert.deepEqual(
    devices.find(({ uri }) => uri === 'local-task://'),
    { uri: 'local-task://' },
    JSON.stringify(devices),
  );
});
