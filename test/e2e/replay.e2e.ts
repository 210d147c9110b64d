import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { captureEditor, putCapture, shownCapture, type CaptureEditor } from './captureEditor';
import { startWorkbench, until, type Workbench } from './workbench';

/** What small.ireereplay's application read back: floats 1 4 9 16, as its recipe says. */
const squares = createHash('sha256')
  .update(Buffer.from(new Float32Array([1, 4, 9, 16]).buffer))
  .digest('hex');

/** First instruction of the kernel in small.ireereplay, and one that no processor executes. */
const kernel = { offset: 925 + 0x1020, begins: '488b4620', undefinedInstruction: '0f0b' };

function withBrokenKernel(bytes: Buffer): Buffer {
  assert.equal(bytes.subarray(kernel.offset, kernel.offset + 4).toString('hex'), kernel.begins);
  const broken = Buffer.from(bytes);
  broken.write(kernel.undefinedInstruction, kernel.offset, 'hex');
  return broken;
}

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: ['small.ireereplay', 'file-digest.ireereplay', 'host-call.ireereplay'] });
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  putCapture(workbench, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  putCapture(workbench, 'small.ireereplay', 'broken.ireereplay', withBrokenKernel);
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

async function opened(name: string): Promise<CaptureEditor> {
  await workbench.openFile(name);
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('eplayable on'));
  return editor;
}

test('Replay executes the captured kernels and shows what came of it', async () => {
  const editor = await opened('small.ireereplay');
  await editor.replayButton.click();
  assert.match(await editor.verdict(), /^Replayed on local-sync in .*s: \d+ operations, \d+ dispatches\.$/);
  const outputs = editor.view.locator('.outcome table').last().locator('tbody tr');
  const hashes = await outputs
    .locator('td')
    .last()
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title')));
  assert.ok(hashes.includes(squares), hashes.join(' '));
  await workbench.screenshot('replay-small');
});

test('a result links to its records', async () => {
  const editor = captureEditor(workbench);
  await editor.view.locator('.outcome a', { hasText: '#54' }).click();
  await until('the record', async () => (await editor.heading()) === '#54 buffer.map_range');
});

for (const name of ['mm256', 'block']) {
  test(`${name} replays`, async () => {
    const editor = await opened(`${name}.ireereplay`);
    await editor.replayButton.click();
    assert.match(await editor.verdict(), /^Replayed on local-sync/);
    await workbench.screenshot(`replay-${name}`);
  });
}

test('what keeps a capture from being replayed is listed with record and remedy before anything runs', async () => {
  const editor = await opened('file-digest.ireereplay');
  assert.match(await editor.health(), /^Not replayable on local-sync: 1 problem/);
  assert.equal(await editor.replayButton.getAttribute('disabled'), '');
  const problem = editor.view.locator('.pr').first();
  assert.match((await problem.textContent()) ?? '', /weights\.bin.*#24.*Remap Files…/s);
  await problem.locator('a', { hasText: '#24' }).click();
  await until('its record', async () => (await editor.heading()) === '#24 device.import_file');
  await workbench.screenshot('replay-problem');
});

test('an operation that nobody can replay is named by its record', async () => {
  const editor = await opened('host-call.ireereplay');
  assert.match((await editor.view.locator('.problems').textContent()) ?? '', /host_call/);
});

test('a crash of captured code is named, and VS Code goes on', async () => {
  const editor = await opened('broken.ireereplay');
  await editor.replayButton.click();
  assert.match(await editor.verdict(), /ended the engine process with SIGILL/);
  const where = (await editor.view.locator('.outcome').textContent()) ?? '';
  assert.match(where, /record\s+#27/);
  await workbench.screenshot('replay-crash');
  await editor.view.locator('.outcome a', { hasText: '#27' }).click();
  await until('the record', async () => (await editor.heading()) === '#27 device.queue_dispatch');
  await workbench.openFile('small.ireereplay');
  const next = await shownCapture(workbench);
  await next.replayButton.click();
  assert.match(await next.verdict(), /^Replayed/);
});

test('the output channel says what was done and how long it took', () => {
  const said = workbench.outputChannel();
  assert.match(said, /small\.ireereplay: indexed 61 records of 24294 bytes in [\d.]+ ms/);
  assert.match(said, /small\.ireereplay: Replayed on local-sync in [\d.]+ ms/);
  assert.match(said, /broken\.ireereplay: .*SIGILL/);
});
