/** From a kernel in a capture to a changed, verified and timed one without leaving the editor. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { runOf } from '../e2e/measuredRun';
import type { ShownLens } from './vscode/lenses';
import type { StatusItem } from './vscode/statusBar';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';
import { present } from '../present';

const FUNCTION = 'matmul_dispatch_0_matmul_256x256x256_f32';
const CAPTURE = 'mm256.ireereplay';
/** Built, verified and timed on a busy machine, in seconds. */
const LONGEST = 120;

let window: PagesWindow;

before(async () => {
  const settings = {
    ...{ 'ireeReplay.ireeTools': process.env['IREE_TOOLS'] ?? '', 'ireeReplay.substitute.seconds': 0.5 },
  };
  window = await openWindow({ files: ['small.ireereplay'], settings });
  putCapture(window, 'models/mm256/mm256.sync.ireereplay', CAPTURE);
});
after(async () => {
  await window.dispose();
});

const place = (name: string): string => path.join(window.folder, name);
const status = (name: string): StatusItem | undefined => window.statusItems.find(({ text }) => text.startsWith(`${name}:`));
const lens = (words: string | RegExp): Promise<ShownLens> => window.textEditor.lens(words);
/** What all lenses say. */
const lenses = (): string => window.textEditor.lenses.map(({ title }) => title).join('\n');

/** What stands in the status bar of a candidate, once it is as wanted. */
async function says(name: string, wanted: RegExp): Promise<string> {
  return until(
    `${String(wanted)} of ${name}`,
    () => {
      const said = status(name)?.text ?? '';
      if (wanted.test(said)) return said;
      throw new Error(`the status bar says ${said}`);
    },
    LONGEST,
  );
}

/** Replaces what is in the file of a candidate as another program would: a save of it. */
function save(name: string, change: (text: string) => string): void {
  const before = readFileSync(place(name), 'utf8');
  const after = change(before);
  assert.notEqual(after, before, `nothing to change in ${name}`);
  writeFileSync(place(name), after);
}

const TIMED = /: [\d.]+x (faster|slower)|: no difference|: not known yet/;
const smallerTiles = (text: string): string =>
  text
    .replace('vector_common_parallel = [8, 4, 0]', 'vector_common_parallel = [1, 1, 0]')
    .replace('vector_reduction = [0, 0, 4]', 'vector_reduction = [0, 0, 1]');
const oneMore = (text: string): string => text.replace(/arith\.constant 0\.0+e\+00 : f32/, 'arith.constant 1.0e+00 : f32');
/** How often the engine has been asked for a run of this candidate. */
const runsOf = (name: string): number => window.outputChannel().split(`substitute of ${name} for executable 4`).length - 1;

test('a captured kernel embeds its source, which opens as a document that offers a copy', async () => {
  await window.openFile(CAPTURE);
  const editor = await shownCapture(window);
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Show Embedded Source…');
  await window.answers.choose('Embedded Source', /1\.configured\.mlir/);
  await window.tab('module_matmul_dispatch_0_embedded_elf_x86_64.1.configured.mlir');
  await lens('Edit a Copy…');
  assert.deepEqual(window.titleActions, ['Edit a Copy…']);
});

test('its copy is a file of the workspace, with how it is built, and nothing runs before it is saved', async () => {
  (await lens('Edit a Copy…')).choose();
  await window.answers.files('Copy of Executable 4', 'right.mlir');
  await window.tab('right.mlir');
  const text = readFileSync(place('right.mlir'), 'utf8');
  assert.match(text, /^\/\/ A copy of stage 1\.configured of executable 4 \(embedded-elf-x86_64\) of mm256\.ireereplay/);
  assert.match(text, /iree-compile --compile-from=executable-configurations/);
  await says('right.mlir', /waiting for a save/);
  await lens(`waiting for a save: ${FUNCTION} in ${CAPTURE} on local-sync`);
  assert.equal(runsOf('right.mlir'), 0);
});

test('a right change is built, verified and timed when it is saved, in the editor', async () => {
  window.textEditor.change(smallerTiles);
  await lens('waiting for a save');
  window.textEditor.save();
  await says('right.mlir', /: [\d.]+x slower/);
  await lens(new RegExp(`[\\d.]+x slower: ${FUNCTION} in ${CAPTURE.replace('.', '\\.')} on local-sync`));
});

test('a second candidate of the kernel has its own verdict, and the first keeps its', async () => {
  await window.openFile(CAPTURE);
  const editor = await shownCapture(window);
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Edit a Copy…');
  await window.answers.choose('Edit a Copy of Executable 4', '1.configured');
  await window.answers.files('Copy of Executable 4', 'wrong.mlir');
  await window.tab('wrong.mlir');
  save('wrong.mlir', oneMore);
  await says('wrong.mlir', /: results differ$/);
  await says('right.mlir', /: [\d.]+x slower/);
  await lens(`results differ: ${FUNCTION} in ${CAPTURE} on local-sync`);
  assert.doesNotMatch(lenses(), /slower/);
  await window.openBeside('right.mlir');
  await lens('slower');
  await lens('results differ');
  const run = await runOf(window, () => present(status('wrong.mlir'), 'word in the status bar').choose());
  await run.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
});

test('an error is shown at its line in the copy, and mended by the next save', async () => {
  await window.openFile('wrong.mlir');
  save('wrong.mlir', (text) => text.replace('linalg.matmul', 'linalg.matmulx'));
  await says('wrong.mlir', /: failed$/);
  const problem = await until('the problem', () =>
    window.textEditor.problems.find(({ message }) => message.includes("custom op 'linalg.matmulx' is unknown")),
  );
  const line =
    readFileSync(place('wrong.mlir'), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('linalg.matmulx')) + 1;
  assert.equal(problem.file, place('wrong.mlir'));
  assert.equal(problem.line, line);
});

test('saved one after the other, and again before the first has its verdict, each gets that of what was saved last', async () => {
  const [right, wrong] = [runsOf('right.mlir'), runsOf('wrong.mlir')];
  // The wrong one is mended, the right one made wrong, and mended again while the others are run.
  save('wrong.mlir', (text) => text.replace('linalg.matmulx', 'linalg.matmul').replace('arith.constant 1.0e+00', 'arith.constant 0.0e+00'));
  save('right.mlir', oneMore);
  await until('the run of the wrong text', () => /: (runs|waits)$/.test(status('right.mlir')?.text ?? ''), LONGEST);
  save('right.mlir', (text) => text.replace('arith.constant 1.0e+00', 'arith.constant 0.0e+00'));
  await says('right.mlir', /: [\d.]+x slower/);
  await says('wrong.mlir', TIMED);
  // Nothing that ends later takes it back.
  await until('the ends of all runs', () => runsOf('right.mlir') >= right + 2 && runsOf('wrong.mlir') >= wrong + 1, LONGEST);
  await says('right.mlir', /: [\d.]+x slower/);
  await says('wrong.mlir', TIMED);
});

test('a verdict is marked as old where the file has unsaved changes, is gone, or the capture was replaced', async () => {
  await window.openFile('right.mlir');
  window.textEditor.change((text) => `// ${text}`);
  await lens('slower before the unsaved changes');
  await says('right.mlir', /slower before the unsaved changes$/);
  window.textEditor.revert();
  await says('right.mlir', /slower$/);
  rmSync(place('wrong.mlir'));
  await says('wrong.mlir', /, but the file is gone$/);
  putCapture(window, 'small.ireereplay', CAPTURE);
  await says('right.mlir', /slower before the capture was replaced$/);
  await lens('slower before the capture was replaced');
  putCapture(window, 'models/mm256/mm256.sync.ireereplay', CAPTURE);
  await says('right.mlir', /slower$/);
});

test('it ends where it is shown, and by the palette', async () => {
  const left = (): number => ['right.mlir', 'wrong.mlir'].filter((name) => status(name) !== undefined).length;
  (await lens('Stop Substituting on Save')).choose();
  await until('one that is left', () => left() === 1);
  await window.runCommand('IREE Replay: Stop Substituting on Save');
  await until('none that is left', () => left() === 0);
});

test('an executable that embeds nothing says so, and what there is', async () => {
  await window.openFile('small.ireereplay');
  const editor = await shownCapture(window);
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Edit a Copy…');
  await window.answers.message(/Executable 4 does not embed the source of every function/);
  assert.ok(!existsSync(place('elementwise-copy.c')));
});
