import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { close, closeSync, constants, copyFileSync, open, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { axeFindingsInThemes } from '../e2e/axeFindings';
import { captureEditor, putCapture, shownCapture } from '../e2e/captureEditor';
import { matmulOfEightRows } from '../e2e/matmulOfEightRows';
import { measuredRun, runOf, type MeasuredRunView } from '../e2e/measuredRun';
import { says } from '../e2e/said';
import { until } from '../e2e/until';
import { guidePicture } from './pictures';
import type { ShownProblem } from './vscode/problems';
import type { StatusItem } from './vscode/statusBar';
import { openWindow, type PagesWindow } from './window';
import { present } from '../present';

const fixtures = path.resolve(__dirname, '..', 'fixtures');

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: ['small.ireereplay'] });
  putCapture(window, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  for (const name of ['scalar.so', 'wrong.so'])
    copyFileSync(path.join(fixtures, 'models/mm256/kernels', name), path.join(window.folder, name));
  copyFileSync(path.join(fixtures, 'kernels/elementwise.c'), path.join(window.folder, 'elementwise.c'));
  await window.page.setViewportSize({ width: 1252, height: 900 });
});
after(async () => {
  await window.dispose();
});

/** For which a substitution is timed. */
const SECONDS = 0.05;
/** Built, verified and timed on a busy machine, in seconds. */
const LONGEST = 120;
const TIMED = /faster|slower|no difference|not known yet/;

const status = (name: string): StatusItem | undefined => window.statusItems.find(({ text }) => text.startsWith(name));

/** Waits until the status bar says it of a candidate. */
async function statusSays(name: string, wanted: RegExp): Promise<void> {
  await until(
    `${String(wanted)} of ${name}`,
    () => {
      const said = status(name)?.text ?? '';
      if (wanted.test(said)) return true;
      throw new Error(`the status bar says ${said}`);
    },
    LONGEST,
  );
}

const problemsSaying = (words: string): readonly ShownProblem[] =>
  window.textEditor.problems.filter(({ message }) => message.includes(words));
const problem = (words: string): Promise<ShownProblem> => until(`the problem that ${words}`, () => problemsSaying(words)[0], LONGEST);
const noProblem = (words: string): Promise<unknown> => until(`no problem that ${words}`, () => problemsSaying(words).length === 0);

/** Threads with which Node looks at files, unless UV_THREADPOOL_SIZE says another number. */
const FILE_THREADS = 4;

/** Keeps all threads busy that look at files, until it is called back: each waits for somebody who writes to a pipe. */
function keepFilesWaiting(): () => void {
  const pipe = path.join(window.folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (let thread = 0; thread < FILE_THREADS; thread++) open(pipe, 'r', (_, file) => close(file));
  return () => {
    closeSync(openSync(pipe, constants.O_RDWR));
    rmSync(pipe);
  };
}

/** Right-clicks the executable of a capture, and puts `file` in its place. */
function substitute(capture: string, file: string): Promise<MeasuredRunView> {
  return runOf(window, async () => {
    await window.openFile(capture);
    const editor = await shownCapture(window);
    await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await window.answers.files('File to Use Instead of Executable 4', file);
  });
}

test('a slower kernel is called slower, after its results were found to agree', async () => {
  const run = await substitute('mm256.ireereplay', 'scalar.so');
  await run.ends(/^Results agree\. scalar\.so: [\d.]+x slower/);
  assert.ok((await run.view.locator('.ci.slower').count()) > 0);
  await window.screenshot('substitution-slower');
  await guidePicture(window, 'substitute', { width: 1000, height: 640, above: run.view.locator('.side') });
  // Of the others no speed is asserted.
  window.setSetting('ireeReplay.substitute.seconds', SECONDS);
});

/** Takes a picture of the result in each theme, in which axe finds nothing. */
async function inThemes(picture: string): Promise<void> {
  const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern', contrast: 'Default High Contrast' };
  const wear = async (name: string): Promise<void> => {
    await window.setTheme(themes[name as keyof typeof themes]);
    await window.screenshot(`${picture}-${name}`);
  };
  assert.deepEqual(await axeFindingsInThemes(window, [...Object.keys(themes), 'dark'], wear), []);
}

/** Writes a source with that kernel of cheats.c, behind `first`. */
function putCheat(name: string, first = ''): string {
  const source = readFileSync(path.join(fixtures, 'kernels/cheats.c'), 'utf8');
  writeFileSync(path.join(window.folder, `${name}.c`), `${first}\n#define CHEAT ${name}\n${source}`);
  return `${name}.c`;
}

test('a kernel that computes only in its first calls is found while it is timed', async () => {
  const run = await substitute('mm256.ireereplay', putCheat('first_calls'));
  await run.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  assert.match(await run.view.locator('.basis').innerText(), /agreed with the original's when it was verified, but not when it was timed/);
  assert.match(await run.view.locator('.side').innerText(), /while timed\s+\d+ executions? of the candidate compared/);
  assert.equal(await run.view.locator('.ci').count(), 0);
  await window.screenshot('substitution-while-timed');
});

test('a kernel that is right on the recorded inputs alone is found on others, in every theme', async () => {
  const run = await substitute('mm256.ireereplay', putCheat('recorded_result', `#define RECORDED "${fixtures}/models/mm256/c.npy"`));
  await run.ends(/^Results differ on other inputs\. No speed is reported\.$/);
  assert.match(await run.view.locator('.basis').innerText(), /agree with the original's on the recorded inputs, but not on other ones/);
  assert.match(await run.view.locator('.side').innerText(), /other inputs\s+differ on those of seed \d+/);
  assert.equal(await run.view.locator('.ci').count(), 0);
  await inThemes('substitution-other-inputs');
});

test('a kernel that adds to what nothing wrote is said to depend on it, with its dispatch, in every theme', async () => {
  const run = await substitute('mm256.ireereplay', putCheat('adds_to_result'));
  await run.ends(/^Results depend on memory that nothing wrote\. No speed is reported\.$/);
  assert.match(
    await run.view.locator('.basis').innerText(),
    /^The substitute's results depend on .* with its buffers elsewhere \(seed \d+\)/,
  );
  assert.match(await run.view.locator('.divergence').innerText(), /first operation with other results is matmul_dispatch_0/);
  assert.match(await run.view.locator('.side').innerText(), /places\s+guarded, with 1 other place of buffers \(seed \d+\)/);
  assert.equal(await run.view.locator('.ci').count(), 0);
  await inThemes('substitution-unwritten');
});

test('a kernel that keeps state is said to keep state, in every theme', async () => {
  const run = await substitute('mm256.ireereplay', putCheat('counts_calls'));
  await run.ends(/^It keeps state\. No speed is reported\.$/);
  assert.match(await run.view.locator('.basis').innerText(), /it has changed \d+ bytes of its own data, the first at calls/);
  assert.equal(await run.view.locator('.ci').count(), 0);
  await inThemes('substitution-keeps-state');
});

test('a kernel that writes outside of its buffers, or changes how its thread computes, is said to do that', async () => {
  let run = await substitute('mm256.ireereplay', putCheat('writes_past'));
  await run.ends(/^It writes outside of its buffers\. No speed is reported\.$/);
  assert.match(
    await run.view.locator('.basis').innerText(),
    /[1-4] bytes? outside of all buffers holds? something else, the first (right after|[1-3] bytes? past) the end of buffer/,
  );
  await inThemes('substitution-outside');
  run = await substitute('mm256.ireereplay', putCheat('switches_rounding'));
  await run.ends(/^It changes how its thread computes\. No speed is reported\.$/);
  await window.screenshot('substitution-control');
});

test('a kernel that is fast on the recorded inputs alone is not called faster, and both speeds are told', async () => {
  // Until it tells: beside other work that takes longer.
  window.setSetting('ireeReplay.substitute.seconds', 5);
  const run = await substitute('mm256.ireereplay', putCheat('known_inputs', `#define RECORDED "${fixtures}/models/mm256/c.npy"`));
  await run.ends(/^Results agree.*\. known_inputs\.c: not known yet/);
  assert.match(
    await run.view.locator('.basis').innerText(),
    /On the recorded inputs it is [\d.]+x as fast as the original, on others [\d.]+x/,
  );
  assert.match(
    await run.view.locator('.side').innerText(),
    /while timed\s+\d+ executions of the candidate compared, half of the time on other inputs/,
  );
  // Its verdict and interval are longer than what is left of the window.
  const cut = (): Promise<number> =>
    run.view
      .locator('.grid[data-table^="pairs"]')
      .evaluate((table) => table.getBoundingClientRect().right - (table.closest('.left')?.getBoundingClientRect().right ?? 0));
  await until('the whole verdict in sight', async () => (await cut()) <= 0, 5);
  const cells = run.view.locator('.grid[data-table^="pairs"] td:last-child > *');
  const backgrounds = await cells.evaluateAll((shown) => shown.map((cell) => getComputedStyle(cell).backgroundColor));
  assert.deepEqual([...new Set(backgrounds)], ['rgba(0, 0, 0, 0)'], 'the verdict stands on its row, as the other cells do');
  window.setSetting('ireeReplay.substitute.seconds', SECONDS);
  await inThemes('substitution-speed-on-inputs');
});

test('what a kernel asks the machine for is told beside what was compared, and can be allowed', async () => {
  let run = await substitute('mm256.ireereplay', putCheat('reads_clock'));
  await run.ends(/./);
  assert.match(await run.view.locator('.side').innerText(), /asks\s+reads a clock \(rdtsc at product\+0x[0-9a-f]+ of executable 4\)/);
  await inThemes('substitution-asks');
  run = await runOf(window, async () => {
    await run.view.locator('.side button', { hasText: 'Change…' }).click();
    await window.answers.choose('Compare Results', 'Allow: clock');
  });
  await run.ends(/^Results agree/);
  assert.match(await run.view.locator('pre.cli').innerText(), /--allow=clock\b/);
});

test('a wrong kernel is found, and no speed is reported for it', async () => {
  const run = await substitute('mm256.ireereplay', 'wrong.so');
  await run.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  assert.equal(await run.view.locator('.ci').count(), 0);
  await window.screenshot('substitution-wrong');
});

test('how far its results are off is in sight in windows of ordinary widths', async () => {
  const inSight = (name: string): Promise<boolean> =>
    measuredRun(window)
      .view.locator('th', { hasText: name })
      .evaluate((header) => header.getBoundingClientRect().right <= (header.closest('.left')?.getBoundingClientRect().right ?? 0));
  // Windows of 1440 and 1600 pixels, with the side bar.
  for (const width of [1092, 1252]) {
    await window.page.setViewportSize({ width, height: 900 });
    for (const name of ['Out of tol.', 'Max ULP', 'Max abs']) await until(`${name} in sight at ${String(width)}`, () => inSight(name), 5);
    await window.screenshot(`substitution-wrong-${String(width)}`);
  }
});

test('the first difference links to the dispatch that wrote it', async () => {
  await measuredRun(window).view.locator('.basis a').click();
  await window.tab('mm256.ireereplay');
  // What was selected is the executable, at #11.
  await captureEditor(window).headed('#17 command_buffer.dispatch');
});

test('an executable is exported with how to put a changed one back', async () => {
  await window.openFile('small.ireereplay');
  const editor = await shownCapture(window);
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Export Executable…');
  await window.answers.files('Folder for Executable 4', `${window.folder}/`);
  await window.tab('executable-4.md');
  const binary = readFileSync(path.join(window.folder, 'executable-4.so'));
  assert.equal(binary.subarray(1, 4).toString(), 'ELF');
});

test('a source in C is built, verified and timed', async () => {
  const run = await substitute('small.ireereplay', 'elementwise.c');
  await run.ends(/^Results agree\. elementwise\.c: /);
  await window.screenshot('substitution-source');
  await guidePicture(window, 'how-it-knows', { width: 1000, height: 640, above: run.view.locator('.side') });
});

test('Substitute on Save shows a build error where it stands, and the verdict when it is mended', async () => {
  const run = measuredRun(window);
  const file = path.join(window.folder, 'elementwise.c');
  const source = readFileSync(file, 'utf8');
  // On a busy machine the first look at the file takes its time. Nothing says before that saves are noticed.
  const release = keepFilesWaiting();
  await run.view.locator('vscode-button.onsave').click();
  setTimeout(release, 500);
  await statusSays('elementwise.c', /./);
  writeFileSync(file, `${source}\nint broken = ;\n`);
  await statusSays('elementwise.c', /failed/);
  await problem('expected expression');
  writeFileSync(file, source);
  await statusSays('elementwise.c', TIMED);
  await noProblem('expected expression');
  const last = await runOf(window, () => present(status('elementwise.c'), 'word in the status bar').choose());
  await last.ends(/^Results agree\. elementwise\.c: /);
  await window.openFile('elementwise.c');
  await window.textEditor.lens(/(faster|slower|no difference above [\d.]+ %|not known yet): .+ in small\.ireereplay on local-sync/);
  (await window.textEditor.lens('Stop Substituting on Save')).choose();
  await until('no word in the status bar', () => status('elementwise.c') === undefined);
  await until('no lens', () => !window.textEditor.lenses.some(({ title }) => title.includes('in small.ireereplay on local-sync')));
});

test('a source with other bindings than were captured is marked where it names its function', async () => {
  const source = readFileSync(path.join(window.folder, 'elementwise.c'), 'utf8');
  writeFileSync(path.join(window.folder, 'bindings.c'), source.replace('#define BINDINGS 3', '#define BINDINGS 2'));
  await substitute('small.ireereplay', 'bindings.c');
  await window.openFile('bindings.c');
  const { file, line, column } = await problem("Function 'elementwise_mul' ABI mismatch");
  assert.equal(file, path.join(window.folder, 'bindings.c'));
  assert.match((window.text?.text.split('\n')[line - 1] ?? '').slice(column - 1), /^"?elementwise_mul"/);
});

test('a source that is tiled for another grid says so, its fix uses the grid that fits, and so does each save', async () => {
  const file = path.join(window.folder, 'rows.c');
  writeFileSync(file, matmulOfEightRows());
  const wrong = await substitute('mm256.ireereplay', 'rows.c');
  await wrong.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  await wrong.view.locator('vscode-button.onsave').click();
  await statusSays('rows.c', /results differ/);
  await window.openFile('rows.c');
  const { line, column } = await problem('unwritten with the recorded grid of 16,1,1 workgroups');
  window.textEditor.goTo(line, column);
  const fixes = await window.textEditor.fixes();
  const [fix] = fixes.filter(({ title }) => title === 'Use the Matching Grid: 32,1,1 Workgroups');
  assert.ok(fix !== undefined, fixes.map(({ title }) => title).join('; '));
  const right = await runOf(window, () => {
    fix.choose();
    return Promise.resolve();
  });
  await right.ends(/^Results agree\. rows\.c: /);
  await noProblem('unwritten with the recorded grid');
  await says(right.view.locator('pre.cli'), /--replay_workgroup_count=matmul\S+=32,1,1/);
  const ended = (): number => window.outputChannel().match(/substitute of rows\.c .*: /g)?.length ?? 0;
  const before = ended();
  writeFileSync(file, `${matmulOfEightRows()}\n`);
  await until('the run of the save', () => ended() > before, LONGEST);
  await statusSays('rows.c', TIMED);
});
