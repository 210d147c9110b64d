/** Shows everything in the capture given as argument, as an editor does; prints the process's peak memory. */
import assert from 'node:assert/strict';
import { openCapture } from '../../../engine/addon/capture';
import type { Row } from '../../../protocol/capture/recordRows';
import { unpackRows } from '../../../protocol/capture/packedRows';
import { peakBytes } from './peak';

async function main(): Promise<void> {
  const capture = await openCapture(process.argv[2] ?? '');
  await capture.index();
  const summary = await capture.summary();
  assert.equal(summary.hermetic, true);
  assert.deepEqual(summary.problems, []);
  const view = capture.createView();
  const shown: Row[] = [];
  for (const mode of ['tree', 'objects', 'flat'] as const) {
    await view.setMode(mode);
    const top = unpackRows(await view.rows(0, 1000));
    await view.setExpanded(
      top.rows.map(({ key }) => key),
      true,
      true,
    );
    for (let start = 0; ; start += 10) {
      const page = unpackRows(await view.rows(start, 10));
      shown.push(...page.rows);
      if (start + 10 >= page.total) break;
    }
  }
  assert.equal(shown.length > summary.records, true);
  for (const { key, record } of shown) {
    if (record === undefined) continue;
    const details = await capture.details(key);
    assert.equal(details.problem, undefined);
    assert.equal((await capture.bytes(record, Math.max(0, Number(details.length) - 4096), 4096)).length > 0, true);
  }
  assert.equal((await view.search('obj:9', true, () => undefined)).done, true);
  await view.stripe(500);
  capture.close();
  process.stdout.write(String(peakBytes()));
}

void main();
