import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { questionRows, rowOf } from './questionRows';

const root = path.resolve(__dirname, '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-test-'));
after(() => rmSync(folder, { recursive: true }));
const profile = path.join(folder, 'block.ireeprof');
execFileSync(
  process.execPath,
  [
    ...[path.join(root, 'bin', 'ireereplay'), 'run', '--device=local-sync'],
    ...['--device_profiling_mode=queue-events,host-execution,memory-events,executable-metadata', `--device_profiling_output=${profile}`],
    path.join(root, 'test', 'fixtures', 'models', 'block', 'block.sync.ireereplay'),
  ],
  { stdio: 'pipe' },
);

test('a question is answered with the rows that the command line prints', async () => {
  const { rows, more } = await questionRows(profile, 'executable');
  assert.equal(more, 0);
  const functions = rows.filter(({ type }) => type === 'executable_function');
  assert.equal(functions.length, 11);
  assert.ok(functions.every(({ key }) => String(key).startsWith('block$async_dispatch_')));
});

test('numbers that no double holds keep their digits', () => {
  assert.deepEqual(
    rowOf('{"type":"command_buffer","queue_affinity":18446744073709551615,"mode":9007199254740991,"key":"a:1234567890123456789,\\""}'),
    {
      type: 'command_buffer',
      queue_affinity: '18446744073709551615',
      mode: 9007199254740991,
      key: 'a:1234567890123456789,"',
    },
  );
});

test('a fraction of many digits is a number', () => {
  assert.deepEqual(rowOf('{"share":0.35208711433756806,"small":1.0123456789012346e-7}'), {
    share: 0.35208711433756806,
    small: 1.0123456789012346e-7,
  });
});

test('of a profile that ends early there are the rows that are whole', async () => {
  const torn = path.join(folder, 'torn.ireeprof');
  copyFileSync(profile, torn);
  truncateSync(torn, 9000);
  assert.ok((await questionRows(torn, 'executable')).rows.length > 0);
});

test('who wants no answer any more gets none', async () => {
  await assert.rejects(questionRows(profile, 'queue', AbortSignal.abort()), { name: 'AbortError' });
});
