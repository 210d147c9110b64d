/** The code of a recorded kernel's image: its functions, their instructions, and the source beside them. */
import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import { findProgram } from '../../engine/programs/program';
import { says } from '../e2e/said';
import { faultsInThemes, resized, SIZES } from '../e2e/sizes';
import { until } from '../e2e/until';
import { compileKernel, recordingFor, recordingLikeCubin, withoutSource } from '../llvmImages';
import { openLlvmWindow, openRecording } from './llvmWindow';
import { picturesInBothThemes } from './pictures';
import { openWindow, type PagesWindow } from './window';

let window: PagesWindow;

before(async () => {
  window = await openLlvmWindow('llvm16-saxpy');
});
after(async () => {
  await window.dispose();
});

const place = (name: string): string => path.join(window.folder, name);

/** Opens a recording at its code. */
async function opened(name: string): Promise<FrameLocator> {
  const view = await openRecording(window, name);
  await view.getByRole('tab', { name: /^Code/ }).click();
  return view;
}
const functions = (view: FrameLocator): Locator => view.locator('.lower [role="row"][data-key]');
const instructions = (view: FrameLocator): Locator => view.getByRole('listbox', { name: /^Instructions of/ }).locator('.coderow');
const lines = (view: FrameLocator): Locator => view.getByRole('listbox', { name: 'Source scale.cpp' }).locator('.coderow');
const code = (view: FrameLocator): Locator => view.locator('#lower-code');

test('the recorded kernel is the first of the functions, and its instructions stand beside its source', async () => {
  recordingFor('x86-64', place('host'));
  const view = await opened('host/scale.json');
  await says(view.getByRole('tab', { name: /^Code/ }), /^Code\s*2$/);
  await says(functions(view).first(), /^scale\(double\*, int\), line 9\s*\d+$/);
  await functions(view).first().getByRole('img', { name: 'recorded' }).waitFor();
  await says(functions(view).nth(1), /^scaled\(double, double\)\s*\d+$/);
  await says(code(view), /scale\(double\*, int\), line 9 \.text\S*, \d+ bytes, \d lines/);
  await says(instructions(view).first(), /^scale\.cpp:9$/);
  await says(lines(view).nth(4), /^5\s*double scaled/);
  await picturesInBothThemes(window, 'llvm-code');
});

test('a line is marked on both sides, and goes to an editor', async () => {
  const view = await opened('host/scale.json');
  await instructions(view).filter({ hasText: 'movsd' }).first().click();
  await until('line 11', async () => (await lines(view).nth(10).getAttribute('class'))?.includes('same-line') === true);
  await lines(view).nth(8).click();
  await until('the instructions of line 9', async () => {
    const classes = await instructions(view).first().getAttribute('class');
    return classes?.includes('same-line') === true;
  });
  await view.getByRole('listbox', { name: 'Source scale.cpp' }).press('Enter');
  await until('the source', () => window.text?.file === place('host/scale.cpp') && window.text.line === 9);
  await window.showTab('scale.json');
  await window.webview().getByRole('button', { name: 'scale.cpp:9' }).click();
  await until('the source', () => window.text?.file === place('host/scale.cpp') && window.text.line === 9);
});

test('another function is chosen by the keys, and comes back with the page', async () => {
  const view = await opened('host/scale.json');
  await functions(view).first().click();
  await view.locator('#lower-grid').press('ArrowDown');
  await says(code(view), /scaled\(double, double\) \.text/);
  await says(instructions(view).filter({ hasText: 'mulsd' }), /mulsd xmm0, xmm1/);
  await view.locator('#lower-grid').press('Enter');
  await view.locator('.codelist:focus').waitFor();
  await window.page.keyboard.press('Control+c');
  await until('what was copied', async () => /scale\.cpp:[56]$/.test(await window.clipboard()));
  await window.openFile('host/scale.cpp');
  await window.showTab('scale.json');
  await says(code(view), /scaled\(double, double\) \.text/);
});

test('a source that is only called alike is said to be doubtful, and one that is gone to be missing', async () => {
  const recording = recordingFor('x86-64', place('moved'), '-fdebug-prefix-map=/=/elsewhere/');
  let view = await opened('moved/scale.json');
  await says(code(view), /It may be another file: it was compiled from \/elsewhere\/\S*scale\.cpp\./);
  withoutSource(recording);
  withoutSource(recordingFor('x86-64', place('host')));
  view = await opened('moved/scale.json');
  await functions(view).nth(1).click();
  await says(code(view), /compiled from \/elsewhere\/\S*scale\.cpp, which was found neither at that path nor in this workspace\./);
});

test('code for a GPU is what its disassembler prints', async (t) => {
  if (findProgram('llvm-objdump') === undefined || findProgram('ld.lld') === undefined) {
    t.skip('llvm-objdump or ld.lld is not installed');
    return;
  }
  recordingFor('AMD', place('amd'));
  const view = await opened('amd/scale.json');
  await says(view.locator('.health'), /image: ELF for AMD GPUs/);
  await says(code(view), /scale\(double\*, int\), line 9 disassembled by llvm-objdump, \d lines/);
  await instructions(view)
    .filter({ hasText: /s_endpgm|s_setpc/ })
    .first()
    .waitFor();
  await instructions(view)
    .filter({ hasText: /(?:flat|global)_store/ })
    .first()
    .click();
  await until('line 11', async () => (await lines(view).nth(10).getAttribute('class'))?.includes('same-line') === true);
  await picturesInBothThemes(window, 'llvm-code-amd');
});

test('no program is started until the workspace is trusted', async (t) => {
  if (findProgram('llvm-objdump') === undefined) {
    t.skip('llvm-objdump is not installed');
    return;
  }
  const restricted = await openWindow({ files: [], trusted: false });
  try {
    recordingFor('AArch64', path.join(restricted.folder, 'arm'));
    const view = await openRecording(restricted, 'arm/scale.json');
    await view.getByRole('tab', { name: /^Code/ }).click();
    await says(code(view), /^llvm-objdump would disassemble it, but no program is started here\./);
    restricted.trust();
    await view.getByRole('button', { name: 'Try Again' }).click();
    await says(code(view), /disassembled by llvm-objdump/);
  } finally {
    await restricted.dispose();
  }
});

test('a disassembler that is missing is named, with what to do', async () => {
  window.setSetting('ireeReplay.disassemblers.nvdisasm', '/no/such/nvdisasm');
  recordingLikeCubin(place('cubin'));
  const view = await opened('cubin/scale.json');
  await says(functions(view).first(), /^scale\(double\*, int\), line 9/);
  await says(code(view), /^\/no\/such\/nvdisasm, which is to disassemble it, is not a program.*Try Again Choose a Disassembler$/);
  await picturesInBothThemes(window, 'llvm-code-missing');
  await view.getByRole('button', { name: 'Choose a Disassembler' }).click();
  await until('the settings', () => window.asked.some((asked) => asked.includes('openSettings')));
});

test('bitcode is a row of its own', async (t) => {
  if (findProgram('llvm-dis') === undefined) {
    t.skip('llvm-dis is not installed');
    return;
  }
  const { source, bitcode } = recordingFor('x86-64', place('jit'));
  compileKernel(source, bitcode, 'bitcode');
  const view = await opened('jit/scale.json');
  await functions(view).filter({ hasText: 'LLVM bitcode' }).click();
  await says(code(view), /LLVM bitcode disassembled by llvm-dis/);
  await says(instructions(view).first(), /^; ModuleID = 'module'$/);
  await says(code(view), /LLVM bitcode disassembled by llvm-dis, \d lines/);
  await lines(view).nth(5).click();
  await instructions(view).filter({ hasText: 'fmul double' }).and(view.locator('.same-line')).waitFor();
  await picturesInBothThemes(window, 'llvm-code-bitcode');
});

test('an image that is missing, damaged or unknown is told in a sentence', async () => {
  let view = await opened('llvm16-saxpy/__omp_offloading_fe00_984963_main_l7.json');
  await says(view.locator('#lower-grid'), /There is no image: it is missing, .* LLVM 16 writes no image for launches on the host/);
  const { image } = recordingFor('x86-64', place('damaged'));
  truncateSync(image, readFileSync(image).length / 2);
  view = await opened('damaged/scale.json');
  await says(view.locator('.health'), /1 problem/);
  await says(view.locator('#lower-grid'), /scale\.image: It ends before its section table does/);
  const other = recordingFor('x86-64', place('unknown'));
  writeFileSync(other.image, 'an image of an unknown kind');
  view = await opened('unknown/scale.json');
  await says(view.locator('#lower-grid'), /The image is neither an ELF file nor LLVM bitcode: its code cannot be shown\./);
});

test('the code is well laid out, wide and narrow, in every theme', async () => {
  recordingFor('x86-64', place('laid-out'));
  const faults: string[] = [];
  const view = await opened('laid-out/scale.json');
  await lines(view).first().waitFor();
  for (const size of SIZES) {
    await resized(window, size);
    const found = await faultsInThemes(window, `narrow-llvm-code-${size.name}`);
    // Lists of code go sideways by the arrow keys.
    faults.push(...found.filter((fault) => !/codelist|coderow/.test(fault)));
  }
  assert.deepEqual(faults, []);
});
