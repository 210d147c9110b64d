/** From a right-click to every kind of result, each looked at in both themes. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { axeFindings } from '../e2e/axeFindings';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { measuredRun, runOf, type MeasuredRunView } from '../e2e/measuredRun';
import { picturesInBothThemes } from './pictures';
import { says } from '../e2e/said';
import { compareRuns } from './comparedRuns';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';
import { present } from '../present';

const fixtures = path.resolve(__dirname, '..', 'fixtures', 'models', 'mm256');

let window: PagesWindow;

before(async () => {
  window = await openWindow({
    files: [],
    settings: {
      'workbench.colorTheme': 'Default Dark Modern',
      'ireeReplay.ireeTools': process.env['IREE_TOOLS'] ?? '',
      'ireeReplay.benchmark.seconds': 0.05,
      'ireeReplay.substitute.seconds': 0.5,
      'ireeReplay.substitute.sample': true,
    },
  });
  putCapture(window, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  for (const name of ['mm256.mlir', 'kernels/grid-of-32.so', 'kernels/scalar.so', 'kernels/wrong.so'])
    copyFileSync(path.join(fixtures, name), path.join(window.folder, path.basename(name)));
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

async function openCapture(): ReturnType<typeof shownCapture> {
  await window.openFile('mm256.ireereplay');
  const editor = await shownCapture(window);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  return editor;
}

function substitute(file: string): Promise<MeasuredRunView> {
  return runOf(window, async () => {
    const editor = await openCapture();
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await window.answers.files('File to Use Instead of Executable 4', file);
  });
}

/** The colour that most of what is opaque in the first plot has: "204,204,204". */
async function plotInk(): Promise<string> {
  const canvas = measuredRun(window).view.locator('.plot canvas').first();
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
  const { view } = measuredRun(window);
  const file = path.join(window.folder, `exported.${suffix}`);
  if (suffix === 'png') await view.getByTitle('Export as PNG').first().click();
  else await view.locator('.export vscode-button', { hasText: button }).first().click();
  await window.answers.files('Export', file);
  await until(file, () => existsSync(file));
  return readFileSync(file);
}

/** Why a faster kernel is not said to be faster. */
const NOT_KNOWN_FOR =
  /that is not exceeded|Discarded as unconfirmed|More samples would tell|A quieter machine would tell|Fewer than ten samples|Other work took processors/;

test('a source in MLIR is built by iree-compile, verified and timed, and the plots follow the theme', async () => {
  const run = await substitute('mm256.mlir');
  // Where other work takes processors, a kernel ten times as fast is not said to be faster.
  await run.ends(/^Results agree\. mm256\.mlir: ([\d.]+x faster|not known yet)/);
  if (!(await run.verdict()).includes('faster')) assert.match(await run.basis(), NOT_KNOWN_FOR);
  await says(run.view.locator('pre.cli'), /--iree_compile=\S+iree-compile/);
  const inks: string[] = [await until('the plot', plotInk)];
  await picturesInBothThemes(window, 'substitution-faster', async () => {
    inks.push(await until('another colour in the plot', async () => (await plotInk()) !== inks.at(-1) && plotInk()));
  });
  assert.equal(inks[0], inks[2], 'the dark theme is back');
});

test('an error in it is shown where it stands, and opens there', async () => {
  const source = 'func.func @matmul(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return %b : tensor<4xf32>\n}\n';
  writeFileSync(path.join(window.folder, 'broken.mlir'), source);
  const run = await substitute('broken.mlir');
  await run.ends(/^The candidate was not built\.$/);
  assert.match(await run.basis(), /broken\.mlir:2:10.*undeclared SSA value/);
  await picturesInBothThemes(window, 'substitution-not-built');
  await run.view.locator('.basis a').first().click();
  await window.tab('broken.mlir');
  const { line, column } = window.text ?? {};
  assert.deepEqual([line, column], [2, 10]);
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
  assert.deepEqual(await axeFindings(window), []);
  await picturesInBothThemes(window, 'substitution-slower');
});

test('a kernel that is tiled for another grid is wrong, where is shown, and the button of the hint mends it', async () => {
  let run = await substitute('grid-of-32.so');
  await run.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  await says(run.view.locator('.left'), /The differences lie in rows 128 to 255 and all columns\./);
  // Nothing wrote it: it holds what fresh memory does while results are compared.
  await says(run.view.locator('table.around').first(), /\[128, 0\]\s*-4\.015625\s*-2\.8735182e-16/);
  await picturesInBothThemes(window, 'substitution-wrong');
  run = await runOf(window, () => run.view.locator('vscode-button', { hasText: 'Run with 32,1,1 Workgroups' }).click());
  await run.ends(/^Results agree\. grid-of-32\.so: /);
  await says(run.view.locator('pre.cli'), /--replay_workgroup_count=matmul\S+=32,1,1/);
});

test('a kernel that is wrong by one is right within a tolerance of one', async () => {
  let run = await substitute('wrong.so');
  await run.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  run = await runOf(window, async () => {
    await run.view.locator('.side button', { hasText: 'Change…' }).click();
    await window.answers.choose('Compare Results', 'Other…');
    // VS Code gives a page its keyboard back at any time; a question stays.
    await until('the question', () => window.answers.asked.length > 0);
    await run.view.locator('pre.cli').click();
    await window.answers.enter('Tolerance', '1 absolute');
  });
  await run.ends(/^Results agree/);
  await says(run.view.locator('pre.cli'), /--absolute=1\b/);
  run = await runOf(window, async () => {
    await run.view.locator('.side button', { hasText: 'Change…' }).click();
    await window.answers.choose('Compare Results', 'With 10 Different Sets of Inputs');
  });
  await run.ends(/^Results agree/);
  await says(run.view.locator('.side'), /other inputs\s*agree on 10 \(seed \d+\)/);
  await says(run.view.locator('pre.cli'), /--perturbations=10\b/);
});

/** Begins to bisect the capture's executable, with a series of that kind from a folder of the workspace. */
async function bisect(kind: string, title: string, folder: string): Promise<void> {
  const editor = await openCapture();
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Bisect…');
  await window.answers.choose('What Do You Want to Bisect?', kind);
  await window.answers.files(title, folder);
}

test('the first of a series of builds that is wrong is found, and can be looked at again', async () => {
  const builds = path.join(window.folder, 'builds');
  mkdirSync(builds);
  for (const [number, name] of [
    [1, 'tile'],
    [2, 'tile'],
    [9, 'tile'],
    [10, 'wrong'],
    [11, 'wrong'],
    [12, 'scalar'],
  ] as const)
    copyFileSync(path.join(fixtures, 'kernels', `${name}.so`), path.join(builds, `build-${String(number)}.so`));
  const run = await runOf(window, async () => {
    await bisect('Builds of a Kernel…', 'Folder with the Builds', 'builds');
    await window.answers.toggle('Series of 6: build-1.so Is Good, build-12.so Is Bad', 'build-12.so');
    // Each end is what is left of the list, in the order that is shown.
    await window.answers.press('Series of 5: build-1.so Is Good, build-11.so Is Bad', 'Turn Round');
    await window.answers.press('Series of 5: build-11.so Is Good, build-1.so Is Bad', 'Turn Round');
    await window.answers.accept('Series of 5: build-1.so Is Good, build-11.so Is Bad');
    await window.answers.choose('What Changes Across the Series', 'Outputs');
  });
  await run.ends(/^build-10\.so, 4 of 5, is the first that differs\.$/);
  assert.match(await run.basis(), /build-9\.so before it does not\./);
  await says(run.rows('series').nth(3), /4 build-10\.so bad The outputs differ from those of build-1\.so/);
  await says(run.rows('series').nth(2), /3 build-9\.so good/);
  await says(run.view.locator('pre.cli'), /ireereplay bisect .*--build=\S*build-1\.so .*--kernel=4/);
  await picturesInBothThemes(window, 'bisection');
  // What was chosen is chosen again.
  await run.view.locator('vscode-button', { hasText: 'Choose Series…' }).click();
  await window.answers.files('Folder with the Builds', builds);
  await window.answers.escape('Series of 5: build-1.so Is Good, build-11.so Is Bad');
  // It is kept, as every run is.
  await window.closeEditor();
  const kept = (await window.rows('runs')).find(({ description }) => description.startsWith('Bisect 5 builds for executable 4'));
  assert.match(kept?.label ?? '', /build-10\.so is the first that differs/);
  const again = await runOf(window, () => present(kept, 'kept run').open());
  await again.ends(/^build-10\.so, 4 of 5, is the first that differs\.$/);
});

/** Installations in a folder of that name, each with how its program passes on what it is given to the installed one. */
function versionsIn(folder: string, versions: readonly (readonly [version: string, words: string])[]): void {
  const program = path.join(process.env['IREE_TOOLS'] ?? '', 'iree-run-replay');
  for (const [version, words] of versions) {
    const bin = path.join(window.folder, folder, `iree-${version}`, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(path.join(bin, 'iree-run-replay'), ['#!/bin/bash', `exec ${program} ${words}`, ''].join('\n'), { mode: 0o755 });
  }
}

test('the first of a series of versions of IREE that fails is found', async () => {
  // Newer ones take another capture than the one that they are given.
  const unsupported = `"\${@:1:$#-1}" ${path.resolve(fixtures, '..', '..', 'host-call.ireereplay')}`;
  versionsIn('versions', [
    ['3.9', '"$@"'],
    ['3.10', '"$@"'],
    ['3.11', unsupported],
    ['3.12', unsupported],
  ]);
  const run = await runOf(window, async () => {
    await bisect('Versions of IREE…', 'Folder of IREE Versions', 'versions');
    await window.answers.accept('Series of 4: iree-3.9 Is Good, iree-3.12 Is Bad');
    await window.answers.choose('What Changes Across the Series', 'End of the Replay');
  });
  await run.ends(/^iree-3\.11, 3 of 4, is the first that fails\.$/);
  await says(run.rows('series').nth(1), /2 iree-3\.10 good It comes to its end\./);
  await window.screenshot('bisection-of-versions');
});

test('the first of a series of versions of IREE with other results is found', async () => {
  const wrong = `--replay_executable_substitution=all='${path.join(fixtures, 'kernels', 'wrong.so')}' "$@"`;
  versionsIn('others', [
    ['3.9', '"$@"'],
    ['3.10', wrong],
    ['3.11', wrong],
  ]);
  const run = await runOf(window, async () => {
    await bisect('Versions of IREE…', 'Folder of IREE Versions', 'others');
    await window.answers.accept('Series of 3: iree-3.9 Is Good, iree-3.11 Is Bad');
    await window.answers.choose('What Changes Across the Series', 'Outputs');
  });
  await run.ends(/^iree-3\.10, 2 of 3, is the first that differs\.$/);
  await says(run.rows('series').nth(1), /2 iree-3\.10 bad The outputs differ from those of iree-3\.9 in 1 of 1 buffer/);
});

test('rows of a benchmark appear while it goes on, and Cancel keeps them', async () => {
  // It does not end by itself.
  window.setSetting('ireeReplay.benchmark.seconds', 600);
  const editor = await openCapture();
  const run = await runOf(window, () => editor.view.locator('vscode-button.benchmark').click());
  window.setSetting('ireeReplay.benchmark.seconds', 0.05);
  const running = run.view.locator('.verdict[data-state=running]');
  await until('rows while it goes on', async () => (await running.count()) === 1 && (await run.rows('rows').count()) >= 3, 120);
  await run.view.locator('vscode-button.cancel').click();
  await run.ends(/^Cancelled: execute takes [\d.]+ .?s/);
  assert.ok((await run.rows('rows').count()) >= 3);
  assert.match(await run.basis(), /Median of [\d,]+ runs/);
});

test('a benchmark has a history, and is exported in every form', async () => {
  const measured = async (): Promise<MeasuredRunView> => {
    const editor = await openCapture();
    return runOf(window, () => editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark'));
  };
  await (await measured()).ends(/^execute takes [\d.]+ .?s/);
  const run = await measured();
  await run.ends(/^execute takes [\d.]+ .?s.*previous run/);
  await picturesInBothThemes(window, 'benchmark');
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
  const run = await runOf(window, () => compareRuns(window, 'Benchmark scope execute'));
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
  await picturesInBothThemes(window, 'comparison');
});

test('a verification and the list of runs', async () => {
  const editor = await openCapture();
  const run = await runOf(window, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await window.answers.choose('Verify Results', /^Run-to-Run/);
  });
  await run.ends(/^Results agree in 1 buffer\.$/);
  const runs = (await window.rows('runs')).map(({ label }) => label);
  for (const words of [
    /faster|not known yet/,
    /failed/,
    /slower/,
    /results differ/,
    /is the first that fails/,
    /cancelled/,
    /results agree/,
  ])
    assert.ok(
      runs.some((label) => words.test(label)),
      `${String(words)} is not among ${runs.join('; ')}`,
    );
  await picturesInBothThemes(window, 'verification-and-runs');
});

test('buffers of a dispatch', async () => {
  const editor = await openCapture();
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(/dispatch$/);
  await editor.tab('Buffers').click();
  await editor.view.locator('vscode-button.inspect').click();
  await editor.view.locator('.elements .line').first().waitFor();
  await picturesInBothThemes(window, 'buffers');
});
