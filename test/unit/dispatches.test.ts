/** Benchmarks of dispatches: memory, progress, what a cancelled one frees, and what one reads and executes. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { unpacked } from '../captures';
import { repeatScope } from '../../engine/addon/capture';
import { checkout, fixture, run, temporaryFolder } from '../programs';

interface Seen {
  readonly live: number;
  readonly dispatches: number;
  readonly rows: number;
  readonly before: number;
  readonly peak: number;
  readonly after: number;
  readonly places: readonly string[];
  readonly endedMs: number;
}

const folder = temporaryFolder();
const capture = unpacked(folder, 'models/shufflenet/shufflenet-light.task.ireereplay.gz');
/** The process's own memory: code, tables, samples. */
const OWN = 64 * 2 ** 20;

/** What a script in test/unit/dispatches prints. */
function told(script: 'measure' | 'reads', ...args: readonly string[]): unknown {
  const file = path.join(checkout, 'test', 'unit', 'dispatches', `${script}.ts`);
  const { status, stdout, stderr } = run(process.execPath, ['--import', 'tsx', file, ...args]);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout.toString());
}

const measure = (how: 'all' | 'cancel'): Seen => told('measure', capture, how) as Seen;

test('every dispatch of a network is timed in at most twice the memory of its live buffers', () => {
  const { live, dispatches, rows, before, peak, places } = measure('all');
  assert.equal(dispatches > 50, true);
  assert.equal(rows > 50, true);
  assert.equal(peak - before < 2 * live + OWN, true, `${String((peak - before) / 2 ** 20)} MiB beside ${String(live / 2 ** 20)} alive`);
  assert.match(places[0] ?? '', /^1 of \d+$/);
});

test('a cancelled benchmark of dispatches frees its memory within a second', () => {
  const { live, rows, before, after, places } = measure('cancel');
  assert.equal(rows < 50, true);
  assert.equal(places.length >= 3, true);
  assert.equal(after - before < live / 2 + OWN, true, `${String((after - before) / 2 ** 20)} MiB are kept`);
});

test('timing one dispatch reads what one replay reads: the capture is decoded once, and what precedes it executed once', async () => {
  // One is nearly all records to be decoded; the other is files that are read before its last dispatch.
  const records = path.join(folder, 'records.ireereplay');
  await repeatScope(fixture('queue-dispatches-1k.ireereplay'), records, 'execute', 20);
  for (const file of [records, unpacked(folder, 'models/mlp/mlp-all.task.ireereplay.gz')]) {
    const { replay, measure: read } = told('reads', file) as { readonly replay: number; readonly measure: number };
    assert.equal(replay > 500_000, true, `${String(replay)} bytes`);
    assert.equal(read < 1.1 * replay, true, `${String(read)} bytes are read, by a replay ${String(replay)}`);
  }
});
