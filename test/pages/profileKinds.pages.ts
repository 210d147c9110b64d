/**
 * Profiles that our writer made, of which every value is known: what a device, a counter, a metric or a trace has is on its own track
 * and in the tables; what was planted is named first; and what is torn, empty or newer is shown as far as it goes.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { shownProfile, type ProfileEditor } from '../e2e/profileEditor';
import { actUntil } from '../e2e/retried';
import { frames } from '../e2e/frames';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';
import { has, says } from '../e2e/said';
import { wordsOf } from '../e2e/wordsOf';

let window: PagesWindow;
let editor: ProfileEditor;

const PLANTED = ['slow-function', 'starved-worker', 'semaphore-wait'] as const;

before(async () => {
  window = await openWindow({
    files: ['several-devices', 'every-kind', 'mm256-vulkan.bench.all', ...PLANTED.map((name) => `planted/${name}`)].map(
      (name) => `profiles/${name}.ireeprof`,
    ),
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
  });
  // All tracks of two devices in view.
  await window.page.setViewportSize({ width: 1552, height: 1300 });
});
after(async () => {
  await window.dispose();
});

async function opened(name: string): Promise<ProfileEditor> {
  await window.openFile(name);
  editor = await shownProfile(window);
  await editor.view.locator('.tl-label, .tl-empty:not(:empty)').first().waitFor();
  return editor;
}

/** Where a moment is, as a part of the width: all that is shown begins and ends a 64th of it beyond what there is. */
const at = (ns: number, span: number): number => (ns / span + 1 / 64) / (1 + 2 / 64);
/** Of the two devices, nanoseconds. */
const SPAN = 74_000;

/** Clicks what lies on a track at a moment; returns the heading of its details, its name, and what is said of it. */
async function clicked(track: string, group: string | undefined, ns: number, heading: RegExp): Promise<string> {
  await editor.canvas.focus();
  await window.page.keyboard.press('0');
  const { x, y } = await editor.placeOf(await editor.label(track, group), at(ns, SPAN));
  const headed = (): Promise<string> => wordsOf(editor.view.locator('.dh h3'));
  await actUntil({
    wanted: `details with the heading ${String(heading)}`,
    doing: `a click on ${track}`,
    act: () => window.page.mouse.click(x, y),
    holds: async () => heading.test(await headed()),
    instead: headed,
  });
  return `${await wordsOf(editor.view.locator('.subject'))} ${await wordsOf(editor.view.locator('#details-panel'))}`;
}

/** What is said of a track where the pointer is at a moment, without the moment. */
async function hovered(track: string, ns: number): Promise<readonly string[]> {
  const { x, y } = await editor.placeOf(await editor.label(track), at(ns, SPAN));
  await window.page.mouse.move(x, y);
  // What is said of the place before is gone with the next frame.
  await editor.canvas.evaluate(frames, 2);
  const name = track.split(',')[0] ?? '';
  return until(`what is said of ${track}`, async () => {
    const said = await editor.tooltip();
    return said[0]?.startsWith(name) === true && said.slice(0, -1);
  });
}

/** Chooses a table and one kind of its rows; returns the rows' cells. */
async function rowsOf(tab: string, kind?: RegExp): Promise<readonly (readonly string[])[]> {
  await editor.lower(tab);
  if (kind !== undefined) await editor.view.locator('.lower-bar .seg').getByRole('button', { name: kind }).click();
  await editor.view.getByRole('treegrid', { name: new RegExp(`^${tab}(:|$)`) }).waitFor();
  await editor.rows.first().waitFor();
  return editor.rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent.trim())));
}

test('each of several devices has its queue, its events and its dispatches on tracks of its own', async () => {
  await opened('several-devices.ireeprof');
  assert.match(await editor.header(), /^Complete: .* device 0, device 1 74\.00 µs 6 dispatches 43\.2 % 6 submissions 2 queues/);
  assert.deepEqual(
    (await editor.labels()).map(({ name, words, group }) => (group ? name : `${name}: ${words}`)),
    [
      ...['device 0', 'queue 0', 'submissions: 4', 'dispatches: 4', 'queue on the device: 54 %', 'traces: 1'],
      ...['device 1', 'queue 0', 'submissions: 2', 'dispatches: 2', 'queue on the device: 27 %'],
      ...['counters', 'L2_HIT, device 0: 100 – 400'],
      ...['metrics', 'clock.compute.current, device 0: 1,000,000 – 4,000,000 hz', 'clock.compute.current, device 1: 42 – 42 hz'],
    ],
  );
  await window.screenshot('profile-devices');
});

test('what a device did is where its own clock says, with its numbers', async () => {
  assert.match(await clicked('dispatches', 'device 0', 49_000, /^Dispatch, event 102$/), /^scale_rows .*Duration 8,000 ns/);
  assert.match(await clicked('dispatches', 'device 1', 29_000, /^Dispatch, event 201$/), /^add_bias .*Duration 8,000 ns/);
  assert.match(await clicked('submissions', 'device 1', 30_000, /^Submission.*201/), /^dispatch .*14,000 ns/);
  // Outside of the dispatch, within what the queue did.
  const queue = await clicked('queue on the device', 'device 1', 33_500, /event 1201$/);
  assert.match(queue, /^dispatch .*Duration 10,000 ns/);
});

test('a trace is a slice over the dispatch that it is of', async () => {
  assert.match(await clicked('traces', 'device 0', 29_000, /trace/i), /^scale_rows .*Duration 8,000 ns/);
  await editor.tab('Raw').click();
  await until('the trace as it was recorded', async () => /"trace_id": ?1100/.test(await wordsOf(editor.view.locator('pre.json'))));
  await editor.tab('Slice').click();
});

test('counters and metrics have the values that were sampled, each for as long as they hold', async () => {
  assert.deepEqual(await hovered('L2_HIT, device 0', 9_000), ['L2_HIT, device 0', '100']);
  assert.deepEqual(await hovered('L2_HIT, device 0', 49_000), ['L2_HIT, device 0', '300']);
  assert.deepEqual(await hovered('clock.compute.current, device 0', 10_000), ['clock.compute.current, device 0', '1,000,000 hz']);
  assert.deepEqual(await hovered('clock.compute.current, device 0', 50_000), ['clock.compute.current, device 0', '3,000,000 hz']);
  assert.deepEqual(await hovered('clock.compute.current, device 1', 50_000), ['clock.compute.current, device 1', '42 hz']);
  await window.page.mouse.move(0, 0);
});

test('the tables tell the devices apart', async () => {
  const dispatches = await rowsOf('Dispatches');
  assert.deepEqual(
    dispatches.map(([name, count, total]) => [name, count, total]),
    [
      ['scale_rows', '4', '32.00'],
      ['add_bias', '2', '16.00'],
    ],
  );
  const events = await rowsOf('Queue', /^Device Events 6$/);
  const durations = await editor.column('durationns');
  assert.deepEqual(new Set(durations.map(Number)), new Set([10]));
  const devices = await editor.column('physicaldeviceordinal');
  assert.deepEqual([events.length, ...devices], [6, '0', '0', '0', '0', '1', '1']);
  const [counter, ...more] = await rowsOf('Counters');
  assert.deepEqual(counter?.slice(0, 9), ['L2_HIT', 'scale_rows', 'dispatch', 'count', '4', '1,000', '100', '250', '400']);
  assert.equal(more.length, 0);
});

/** Every track, by its name, with how many slices, samples or instants it has. */
async function listed(): Promise<ReadonlyMap<string, string>> {
  await editor.view.locator('[data-list=tracks]').click();
  const items = editor.view.locator('.popup.tracks label.item');
  await items.first().waitFor();
  const all = await items.evaluateAll((labels) =>
    labels.map((one) => [...one.querySelectorAll('span')].map((span) => span.textContent.trim())),
  );
  await window.page.keyboard.press('Escape');
  await editor.view.locator('.popup.tracks').waitFor({ state: 'detached' });
  return new Map(all.map(([name = '', count = '']) => [name, count]));
}

const EVERY_KIND = {
  ...{ submissions: '13', 'command buffers': '1', dispatches: '10', 'dispatches by the host': '1', transfers: '10' },
  ...{ 'queue on the device': '12', 'command regions': '2', traces: '3', 'events, device 0': '23' },
  ...{ 'GUI_ACTIVE, device 0': '5', 'HIT, device 0': '5', 'own, device 0': '1' },
};

test('every kind of event is on a track, and what has no time is told of', async () => {
  await opened('every-kind.ireeprof');
  assert.match(await editor.header(), /^Incomplete: 5 dropped, 1 truncated/);
  const tracks = await listed();
  assert.deepEqual(Object.fromEntries(Object.keys(EVERY_KIND).map((name) => [name, tracks.get(name)])), EVERY_KIND);
  const dispatches = await editor.label('dispatches');
  await has(dispatches, 'title', 'dispatches\n2 events have no time that can be aligned with the others.');
  for (const tab of ['Dispatches', 'Queue', 'Memory', 'Executables', 'Commands', 'Counters'])
    assert.ok((await rowsOf(tab)).length > 0, tab);
  assert.equal((await rowsOf('Queue', /^Device Events 13$/)).length, 13);
  await window.screenshot('profile-every-kind');
});

const profile = (name: string): Buffer => readFileSync(path.join(window.folder, `${name}.ireeprof`));
const put = (name: string, bytes: Buffer): Promise<ProfileEditor> => {
  writeFileSync(path.join(window.folder, name), bytes);
  return opened(name);
};

test('a profile of version 1.7 shows all that one of 1.6 has, and says that there may be more', async () => {
  const newer = profile('every-kind');
  newer.writeUInt16LE(7, 6);
  await put('newer.ireeprof', newer);
  assert.match(await editor.header(), /profile 1\.7 /);
  const tracks = await listed();
  assert.deepEqual(Object.fromEntries(Object.keys(EVERY_KIND).map((name) => [name, tracks.get(name)])), EVERY_KIND);
  await editor.view.getByRole('button', { name: /^\d notices?$/ }).click();
  await says(editor.view.locator('.popup'), /1\.7/);
  await window.page.keyboard.press('Escape');
});

/** Of the file's header, and where a record of the frame says how long it is. */
const FILE_HEADER = 24;
const FILE_LENGTH = 16;

function records(bytes: Buffer): readonly Buffer[] {
  const all: Buffer[] = [];
  for (let at = FILE_HEADER; at < bytes.length; at += all.at(-1)?.length ?? bytes.length)
    all.push(bytes.subarray(at, at + Number(bytes.readBigUInt64LE(at))));
  return all;
}

test('a profile in which nothing happened opens, and says that there is nothing', async () => {
  const whole = profile('several-devices');
  const all = records(whole);
  const empty = Buffer.concat([whole.subarray(0, FILE_HEADER), all[0] ?? Buffer.alloc(0), all.at(-1) ?? Buffer.alloc(0)]);
  empty.writeBigUInt64LE(BigInt(empty.length), FILE_LENGTH);
  await put('nothing.ireeprof', empty);
  assert.match(await editor.header(), /^Complete: .* 0 dispatches/);
  assert.equal(await wordsOf(editor.view.locator('.tl-empty')), 'No events were recorded.');
  for (const tab of ['Queue', 'Memory', 'Executables', 'Commands', 'Counters']) {
    await editor.lower(tab);
    await editor.view.locator('.lower-panel .empty', { hasText: /^No .* were recorded \(modes? / }).waitFor();
  }
});

test('of a profile that is torn in each of its records what lies before is shown', async () => {
  const whole = profile('several-devices');
  const events: number[] = [];
  const all = records(whole);
  for (let kept = 4; kept < all.length; kept += 5) {
    const end = FILE_HEADER + all.slice(0, kept).reduce((sum, { length }) => sum + length, 0);
    await put(`torn-${String(kept)}.ireeprof`, whole.subarray(0, end + 20));
    const said = await editor.header();
    assert.match(said, /^Ends early: /);
    await says(editor.view.locator('.notice.damage'), /byte [\d,]+.*Everything before that is shown\./);
    events.push(Number(/(\d+) events?/.exec(said)?.[1] ?? 0));
  }
  assert.deepEqual(
    events,
    events.toSorted((a, b) => a - b),
  );
  assert.ok((events.at(-1) ?? 0) > 20, events.join(' '));
});

/** The first cause, when there is one. */
async function firstCause(): Promise<{ readonly kind: string | null; readonly words: string }> {
  await editor.lower('Explain');
  const first = editor.view.locator('.causes li').first();
  await first.waitFor();
  return { kind: await first.getAttribute('data-kind'), words: await wordsOf(first.locator('.why')) };
}

const follow = (text: string): Promise<void> => editor.view.locator('.causes li').first().getByText(text).first().click();
const currentTrack = (): Promise<string> => wordsOf(editor.view.locator('.tl-label.current .tl-name'));

test('a kernel that was made slow is named first, and its evidence is one of its slices', async () => {
  await opened('slow-function.ireeprof');
  const { kind, words } = await firstCause();
  assert.equal(kind, 'function');
  assert.match(
    words,
    /^f2 takes 50 µs, 5 times as long as the 3 other functions with the same grid of 64 × 1 × 1 workgroups \(10 µs\), which adds 1 ms in 25 /,
  );
  await follow('its longest dispatch, 50 µs');
  const event = Number((await editor.headed(/^Dispatch, event \d+$/)).split(' ').at(-1));
  assert.equal(event % 4, 3, 'every fourth dispatch is of f2, the third first');
  assert.equal(await wordsOf(editor.view.locator('.subject')), 'f2');
  await says(editor.view.locator('#details-panel'), /Duration 50,000 ns/);
});

test('a worker that is starved is named first, and leads to its track', async () => {
  await opened('starved-worker.ireeprof');
  const { kind, words } = await firstCause();
  assert.equal(kind, 'imbalance');
  assert.match(words, /^worker 2 is starved: it works for 50 µs while the others work for 990 µs each\./);
  await follow('worker 2');
  await until('the track of the worker', async () => (await currentTrack()) === 'worker 2');
  await says(editor.view.locator('#details-panel'), /Duration 500 ns/);
  await follow('f0, where workers are idle');
  await editor.headed(/^Dispatch, event \d+$/);
  assert.equal(await wordsOf(editor.view.locator('.subject')), 'f0');
});

test('a wait on a semaphore is named first, with what waited and what it waited for', async () => {
  await opened('semaphore-wait.ireeprof');
  const { kind, words } = await firstCause();
  assert.equal(kind, 'wait');
  assert.match(
    words,
    /^Nothing is executed for 900 µs while a submission waits on a semaphore: submission 200 \(dispatch\) waits for 900 µs, /,
  );
  await follow('submission 200 (dispatch)');
  await editor.headed(/^Submission.*200$/);
  await follow('submission 100 (dispatch)');
  await editor.headed(/^Submission.*100$/);
  await window.screenshot('profile-wait');
});

test('a function whose executable is prepared anew for each repetition is one row, which opens into the executables', async () => {
  await opened('mm256-vulkan.bench.all.ireeprof');
  await says(editor.view.locator('.explain .most'), /Most of the time in dispatches by function 100(\.0)? % /);
  await says(
    editor.view.locator('.causes'),
    /other executables with the same functions, such as those that a benchmark prepares for each repetition\./,
  );
  await editor.lower('Dispatches');
  await editor.view.locator('.lower-bar .seg').getByRole('button', { name: 'Executables' }).waitFor();
  await says(editor.rows.first(), /in 20 executables/);
  assert.equal(await editor.rows.count(), 1);
  assert.match((await editor.column('share')).join(), /^100(\.0)? %$/);
  await editor.rows.first().click();
  await window.page.keyboard.press('ArrowRight');
  await until('its executables', async () => (await editor.rows.count()) > 5);
  assert.match((await editor.column('fn'))[1] ?? '', /^executable \d+$/);
  await window.screenshot('profile-of-benchmark');
});
