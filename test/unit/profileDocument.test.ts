/** Profiles as documents of the addon, on one that the command line records. */
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { openProfile, type ProfileDocument } from '../../engine/addon/profileDocument';
import type { TrackClass, TrackInfo } from '../../protocol/profile/profile';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const capture = fixture('command-buffers-1k.ireereplay');
const profile = path.join(folder, 'recorded.ireeprof');
const mode = 'queue-events,host-execution,memory-events';
const recording = ireereplay(
  ...['run', '--device=local-task', `--device_profiling_mode=${mode}`, `--device_profiling_output=${profile}`, capture],
);

async function opened(file: string): Promise<ProfileDocument> {
  const document = await openProfile(file);
  await document.load();
  return document;
}

async function trackOf(document: ProfileDocument, trackClass: TrackClass): Promise<TrackInfo> {
  const track = (await document.tracks()).find((one) => one.class === trackClass);
  assert.ok(track !== undefined, `no track of ${trackClass}`);
  return track;
}

test('a recorded profile is read into tracks and a summary', async () => {
  assert.equal(recording.status, 0, recording.stderr);
  const document = await opened(profile);
  const summary = await document.summary();
  assert.equal(summary.complete, true);
  assert.equal(summary.fileName, 'recorded.ireeprof');
  assert.equal(summary.dispatches, '1000');
  assert.deepEqual(summary.devices, ['local-task']);
  const { size, mtimeNs } = statSync(capture, { bigint: true });
  const identity = { bytes: String(size), modifiedNs: String(mtimeNs) };
  assert.deepEqual(summary.capture, { path: capture, ...identity, state: 'unchecked' });
  const [submissions, dispatches] = [await trackOf(document, 'submissions'), await trackOf(document, 'dispatches')];
  assert.deepEqual([submissions.count, dispatches.count], [10, 1000]);
  document.close();
  await assert.rejects(document.tracks(), /the profile is closed/);
});

test('a window counts every slice once, and its matches after a search', async () => {
  const document = await opened(profile);
  const { span } = await document.summary();
  const { id, lanes } = await trackOf(document, 'dispatches');
  assert.equal((await document.search({ query: 'fn:elementwise_* dur:>=0' })).matches, '1000');
  const [window] = await document.windows({ tracks: [id], from: '0', to: span, pixels: 100 });
  assert.ok(window !== undefined && window.starts.length > 0 && window.starts.length <= 204 * lanes);
  const sum = (counts: Uint32Array): number => counts.reduce((all, count) => all + count, 0);
  assert.deepEqual([sum(window.counts), sum(window.matches)], [1000, 1000]);
  const mistake = await document.search({ query: 'dur:>soon' });
  assert.deepEqual([mistake.error?.start, mistake.error?.end], [0, 9]);
  document.close();
});

test('a slice leads to its record, and the record back to its slices', async () => {
  const document = await opened(profile);
  const { id } = await trackOf(document, 'dispatches');
  const details = await document.details({ track: id, index: 500 });
  assert.equal(details.name, 'elementwise_mul');
  assert.ok(details.record !== undefined && details.via !== undefined);
  assert.equal((JSON.parse(details.raw) as { record_type: string }).record_type, 'host_execution_event');
  const slices = await document.slicesOfRecord({ record: details.record });
  assert.ok(slices.some(({ track, index }) => track === id && index === 500));
  const next = await document.neighbour({ track: id, index: 500, by: 1 });
  assert.equal(next?.index, 501);
  assert.equal(await document.neighbour({ track: id, index: 0, by: -1 }), undefined);
  document.close();
});

test('an event leads to its slice, and a slice to its event; what was not drawn leads to its record', async () => {
  const document = await opened(profile);
  const { id } = await trackOf(document, 'dispatches');
  const slice = { track: id, index: 500 };
  const { event, record, via, start, end } = await document.details(slice);
  assert.ok(event !== undefined);
  assert.equal(event.kind, 'host_execution_event');
  assert.deepEqual(await document.eventPlace(event), { slice: { ...slice, start, end }, record, via });
  const { command_buffer_id = '', command_index = '' } = event.fields;
  const command = { command_buffer_id, command_index };
  // No dispatch was timed by a device: the command is known all the same.
  assert.deepEqual(await document.eventPlace({ kind: 'dispatch_event', fields: command }), { record });
  const drawn = await document.eventPlace({ kind: 'host_execution_event', fields: command });
  assert.equal((await document.details(drawn.slice ?? slice)).record, record);
  // What the host allocated has a record of its own.
  const allocated = await document.eventPlace({ kind: 'memory_event', fields: { event_id: '1' } });
  assert.equal(allocated.slice?.track, (await trackOf(document, 'memoryEvents')).id);
  assert.ok(allocated.record !== undefined);
  document.close();
});

test('statistics, flame frames and the critical path are of all dispatches', async () => {
  const document = await opened(profile);
  const { span } = await document.summary();
  const { functions } = await document.statistics({ from: '0', to: span });
  assert.equal(functions[0]?.count, 1000);
  const frames = await document.flame({ from: '0', to: span, leftHeavy: true });
  const leaves = frames.filter(({ name }) => name === 'elementwise_mul');
  assert.equal(
    leaves.reduce((all, { count }) => all + count, 0),
    1000,
  );
  const { tracks, absent } = await document.criticalPath(undefined);
  assert.equal(absent, undefined);
  assert.ok(tracks.length > 0);
  const { id } = await trackOf(document, 'dispatches');
  const flows = await document.flows({ track: id, index: 500 });
  assert.ok(flows.some(({ kind, direct }) => direct && kind === 'submission'));
  document.close();
});

test('functions of the same code are one, whichever executables have them, and shares of an idle run are of its dispatches', async () => {
  // Each repetition prepared its module anew.
  const document = await opened(fixture('profiles/mm256-vulkan.bench.all.ireeprof'));
  const { span } = await document.summary();
  const { functions, shareOf, idle } = await document.statistics({ from: '0', to: span });
  assert.equal(functions.length, 1);
  const [row] = functions;
  assert.equal(row?.count, 20);
  assert.equal(row.executables.length, 20);
  assert.deepEqual(new Set(row.executables.map(({ count }) => count)), new Set([1]));
  assert.equal(new Set(row.executables.map(({ executable }) => executable)).size, 20);
  assert.deepEqual([row.launches.length, row.launches[0]?.count], [1, 20]);
  assert.ok(Number(idle) > Number(span) / 2);
  assert.equal(shareOf, 'dispatches');
  assert.ok(Math.abs(row.share - 1) < 1e-9, String(row.share));
  const sentences = (await document.explain(undefined)).map(({ sentence }) => sentence.map(({ text }) => text).join(''));
  assert.ok(
    sentences.some((said) => /takes 100(\.0)? % of the time in dispatches: .* in 20 dispatches\.$/.test(said)),
    sentences.join('\n'),
  );
  assert.ok(
    sentences.some((said) =>
      /nothing runs for .* of the span.* other executables with the same functions, such as those that a benchmark prepares for each repetition\.$/.test(
        said,
      ),
    ),
    sentences.join('\n'),
  );
  document.close();
});

test('a torn profile shows what is whole, and says where it ends', async () => {
  const torn = path.join(folder, 'torn.ireeprof');
  const bytes = readFileSync(profile);
  writeFileSync(torn, bytes.subarray(0, bytes.length - 3000));
  const document = await opened(torn);
  const { torn: problem, complete } = await document.summary();
  assert.equal(complete, true);
  assert.ok(problem !== undefined && problem.message.length > 0 && problem.offset !== undefined);
  document.close();
});

test('reading is cancelled', async () => {
  const document = await openProfile(profile);
  await assert.rejects(document.load(undefined, AbortSignal.abort()), { name: 'AbortError' });
  document.close();
});

test('a record that is executed twelve times makes twelve runs, each with its dispatch', async () => {
  const document = await opened(fixture('profiles/compared/vector.ireeprof'));
  const [repeated, ...others] = await document.repetitions();
  assert.deepEqual([repeated?.by, repeated?.record, repeated?.runs.length, others.length], ['record', 17, 12, 0]);
  const third = repeated?.runs[2];
  assert.ok(third !== undefined);
  const begun = await document.begun(third);
  const { id } = await trackOf(document, 'dispatches');
  assert.deepEqual(
    begun.map(({ track, count, first }) => ({ track, count, first })),
    [{ track: id, count: 1, first: third.from }],
  );
  // Records are matched by the how-manieth of the run they are: what begins before it is none of it.
  const { records, ordinals } = await document.occurrences({ track: id, indices: [2, 3, 1], from: third.from, byName: false });
  assert.deepEqual([...records], [17, 17, 17]);
  assert.deepEqual([...ordinals], [0, 1, 0xffffffff]);
  document.close();
});
