import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choice, parseArguments, wholeNumber } from './arguments';
import { run } from './run';
import { runOptions } from './runFlags';
import { UsageError } from './usage';

test("takes flags in IREE's style", () => {
  const args = parseArguments(run, [
    '--device=local-sync',
    'a.ireereplay',
    '--device=local-task',
    '--assume_host_signals=true',
    '--guard_buffers=false',
  ]);
  assert.equal(args.capture, 'a.ireereplay');
  assert.deepEqual(args.values('device'), ['local-sync', 'local-task']);
  const options = runOptions(args);
  assert.equal(options.assumeHostSignals, true);
  assert.equal(options.guardBuffers, false);
});

test('says what is wrong with a command line', () => {
  for (const [line, sentence] of [
    [[], /expected the path/],
    [['a', 'b'], /expected one capture, got 2/],
    [['--no_such_flag', 'a'], /Unknown option/],
    [['--outputs=x', '--outputs=y', 'a'], /more than once/],
  ] as const) {
    assert.throws(
      () => parseArguments(run, line),
      (error) => error instanceof UsageError && sentence.test(error.message),
    );
  }
  assert.throws(() => runOptions(parseArguments(run, ['--device=cuda', 'a'])), /no device cuda/);
  assert.throws(() => runOptions(parseArguments(run, ['--replay_file_remap=x', 'a'])), /is not captured_prefix=replay_prefix/);
  assert.throws(() => choice(parseArguments(run, ['--format=xml', 'a']), 'format', ['text', 'json']), /expected text or json/);
  assert.throws(() => wholeNumber(parseArguments(run, ['--poison=300', 'a']), 'poison', 0, 255), /from 0 to 255/);
});

test('takes bytes in hexadecimal', () => {
  assert.equal(runOptions(parseArguments(run, ['--poison=0xff', 'a'])).poison, 255);
});
