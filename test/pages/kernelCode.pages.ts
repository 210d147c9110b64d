/** The tabs Disassembly and Source of a record: from an instruction to the line that it comes from, and back. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { findProgram } from '../../engine/programs/program';
import { temporaryFolder } from '../programs';
import { putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { picturesInBothThemes } from './pictures';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';
import { wordsOf } from '../e2e/wordsOf';

const fixtures = path.resolve(__dirname, '..', 'fixtures');
const spirvDis = findProgram('spirv-dis');

let window: PagesWindow;
const tools = temporaryFolder();

before(async () => {
  window = await openWindow({
    files: [],
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'ireeReplay.disassemblers.spirvDis': path.join(tools, 'spirv-dis') },
  });
  await window.page.setViewportSize({ width: 1600, height: 1000 });
  for (const source of ['models/mm256/mm256.mlir', 'kernels/elementwise.c']) {
    const file = path.join(window.folder, 'sources', path.basename(source));
    mkdirSync(path.dirname(file), { recursive: true });
    cpSync(path.join(fixtures, source), file);
  }
  putCapture(window, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  putCapture(window, 'models/mm256/mm256-vulkan.ireereplay', 'mm256-vulkan.ireereplay');
  putCapture(window, 'small.ireereplay', 'small.ireereplay');
});
after(async () => {
  await window.dispose();
});

const key = (name: string): Promise<void> => window.page.keyboard.press(name);
const rowsOf = (editor: CaptureEditor): Locator => editor.view.locator('.codelist .coderow');
const marked = (editor: CaptureEditor): Locator => editor.view.locator('.codelist .coderow.same-line');
const head = (editor: CaptureEditor): Promise<string> => wordsOf(editor.view.locator('.codetop'));
const cursor = (editor: CaptureEditor): Promise<string> => wordsOf(editor.view.locator('.codelist .coderow.current'));
/** Waits until the chosen tab is this one. */
const inTab = (editor: CaptureEditor, name: string): Promise<unknown> =>
  until(`the tab ${name}`, async () => {
    const said = await wordsOf(editor.view.locator('.ptabs [aria-selected="true"]'));
    if (said !== name) throw new Error(`it is ${said}`);
    return true;
  });
const untilSaid = (what: string, said: () => Promise<string>, wanted: RegExp): Promise<string> =>
  until(what, async () => {
    const text = await said();
    if (!wanted.test(text)) throw new Error(`there is: ${text}`);
    return text;
  });

/** Opens a capture at the first record that the query finds. */
async function opened(name: string, query: string, heading: string | RegExp): Promise<CaptureEditor> {
  await window.openFile(name);
  const editor = await shownCapture(window);
  await editor.search(query);
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(heading);
  return editor;
}

test('instructions stand under the lines that they come from, and those of a line are marked together', async () => {
  const editor = await opened('mm256.ireereplay', 'op:dispatch', '#17 command_buffer.dispatch');
  await editor.tab('Disassembly').click();
  await rowsOf(editor).filter({ hasText: 'push' }).first().waitFor();
  assert.match(
    await head(editor),
    /^matmul_dispatch_0_matmul_256x256x256_f32.*executable 4, embedded-elf-x86_64, \.text.*, 1,194 bytes, 2 lines$/,
  );
  await rowsOf(editor).filter({ hasText: 'mm256.mlir:1' }).waitFor();
  await rowsOf(editor).filter({ hasText: 'r15' }).first().click();
  await until('the instructions of line 1', async () => (await marked(editor).count()) === 8);
  await rowsOf(editor).filter({ hasText: 'rcx' }).first().click();
  await until('the instructions of line 2', async () => (await marked(editor).count()) > 8);
  await picturesInBothThemes(window, 'disassembly');
});

test('Enter leads from an instruction to its line in the source, which says that it may be another file', async () => {
  const editor = await shownCapture(window);
  await editor.view.locator('.codelist').press('Enter');
  await inTab(editor, 'Source');
  await untilSaid('line 2 of the source', () => wordsOf(marked(editor)), /^2 211 func\.func @matmul/);
  assert.match(
    await head(editor),
    /mm256\.mlir, line 2 It may be another file: found by the end of its path alone \(compiled from mm256\.mlir\)\.$/,
  );
  await picturesInBothThemes(window, 'source-tab');
});

test('and from the line back to its instructions', async () => {
  const editor = await shownCapture(window);
  await marked(editor).dblclick();
  await inTab(editor, 'Disassembly');
  await until('instructions of line 2', async () => (await marked(editor).count()) > 8);
});

test('each stage that the executable embeds can be chosen', async () => {
  const editor = await shownCapture(window);
  await editor.tab('Source').click();
  await editor.pick('Stage', '1.configured, embedded');
  await untilSaid('the configured source at its kernel', () => cursor(editor), /^8 /);
  await rowsOf(editor).filter({ hasText: 'hal.executable' }).first().waitFor();
  await window.screenshot('source-tab-configured');
});

test('by keys alone: through the list, to what a branch jumps to, and what is chosen is copied', async () => {
  const editor = await shownCapture(window);
  await editor.tab('Source').press('ArrowLeft');
  await inTab(editor, 'Disassembly');
  await until('the list of instructions', async () => {
    await key('Tab');
    return (await editor.view.locator('.codelist:focus').count()) === 1;
  });
  await key('Home');
  await untilSaid('the first row', () => cursor(editor), /mm256\.mlir:1/);
  await key('ArrowDown');
  await key('Shift+ArrowDown');
  await window.clearClipboard();
  await key('Control+C');
  const copied = await until('two instructions', async () => {
    const text = await window.clipboard();
    return text === '' ? undefined : text;
  });
  assert.equal(copied.replaceAll(/ +/g, ' '), ' f9d0 push rbp\n f9d1 mov rbp, rsp');
  await key('End');
  await untilSaid('the last row', () => cursor(editor), /\bret\b/);
  const branch = rowsOf(editor).locator('.operands .a').last();
  const target = await wordsOf(branch);
  await branch.locator('xpath=ancestor::*[@role="option"]').click({ position: { x: 4, y: 4 } });
  await key('j');
  await untilSaid('where it leads', async () => `0x${await cursor(editor)}`, new RegExp(`^${target}\\b`));
});

test('of an executable its functions are chosen from', async () => {
  const editor = await opened('small.ireereplay', 'op:prepare_executable', /prepare_executable$/);
  await editor.tab('Disassembly').click();
  await untilSaid('the first function', () => head(editor), /executable 4, embedded-elf-x86_64, .*92 bytes/);
  await editor.pick('Function', 'spin');
  await untilSaid('the other', () => head(editor), /185 bytes/);
});

test('of an executable for a GPU its container is told, and which program would disassemble it', async () => {
  const editor = await opened('mm256-vulkan.ireereplay', 'op:dispatch', /dispatch$/);
  await editor.tab('Disassembly').click();
  const said = await untilSaid('the container', () => head(editor), /which is to disassemble it, is not a program/);
  assert.match(said, /Container VKE1 entry point matmul_dispatch_0_matmul_256x256x256_f32 workgroup size 32 × 2 × 1 /);
  assert.match(said, /bindings 0 of set 0: storage buffer; 1 of set 0: storage buffer; 2 of set 0: storage buffer ABI descriptor /);
  assert.match(said, /module 0: SPIR-V 1\.0, 8\.1 KiB capabilities Shader, Matrix /);
  await picturesInBothThemes(window, 'disassembly-gpu-without');
});

test('which it does once it is there', { skip: spirvDis === undefined && 'spirv-dis is not installed' }, async () => {
  const editor = await shownCapture(window);
  symlinkSync(spirvDis ?? '', path.join(tools, 'spirv-dis'));
  await editor.view.getByRole('button', { name: 'Try Again' }).click();
  await rowsOf(editor).filter({ hasText: 'OpFunction' }).first().waitFor();
  assert.match(await head(editor), /disassembled by spirv-dis/);
  await window.screenshot('disassembly-gpu');
  await editor.view.getByRole('button', { name: 'Open in Editor' }).click();
  await window.tab(/\.disassembly$/);
  assert.match(window.text?.text ?? '', /disassembled by spirv-dis/);
});
