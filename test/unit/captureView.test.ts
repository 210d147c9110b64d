/** The extension host's view of a capture: in order, off its thread, and only the newest search. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { before, test } from 'node:test';
import { openCapture, repeatScope, type Capture } from '../../engine/addon/capture';
import { RECORD_CLASSES } from '../../protocol/capture/recordRows';
import { unpackRows } from '../../protocol/capture/packedRows';
import { fixture, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const many = path.join(folder, 'many.ireereplay');
let capture: Capture;

before(async () => {
  await repeatScope(fixture('small.ireereplay'), many, 'execute', 10_000);
  capture = await openCapture(many);
  await capture.index();
});

test('a later search ends the earlier ones', async () => {
  const view = capture.createView();
  // More than Node has threads for such work: one that queued behind them would be late.
  const typed = ['a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef', 'abcdefg'].map((query) => view.search(query, false, () => undefined));
  const last = await view.search('op:queue_dispatch', true, () => undefined);
  for (const state of await Promise.all(typed)) assert.equal(state.done, false, state.query);
  assert.deepEqual([last.done, last.matches], [true, 10_000]);
  const { rows, total } = unpackRows(await view.rows(0, 10));
  // The view shows the last search's matches: the scope and its dispatches.
  assert.equal(total, 10_001);
  assert.equal(
    rows.slice(1).every((row) => row.matched && row.operation === 'device.queue_dispatch'),
    true,
  );
});

test('calls take effect in the order in which they are made', async () => {
  const view = capture.createView();
  const [, flat, , , tree] = await Promise.all([
    view.setMode('flat'),
    view.rows(0, 1),
    view.setMode('tree'),
    view.setExpanded(['23'], false, false),
    view.rows(0, 1),
  ]);
  const { records } = await capture.summary();
  assert.equal(flat.total, records);
  assert.equal(tree.total < 100, true);
  assert.equal((await view.expandedKeys()).includes('23'), false);
  assert.equal((await view.reveal('30')).row > 0, true);
  assert.equal((await view.expandedKeys()).includes('23'), true);
});

test('the JavaScript thread keeps running while rows are made', async () => {
  const view = capture.createView();
  let opened = false;
  let turns = 0;
  const turn = (): void => {
    turns++;
    if (!opened) setImmediate(turn);
  };
  setImmediate(turn);
  await view.setExpanded(['23'], true, true);
  opened = true;
  // Rows made here would have left no time for turns.
  assert.equal(turns > 10, true, String(turns));
});

test("rows and the stripe cross as bytes, and agree with each record's details", async () => {
  const small = await openCapture(fixture('small.ireereplay'));
  await small.index();
  const view = small.createView();
  await view.setMode('flat');
  const packed = await view.rows(0, 1000);
  assert.ok(packed.numbers instanceof Uint32Array && packed.wides instanceof BigUint64Array && packed.texts instanceof Uint8Array);
  const { rows } = unpackRows(packed);
  const { records } = await small.summary();
  const { classes } = await view.stripe(records);
  for (const [record, row] of rows.entries()) {
    const details = await small.details(row.key);
    assert.deepEqual([row.record, row.class, row.operation], [record, details.class, details.operation]);
    assert.equal(RECORD_CLASSES[classes[record] ?? NaN], row.class);
  }
  assert.equal(rows.length, records);
  assert.deepEqual(rows[27], {
    ...{ key: '27', record: 27, depth: 0, children: 0, expanded: false, matched: false },
    ...{ class: 'dispatch', operation: 'device.queue_dispatch', bytes: '48' },
    target: [{ text: 'elementwise_mul', object: '4' }],
    details: [
      ...[{ text: '[1, 1, 1], 3 bindings, ' }, { text: '5', object: '5' }, { text: '≥3' }],
      ...[{ text: ' → ' }, { text: '5', object: '5' }, { text: '=4' }],
    ],
  });
  small.close();
});
