import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createReadInTurn, type ReadInTurn } from './readInTurn';

/** Reads that end when the test says so. */
function reads(mayRead: () => boolean = () => true) {
  const begun: string[] = [];
  const changed: string[] = [];
  let finish: (value: string) => void = () => assert.fail('nothing is being read');
  let befores: (string | undefined)[] = [];
  const files: ReadInTurn<string> = createReadInTurn<string>({
    read: (file, before, signal) => {
      begun.push(file);
      befores = [...befores, before];
      return new Promise((resolve, reject) => {
        finish = resolve;
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
    changed: (file) => changed.push(file),
    mayRead,
  });
  return {
    ...{ files, begun, changed },
    befores: () => befores,
    ends: async (value: string) => {
      finish(value);
      await turn();
    },
  };
}

test('files are read one after the other, in the order in which they were asked for', async () => {
  const { files, begun, changed, ends } = reads();
  assert.equal(files.of('a'), undefined);
  files.of('b');
  files.of('a');
  assert.deepEqual(begun, ['a']);
  await ends('A');
  assert.deepEqual([begun, changed, files.of('a'), files.of('b')], [['a', 'b'], ['a'], 'A', undefined]);
  await ends('B');
  assert.deepEqual([files.of('b'), begun], ['B', ['a', 'b']]);
});

test('one that was touched is known as it was until it has been read again', async () => {
  const { files, begun, changed, befores, ends } = reads();
  files.of('a');
  await ends('A');
  files.touch('a');
  assert.deepEqual(begun, ['a']);
  assert.equal(files.of('a'), 'A');
  assert.deepEqual(
    [begun, befores()],
    [
      ['a', 'a'],
      [undefined, 'A'],
    ],
  );
  await ends('A');
  assert.deepEqual(changed, ['a']);
  files.touch();
  files.of('a');
  await ends('other');
  assert.deepEqual([changed, files.of('a')], [['a', 'a'], 'other']);
});

test('one that is touched while it is read is read once more', async () => {
  const { files, begun, ends } = reads();
  files.of('a');
  files.touch('a');
  await ends('A');
  assert.equal(files.of('a'), 'A');
  assert.deepEqual(begun, ['a', 'a']);
});

test('while nobody looks nothing is begun, and what was wanted is read afterwards', async () => {
  let looks = false;
  const { files, begun, ends } = reads(() => looks);
  files.of('a');
  await turn();
  assert.deepEqual(begun, []);
  looks = true;
  files.resume();
  assert.deepEqual(begun, ['a']);
  await ends('A');
  assert.equal(files.of('a'), 'A');
});

test('once disposed nothing more is read', async () => {
  const { files, begun, changed } = reads();
  files.of('a');
  files.of('b');
  files.dispose();
  await turn();
  assert.deepEqual([begun, changed], [['a'], []]);
});
