/** ireereplay roof: what is measured, kept and said. How right its numbers are is measured in bench/. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, test } from 'node:test';
import * as v from 'valibot';
import { createJobQueue } from '../../engine/process/jobQueue';
import { describeMachine, measureRates } from '../../engine/addon/roof';
import { roofResult } from '../../protocol/jobs/roofResult';
import type { Roof } from '../../protocol/measurement/roof';
import { checkout, ireereplay, temporaryFolder } from '../programs';

const cache = temporaryFolder();
process.env['XDG_CACHE_HOME'] = cache;
process.env['XDG_RUNTIME_DIR'] = temporaryFolder();
const file = path.join(cache, 'iree-replay', 'roof.json');

function roof(...flags: readonly string[]): Roof {
  const { status, stdout, stderr } = ireereplay('roof', '--format=json', ...flags);
  assert.equal(status, 0, stderr);
  const printed: unknown = JSON.parse(stdout.toString());
  const described = v.parse(roofResult, printed);
  // Nothing is printed that is not described.
  assert.deepEqual(described, printed);
  return described;
}

/** Keeps roofs, one measured while nothing else ran: how busy this machine is does not matter then. */
const keep = (...roofs: readonly Roof[]): void => writeFileSync(file, JSON.stringify({ version: 1, roofs }));
const undisturbed = (measured: Roof): Roof => ({ ...measured, otherWork: 0 });

/** What this machine is measured to do, by the first test. */
let own: Roof;

test('a roof is measured once, kept with the machine, and measured again when asked', () => {
  const first = roof();
  assert.deepEqual(first.machine, describeMachine());
  assert.ok(first.peaks.some(({ type, oneThread }) => type === 'f32' && oneThread !== undefined && oneThread > 0));
  assert.equal(first.threads, first.machine.processors);
  const { roofs } = JSON.parse(readFileSync(file, 'utf8')) as { readonly roofs: readonly Roof[] };
  assert.deepEqual(roofs, [first]);
  own = undisturbed(first);
  keep(own);
  assert.deepEqual(roof(), own);
  assert.notEqual(roof('--again').measured, own.measured);
});

test('the engine process measures again what was measured beside much other work; a cancelled job ends as cancelled', async () => {
  const queue = createJobQueue(path.join(checkout, 'dist/engine.js'), (line) => console.log(line));
  after(() => queue.dispose());
  const never = new AbortController().signal;
  const controller = new AbortController();
  const job = queue.start('roof', { again: true }, () => undefined, controller.signal);
  setTimeout(() => controller.abort(), 500);
  assert.equal((await job).state, 'cancelled');
  const other = { ...own, machine: { ...own.machine, cpu: 'another' }, measured: 'long ago' };
  keep(other, { ...own, otherWork: 0.5 });
  const done = await queue.start('roof', {}, () => undefined, never);
  assert.ok(done.state === 'done');
  assert.ok(done.result.peaks.length > 0);
  assert.ok(![own.measured, other.measured].includes(done.result.measured));
  keep(other, undisturbed(done.result));
  const kept = await queue.start('roof', {}, () => undefined, never);
  assert.deepEqual(kept.state === 'done' && kept.result, undisturbed(done.result));
});

test('a roof that is kept of another machine is not shown, and stays', () => {
  const { roofs } = JSON.parse(readFileSync(file, 'utf8')) as { readonly roofs: readonly Roof[] };
  assert.deepEqual(
    roofs.map(({ machine }) => machine.cpu),
    ['another', own.machine.cpu],
  );
});

test('the table has units, says when it was measured, and what is not known', () => {
  const unknown = { level: 3, kind: 'read', bytesOfOne: 0, bytesOfAll: 0 };
  const known = { level: 0, kind: 'copy', bytesOfOne: 1, bytesOfAll: 1, oneThread: 12.34e9, allThreads: 20e9 };
  const planted: Roof = {
    ...own,
    measured: '2026-01-02T03:04:05.000Z',
    peaks: [{ type: 'f32', bits: 256, by: 'FMA', oneThread: 1.5e11, allThreads: 3e11 }],
    bandwidths: [unknown, known],
    notes: ['Other work had 50 % of the processors meanwhile.'],
  };
  keep(planted);
  const { status, stdout } = ireereplay('roof');
  assert.equal(status, 0);
  const text = stdout.toString();
  assert.match(text, /measured 2026-01-02T03:04:05\.000Z/);
  assert.ok(text.includes(file));
  assert.match(text, /f32 +256 bits +FMA +150 Gop\/s +300 Gop\/s/);
  assert.match(text, /L3 +read +not known +not known/);
  assert.match(text, /memory +copy +12\.3 GB\/s +20\.0 GB\/s/);
  assert.match(text, /Other work had 50 %/);
});

test('roof takes no file', () => {
  const { status, stderr } = ireereplay('roof', 'a.ireereplay');
  assert.equal(status, 2);
  assert.match(stderr, /expected no file, got a\.ireereplay/);
});

test('where it cannot be kept, it is measured all the same and says so', () => {
  const before = process.env['XDG_CACHE_HOME'];
  const occupied = path.join(temporaryFolder(), 'file');
  writeFileSync(occupied, '');
  process.env['XDG_CACHE_HOME'] = occupied;
  try {
    assert.match(roof().notes.join(' '), /It is not kept/);
  } finally {
    process.env['XDG_CACHE_HOME'] = before;
  }
});

test('measuring ends when it is aborted', async () => {
  const controller = new AbortController();
  const measuring = measureRates(controller.signal, 3_600_000);
  setTimeout(() => controller.abort(), 20);
  await assert.rejects(measuring, { name: 'AbortError' });
});
