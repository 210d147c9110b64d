import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createDestination, type Destination } from './destination';

let time: number;
let ready: boolean;
let sent: unknown[];
let destination: Destination;

beforeEach(() => {
  time = 0;
  ready = true;
  sent = [];
  destination = createDestination(
    ({ record, via }) => sent.push(via === undefined ? record : [record, via]),
    () => ready,
    () => time,
  );
});

test('who waits for a page or for rows is sent there, however long that takes', () => {
  ready = false;
  destination.set(11, 4);
  time = 60_000;
  destination.go();
  assert.deepEqual(sent, []);
  ready = true;
  destination.go();
  assert.deepEqual(sent, [[11, 4]]);
});

test('a page that is loaded again before it is there is sent once more; one that is there is not', () => {
  destination.set(11);
  destination.arrived('12');
  destination.go();
  assert.deepEqual(sent, [11, 11]);
  destination.arrived('11');
  destination.go();
  assert.deepEqual(sent, [11, 11]);
});

test('who has been sent and went elsewhere stays there when the page is loaded again much later', () => {
  destination.set(11);
  time = 10_001;
  destination.go();
  assert.deepEqual(sent, [11]);
});
