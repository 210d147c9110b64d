/** Which dispatches selectors mean, even where a capture executes more than are listed. */
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

/** What selectors mean; with `most`, as if the capture executed more than are listed. */
const choose = async (selectors: readonly string[], most?: number): Promise<Chosen> =>
  chosenDispatches(await listDispatches(options, undefined, { selectors, ...(most === undefined ? {} : { most }) }), most);

before(async () => {
  all = await listDispatches(options);
  assert.ok(all.dispatches.length > 3 && all.functions.length > 1, 'the capture calls several functions');
});

test('a pattern chooses all dispatches of a complete list, without a note', async () => {
  assert.deepEqual(await choose(['*']), { dispatches: all.dispatches, notes: [] });
});

test('a pattern finds every function in a list that is cut, with a note that more dispatches are executed', async () => {
  const { dispatches, notes } = await choose(['*'], 1);
  assert.deepEqual(
    new Set(dispatches.map(({ executable, function: name }) => `${executable} ${name}`)),
    new Set(all.dispatches.map(({ executable, function: name }) => `${executable} ${name}`)),
  );
  assert.match(notes.join(), new RegExp(`^Only the first 1 dispatches are listed, and ${String(all.dispatches.length - 1)} later ones`));
});

test('finds a dispatch by its place, and an executable by its id, wherever they are', async () => {
  const last = all.dispatches.at(-1);
  assert.ok(last !== undefined);
  const { record, via, executable } = last;
  assert.deepEqual(await choose([String(record)], 1), { dispatches: [last], notes: [] });
  assert.deepEqual((await choose([`#${String(record)}`], 1)).dispatches, [last]);
  if (via !== undefined) assert.deepEqual((await choose([`${String(via)}/${String(record)}`], 1)).dispatches, [last]);
  const { dispatches } = await choose([`executable:${executable}`], 1);
  assert.ok(dispatches.length > 0 && dispatches.every((one) => one.executable === executable));
});

test('what is chosen twice is listed once', async () => {
  const first = all.dispatches[0];
  assert.ok(first !== undefined);
  for (const most of [undefined, 1]) {
    const { dispatches } = await choose([first.function, String(first.record), first.function], most);
    assert.equal(dispatches.filter(({ record, via }) => record === first.record && via === first.via).length, 1);
  }
});

test('chosen dispatches are in order of execution, whatever the order of the selectors', async () => {
  const records = all.dispatches.map(({ record }) => String(record));
  for (const most of [undefined, 1]) assert.deepEqual((await choose(records.toReversed(), most)).dispatches, all.dispatches);
});

test('a selector that matches no dispatch is refused, with the names of all', async () => {
  const names = [...new Set(all.dispatches.map(({ function: name }) => name))];
  for (const selector of ['nothing*', '999999', 'executable:999999', '99999999999999999999', '18446744073709551615/1', '']) {
    await assert.rejects(choose(['*', selector], 1), (error: Error) => {
      assert.ok(error.message.startsWith(`no dispatch matches ${selector}; there are: `));
      for (const name of names) assert.ok(error.message.includes(name), name);
      return true;
    });
  }
});
