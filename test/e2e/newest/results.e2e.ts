/** From a right-click to every kind of result, each looked at in both themes. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { axeFindings } from '../axeFindings';
import { chooseInContextMenu, putCapture, shownCapture } from '../captureEditor';
import { answerFileDialog } from '../fileDialog';
import { measuredRun, runOf, type MeasuredRunView } from '../measuredRun';
import { picturesInBothThemes } from '../pictures';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

const fixtures = path.resolve(__dirname, '..', '..', 'fixtures', 'models', 'mm256');

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: [],
    settings: {
      'workbench.colorTheme': 'Default Dark Modern',
      'ireeReplay.ireeTools': process.env['IREE_TOOLS'] ?? '',
      // Of all scopes together it takes ten times as long: they are measured until the shortest has so much.
      'ireeReplay.benchmark.seconds': 3,
      'ireeReplay.substitute.sample': true,
    },
  });
  putCapture(workbench, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  for (const name of ['mm256.mlir', 'kernels/grid-of-32.so', 'kernels/scalar.so', 'kernels/wrong.so'])
    copyFileSync(path.join(fixtures, name), path.join(workbench.folder, path.basename(name)));
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

async function openCapture(): ReturnType<typeof shownCapture> {
  await workbench.openFile('mm256.ireereplay');
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  return editor;
}

function substitute(file: string): Promise<MeasuredRunView> {
  return runOf(workbench, async () => {
    const editor = await openCapture();
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await answerFileDialog(workbench, 'File in Place of Executable 4', path.join(workbench.folder, file), 'Substitute');
  });
}

/** The colour that most of what is opaque in the first plot has: "204,204,204". */
async function plotInk(): Promise<string> {
  const canvas = measuredRun(workbench).view.locator('.plot canvas').first();
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const pixels = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    const counts = new Map<string, number>();
    for (let i = 0; i < pixels.length; i += 4) {
      if (pixels[i + 3] !== 255) continue;
      const colour = pixels.slice(i, i + 3).join();
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
  });
}

/** Exports the shown run, and returns the file. */
async function exported(button: string, suffix: string): Promise<Buffer> {
  const { view } = measuredRun(workbench);
  const file = path.join(workbench.folder, `exported.${suffix}`);
  if (suffix === 'png') await view.getByTitle('Export as PNG').first().click();
  else await view.locator('.export vscode-button', { hasText: button }).first().click();
  await answerFileDialog(workbench, 'Export', file, 'OK');
  await until(file, () => existsSync(file));
  return readFileSync(file);
}

test('a source in MLIR is built by iree-compile, verified and timed, and the plots follow the theme', async () => {
  const run = await substitute('mm256.mlir');
  await run.ends(/^Results agree\. mm256\.mlir: [\d.]+x faster/);
  await says(run.view.locator('pre.cli'), /--iree_compile=\S+iree-compile/);
  const inks: string[] = [await until('the plot', plotInk)];
  await picturesInBothThemes(workbench, 'substitution-faster', async () => {
    inks.push(await until('another colour in the plot', async () => (await plotInk()) !== inks.at(-1) && plotInk()));
  });
  assert.equal(inks[0], inks[2], 'the dark theme is back');
});

test('an error in it is shown where it stands, and opens there', async () => {
  const source = 'func.func @matmul(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return %b : tensor<4xf32>\n}\n';
  writeFileSync(path.join(workbench.folder, 'broken.mlir'), source);
  const run = await substitute('broken.mlir');
  await run.ends(/^The candidate was not built\.$/);
  assert.match(await run.basis(), /broken\.mlir:2:10.*undeclared SSA value/);
  await picturesInBothThemes(workbench, 'substitution-not-built');
  await run.view.locator('.basis a').first().click();
  await workbench.page.locator('.tabs-container .tab.active', { hasText: 'broken.mlir' }).waitFor();
  await until('the place', async () => ((await workbench.page.locator('.statusbar').textContent()) ?? '').includes('Ln 2, Col 10'));
});

test('a slower kernel is called so', async () => {
  const run = await substitute('scalar.so');
  await run.ends(/^Results agree\. scalar\.so: [\d.]+x slower/);
  const loops = run.view.getByRole('treegrid', { name: 'Samples of kernels, their loops and lines: A and B' });
  await loops.scrollIntoViewIfNeeded();
  const rows = loops.locator('[role="row"][data-key]');
  await until('loops of the kernel', async () => (await rows.count()) > 2);
  const said = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent.trim())),
  );
  assert.ok(
    said.every(([, , , , , verdict = '']) => /^(gained|lost|unchanged|new|gone|not known)\b/.test(verdict)),
    JSON.stringify(said),
  );
  assert.ok(
    said.slice(1).every(([place = '']) => place.startsWith('Loop ')),
    JSON.stringify(said),
  );
  assert.deepEqual(await axeFindings(workbench), []);
  await picturesInBothThemes(workbench, 'substitution-slower');
});

test('a kernel that is tiled for another grid is wrong, where is shown, and the button of the hint mends it', async () => {
  let run = await substitute('grid-of-32.so');
  await run.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  await says(run.view.locator('.left'), /The differences lie in rows 128 to 255 and all columns\./);
  // Nothing wrote it: it holds what fresh memory does while results are compared.
  await says(run.view.locator('table.around').first(), /\[128, 0\]\s*-4\.015625\s*-2\.8735182e-16/);
  await picturesInBothThemes(workbench, 'substitution-wrong');
  run = await runOf(workbench, () => run.view.locator('vscode-button', { hasText: 'Run with 32,1,1 Workgroups' }).click());
  await run.ends(/^Results agree\. grid-of-32\.so: /);
  await says(run.view.locator('pre.cli'), /--replay_workgroup_count=matmul\S+=32,1,1/);
});

test('a kernel that is wrong by one is right within a tolerance of one', async () => {
  let run = await substitute('wrong.so');
  await run.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  run = await runOf(workbench, async () => {
    await run.view.locator('.side button', { hasText: 'Change…' }).click();
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Other…' }).click();
    const tolerance = workbench.page.locator('.quick-input-widget', { hasText: 'An element agrees' }).locator('input').first();
    await tolerance.fill('1 absolute');
    // VS Code gives a page its keyboard back at any time; a question stays, with what was typed.
    await run.view.locator('pre.cli').click();
    assert.equal(await tolerance.inputValue(), '1 absolute');
    await tolerance.press('Enter');
  });
  await run.ends(/^Results agree/);
  await says(run.view.locator('pre.cli'), /--absolute=1\b/);
});

test('rows of a benchmark appear while it goes on, and Cancel keeps them', async () => {
  const editor = await openCapture();
  const run = await runOf(workbench, () => editor.view.locator('vscode-button.benchmark').click());
  const running = run.view.locator('.verdict[data-state=running]');
  await until('rows', async () => (await running.count()) === 0 || (await run.rows('rows').count()) >= 3, 120);
  await run.view.locator('vscode-button.cancel').click();
  await run.ends(/^Cancelled: execute takes [\d.]+ .?s/);
  assert.ok((await run.rows('rows').count()) >= 3);
  assert.match(await run.basis(), /Median of [\d,]+ runs/);
});

test('a benchmark has a history, and is exported in every form', async () => {
  const measured = async (): Promise<MeasuredRunView> => {
    const editor = await openCapture();
    return runOf(workbench, () => editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark'));
  };
  await (await measured()).ends(/^execute takes [\d.]+ .?s/);
  const run = await measured();
  await run.ends(/^execute takes [\d.]+ .?s.*previous run/);
  await picturesInBothThemes(workbench, 'benchmark');
  const median = ((await run.rows('rows').first().getByRole('gridcell').nth(2).textContent()) ?? '').trim();
  const csv = (await exported('CSV', 'csv')).toString().split('\r\n');
  assert.match(csv[0] ?? '', /^Scope or function,Record,Samples,"Median, ns"/);
  assert.match(csv[1] ?? '', /^execute,\d+,\d+,[\d.]+,/);
  const markdown = (await exported('Markdown', 'md')).toString();
  assert.match(markdown, /^execute takes /);
  assert.ok(
    markdown.split('\n').some((line) => line.startsWith('| execute |') && line.includes(` ${median} `)),
    markdown,
  );
  const json = JSON.parse((await exported('JSON', 'json')).toString()) as { readonly job: string };
  assert.equal(json.job, 'benchmark');
  const png = await exported('PNG', 'png');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.readUInt32BE(16) > 300 && png.readUInt32BE(20) >= 200, 'as large as it is drawn');
});

test('two runs that are selected in the list are compared', async () => {
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  const benchmarks = workbench.page.locator('.pane-body .monaco-list-row', { hasText: 'Benchmark scope execute' });
  await until('both', async () => (await benchmarks.count()) === 2);
  await benchmarks.first().click();
  await benchmarks.last().click({ modifiers: ['ControlOrMeta'] });
  const run = await runOf(workbench, () => chooseInContextMenu(workbench, benchmarks.last(), 'Compare Selected Runs'));
  await run.ends(/^execute: (not known yet|no difference above [\d.]+ %|[\d.]+x (faster|slower)) \[[\d.]+, [\d.]+\] against the run of /);
  await says(run.rows('compared').first(), /execute\s*#20/);
  // Which is A and which B can be chosen, and what changed between them is said.
  const chosen = (): Promise<readonly string[]> =>
    run.view.locator('.pickers vscode-dropdown').evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
  const [a = '', b = ''] = await chosen();
  assert.notEqual(a, b);
  await says(run.view.locator('.changed'), /What changed/);
  await run.view.getByLabel('Swap A and B').click();
  await until('B and A', async () => (await chosen()).join() === [b, a].join());
  await run.view.getByLabel('Swap A and B').click();
  await until('A and B', async () => (await chosen()).join() === [a, b].join());
  await picturesInBothThemes(workbench, 'comparison');
});

test('a verification and the list of runs', async () => {
  const editor = await openCapture();
  const run = await runOf(workbench, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Run to Run' }).click();
  });
  await run.ends(/^Results agree in 1 buffer\.$/);
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  const items = workbench.page.locator('.pane-body .monaco-list-row');
  for (const words of ['faster', 'failed', 'slower', 'results differ', 'cancelled', 'results agree'])
    await items.filter({ hasText: words }).first().waitFor();
  await picturesInBothThemes(workbench, 'verification-and-runs');
});

test('buffers of a dispatch', async () => {
  const editor = await openCapture();
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(/dispatch$/);
  await editor.tab('Buffers').click();
  await editor.view.locator('vscode-button.inspect').click();
  await editor.view.locator('.elements .line').first().waitFor({ timeout: 60_000 });
  await picturesInBothThemes(workbench, 'buffers');
});
