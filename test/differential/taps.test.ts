/** What operations find and leave on devices of the installed IREE: byte for byte what the native engine's inspection shows. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { namedOperations, type NamedOperation } from '../../engine/addon/composing';
import { inspect } from '../../engine/addon/inspection';
import { wantedOf } from '../../engine/iree/inspection';
import { readByIree } from '../../engine/iree/replay';
import { findIreeTools } from '../../engine/iree/tools';
import { inspecting } from '../../engine/jobs/inspect';
import type { InspectTold } from '../../protocol/jobs/inspect';
import type { RunOptions } from '../../protocol/replay/run';
import { allCaptures, type TestCapture } from '../captures';
import { fixture, temporaryFolder } from '../programs';
import { ireeAtOnceProgram } from './ireeTools';

const folder = temporaryFolder();
const tools = findIreeTools({ setting: path.dirname(ireeAtOnceProgram('iree-run-replay')), path: '' });
const signal = new AbortController().signal;
const MOMENTS = ['before', 'after'] as const;

/** Of a capture that is long, and of one whose replays take long: inspection replays it four times for each. */
const MOST = 12;
const MOST_OF_MANY = 3;
const MANY = 60;

/** Some of many, the first and the last among them. */
function some<T>(all: readonly T[]): readonly T[] {
  const most = all.length > MANY ? MOST_OF_MANY : MOST;
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, index) => all[Math.round((index * (all.length - 1)) / (most - 1))]).flatMap((one) => one ?? []);
}

type RunTold = InspectTold['run'];
const told = (run: RunOptions): RunTold => ({ substitutions: [], workgroupCounts: [], allowFileWrites: false, ...run }) as RunTold;

const runOf = (capture: TestCapture, device: string): RunOptions => ({
  capture: capture.file,
  devices: Array<string>(capture.devices).fill(device),
  fileRemaps: [`/mnt/capture/params=${capture.set}`, `/mnt/capture=${path.join(capture.set, 'models')}`],
});

/** What a range holds with two poisons: what nothing has written is not the same. */
interface Expected {
  readonly bytes: Uint8Array;
  readonly poisoned: Uint8Array;
}

/** What the native engine's ranges hold, before and after. */
async function ours(run: RunOptions, { record, via }: NamedOperation): Promise<readonly Expected[]> {
  const place = { record, ...(via === undefined ? {} : { via }) };
  const one = await inspect({ run: { ...run, poison: 0 }, ...place });
  const other = await inspect({ run: { ...run, poison: 0xa5 }, ...place });
  return MOMENTS.flatMap((moment) =>
    one.inspection.ranges.map((_, index) => ({ bytes: one.bytes(index, moment), poisoned: other.bytes(index, moment) })),
  );
}

let compared = 0;
let inCommandBuffers = 0;
for (const capture of allCaptures(folder)) {
  test(`${capture.name}: taps give what inspection shows`, async () => {
    const run = runOf(capture, 'local-sync');
    const named = await namedOperations(capture.file).catch(() => undefined);
    const dispatches = some((named?.operations ?? []).filter(({ operation }) => operation === 'dispatch'));
    const [first] = dispatches;
    if (first === undefined || (await ours(run, first).catch(() => undefined)) === undefined) return;
    const wanted = dispatches.flatMap((operation) =>
      MOMENTS.flatMap((moment) => operation.ranges.map((range) => wantedOf(operation, range, moment))),
    );
    const expected: Expected[] = [];
    for (const dispatch of dispatches) expected.push(...(await ours(run, dispatch)));
    assert.equal(expected.length, wanted.length);
    for (const device of ['local-sync', 'local-task']) {
      const found = await readByIree(tools, runOf(capture, device), wanted, signal);
      for (const [index, bytes] of found.entries()) {
        const right = expected[index];
        assert.equal(bytes.length, right?.bytes.length);
        let wrong = -1;
        for (let at = 0; at < bytes.length && wrong < 0; at++) {
          if (right?.bytes[at] !== right?.poisoned[at]) continue;
          compared++;
          if (right?.bytes[at] !== bytes[at]) wrong = at;
        }
        assert.equal(wrong, -1, `${device}: ${JSON.stringify(wanted[index])}, byte ${String(wrong)}`);
      }
      inCommandBuffers += dispatches.filter(({ via }) => via !== undefined).length;
    }
  });
}

test('an inspection on IREE is what ours is, but for who wrote and reads; other places are compared with it', async () => {
  const capture = { name: 'small', file: fixture('small.ireereplay'), set: fixture(''), devices: 1 };
  const { operations } = await namedOperations(capture.file);
  const place =
    operations.find(({ via, operation }) => via !== undefined && operation === 'dispatch') ??
    operations.find(({ operation }) => operation === 'dispatch');
  assert.ok(place !== undefined);
  const { record } = place;
  const jobs = inspecting();
  const waits = (): void => undefined;
  const ask = async (run: RunOptions): Promise<unknown> => {
    const { ranges } = await jobs.inspect({ run: told(run), record, traced: false }, () => undefined, signal, waits);
    const view = { range: 0, moment: 'after', type: 'f32', offset: 0, shape: [4], strides: [1] } as const;
    const { values, statistics } = await jobs.elements({ view, from: 0, count: 4 }, () => undefined, signal, waits);
    const tolerance = { absolute: 0, relative: 0, ulp: 0, nanEqual: false };
    const other = { kind: 'record', run: told(run), record, moment: 'after' } as const;
    const { agrees } = await jobs.compareElements({ view, with: other, tolerance }, () => undefined, signal, waits);
    return [ranges, Buffer.from(values).toString(), statistics, agrees];
  };
  const theirs = { ...runOf(capture, 'local-task'), iree: { setting: tools.folder, path: '' }, stopBeforeRecord: 3 };
  assert.deepEqual(await ask(theirs), await ask(runOf(capture, 'local-sync')));
});

test('many bytes were compared, of many commands', () => {
  assert.ok(compared > 100_000_000, String(compared));
  assert.ok(inCommandBuffers > 100, String(inCommandBuffers));
});
