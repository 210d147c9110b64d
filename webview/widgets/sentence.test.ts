import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from './sentence';

test('makes a message a sentence', () => {
  assert.equal(sentence('replay record extends past file end'), 'Replay record extends past file end.');
  assert.equal(sentence('Done already.'), 'Done already.');
});

test('leaves names at the beginning as they are', () => {
  assert.equal(sentence('local-sync takes embedded-elf-x86_64'), 'local-sync takes embedded-elf-x86_64.');
  assert.equal(sentence('/models/w.irpa: length differs'), '/models/w.irpa: length differs.');
  assert.equal(sentence('device.queue_host_call is not supported'), 'device.queue_host_call is not supported.');
});
