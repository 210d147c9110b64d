import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { recordingsHealth } from './recordingsHealth';

const fixtures = path.resolve(__dirname, '..', '..', 'test', 'fixtures', 'neighbours', 'llvm');
const { signal } = new AbortController();

test('a folder has its kernels, its recordings and its report', async () => {
  assert.deepEqual(await recordingsHealth(path.join(fixtures, 'made-second'), signal), {
    ...{ state: 'read', recordings: 2, kernels: 2, report: 'report.txt', problems: [] },
  });
});

test('what cannot be read is told with its file, and the rest is counted', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-recordings-'));
  try {
    cpSync(path.join(fixtures, 'llvm16-more'), folder, { recursive: true });
    truncateSync(path.join(folder, '__omp_offloading_fe00_58427b_main_l12.json'), 40);
    writeFileSync(path.join(folder, 'package.json'), '{"name": "other"}');
    const health = await recordingsHealth(folder, signal);
    assert.equal(health.state, 'read');
    assert.equal(health.kernels, 3);
    assert.equal(health.problems.length, 1);
    assert.match(health.problems[0] ?? '', /^__omp_offloading_fe00_58427b_main_l12\.json: /);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a folder that is gone cannot be read', async () => {
  assert.equal((await recordingsHealth(path.join(fixtures, 'gone'), signal)).state, 'unreadable');
});
