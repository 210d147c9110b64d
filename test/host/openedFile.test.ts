import * as assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { openedFile } from '../../extension/captures/openedFile';
import { watchFile } from '../../extension/captures/watchFile';

describe('an opened file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-opened-'));
  after(() => rmSync(folder, { recursive: true }));

  /** Writes until a watcher of this file has said so, and then as long as `openedFile` waits for a burst to end, and longer. */
  const seenToBeWritten = async (file: string, write: () => void): Promise<void> => {
    let seen = (): void => undefined;
    const touched = new Promise<void>((resolve) => (seen = resolve));
    const watcher = watchFile(file, () => seen());
    const writing = setInterval(write, 200);
    try {
      await touched;
    } finally {
      clearInterval(writing);
      watcher.dispose();
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  };

  it('has not changed by what was written before it was brought', async () => {
    const file = path.join(folder, 'recorded.ireeprof');
    writeFileSync(file, 'before');
    const changes: true[] = [];
    const opened = openedFile(vscode.Uri.file(file), () => changes.push(true));
    await seenToBeWritten(file, () => writeFileSync(file, String(Date.now())));
    assert.deepEqual(changes, []);
    await opened.bring();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual(changes, []);
    await seenToBeWritten(file, () => appendFileSync(file, 'more'));
    assert.ok(changes.length > 0);
    await opened.dispose();
  });
});
