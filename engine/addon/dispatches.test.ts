/** Which dispatches selectors mean, also where a capture executes more than are listed. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { before, test } from 'node:test';
import { checkout } from '../../test/programs';
import { chosenDispatches, listDispatches, type Chosen, type DispatchList } from './dispatches';

const options = {
  capture: path.join(checkout, 'test', 'fixtures', 'models', 'mixed', 'mixed.task.ireereplay'),
  devices: ['local-sync'],
  fileRemaps: [],
};
let all: DispatchList;

/** What selectors mean; with `most`, as if the capture executed more than are looked at. */
const choose = async (selectors: readonly string[], most?: number): Promise<Chosen> =>
  chosenDispatches(await listDispatches(options, undefined, { selectors, ...(most === undefined ? {} : { most }) }), most);

before(async () => {
  all = await listDispatches(options);
  assert.ok(all.dispatches.length > 3 && all.functions.length > 1, 'the capture calls several functions');
});

test('all dispatches of a list that is whole are chosen by a pattern, and nothing is said', async () => {
  assert.deepEqual(await choose(['*']), { dispatches: all.dispatches, notes: [] });
});

test('of a list that is cut, a pattern finds every function, and it is said that more dispatches are executed', async () => {
  const { dispatches, notes } = await choose(['*'], 1);
  assert.deepEqual(
    new Set(dispatches.map(({ executable, function: name }) => `${executable} ${name}`)),
    new Set(all.dispatches.map(({ executable, function: name }) => `${executable} ${name}`)),
  );
  assert.match(notes.join(), new RegExp(`^1 dispatches are looked at, and ${String(all.dispatches.length - 1)} that come later are not`));
});

test('a dispatch is found by its place, and an executable by its id, wherever they are', async () => {
  const last = all.dispatches.at(-1);
  assert.ok(last !== undefined);
  const { record, via, executable } = last;
  assert.deepEqual(await choose([String(record)], 1), { dispatches: [last], notes: [] });
  assert.deepEqual((await choose([`#${String(record)}`], 1)).dispatches, [last]);
  if (via !== undefined) assert.deepEqual((await choose([`${String(via)}/${String(record)}`], 1)).dispatches, [last]);
  const { dispatches } = await choose([`executable:${executable}`], 1);
  assert.ok(dispatches.length > 0 && dispatches.every((one) => one.executable === executable));
});

test('what is chosen twice is there once', async () => {
  const first = all.dispatches[0];
  assert.ok(first !== undefined);
  for (const most of [undefined, 1]) {
    const { dispatches } = await choose([first.function, String(first.record), first.function], most);
    assert.equal(dispatches.filter(({ record, via }) => record === first.record && via === first.via).length, 1);
  }
});

test('what is chosen comes in order of execution, whatever the order of the selectors', async () => {
  const records = all.dispatches.map(({ record }) => String(record));
  for (const most of [undefined, 1]) assert.deepEqual((await choose(records.toReversed(), most)).dispatches, all.dispatches);
});

test('what means no dispatch is refused with the names that there are, of all dispatches', async () => {
  const names = [...new Set(all.dispatches.map(({ function: name }) => name))];
  for (const selector of ['nothing*', '999999', 'executable:999999', '99999999999999999999', '18446744073709551615/1', '']) {
    await assert.rejects(choose(['*', selector], 1), (error: Error) => {
      assert.ok(error.message.startsWith(`no dispatch is ${selector}; there are: `));
      for (const name of names) assert.ok(error.message.includes(name), name);
      return true;
    });
  }
});
