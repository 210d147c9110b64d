/** The offer to open the kernel recordings of a workspace. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';

/** Whether the offer was made, once all that begins with a window has ended: a list is looked for after it. */
async function offers(window: PagesWindow): Promise<readonly string[]> {
  await window.rows('captures');
  return window.answers.messages.filter((said) => said.includes('kernels that LLVM recorded'));
}

test('a folder of recordings is offered, opens by the button, and is not offered again', async () => {
  const window = await openWindow({ files: ['neighbours/llvm/made-second'] });
  await window.answers.message('made-second contains kernels that LLVM recorded.', 'Open Recordings');
  await window.tab('Recordings: made-second');
  await window.reload();
  assert.deepEqual(await offers(window), []);
  await window.dispose();
});

test('several are shown in the side bar', async () => {
  const window = await openWindow({ files: ['neighbours/llvm/made-second', 'neighbours/llvm/llvm16-saxpy'] });
  await window.answers.message('2 folders in this workspace contain kernels that LLVM recorded.', 'Show Folders');
  await until('the side bar', () => window.asked.includes('ireeReplay.captures.focus'));
  await window.dispose();
});

test('a user who wants no offers gets none for other folders either', async () => {
  const window = await openWindow({ files: ['neighbours/llvm/llvm16-saxpy'] });
  await window.answers.message(/contains kernels that LLVM recorded/, "Don't Show Again");
  await window.workspaceState.update('recordingsOffered', undefined);
  await window.reload();
  assert.deepEqual(await offers(window), []);
  await window.dispose();
});

test('a workspace without recordings gets none', async () => {
  const window = await openWindow({ files: ['small.ireereplay'] });
  assert.deepEqual(await offers(window), []);
  await window.dispose();
});
