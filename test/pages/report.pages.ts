/** A report in a browser without network, beside the editor's own page of the same run. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { axeFindingsIn } from '../e2e/axeFindings';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { measuredRun, runOf, type MeasuredRunView } from '../e2e/measuredRun';
import { shownProfile } from '../e2e/profileEditor';
import { compareRuns } from './comparedRuns';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';
import { present } from '../present';
import { ireereplay } from '../programs';

const root = path.resolve(__dirname, '..', '..');
const kernels = path.join(root, 'test', 'fixtures', 'models', 'mm256', 'kernels');

let window: PagesWindow;

before(async () => {
  window = await openWindow({
    files: [],
    settings: {
      'workbench.colorTheme': 'Default Light Modern',
      'ireeReplay.benchmark.seconds': 0.05,
      'ireeReplay.substitute.seconds': 0.5,
    },
  });
  putCapture(window, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  for (const name of ['scalar.so', 'wrong.so']) copyFileSync(path.join(kernels, name), path.join(window.folder, name));
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

/** Buttons of the editor's page that ask for what a report has not: the capture, another run, the extension. */
const OF_THE_EDITOR =
  /^(Run Again|Compare…|Break Down|Choose Candidate…|Substitute on Save|Show Output|Change…|Report|Measure This Machine's Roof|Measure the Roof Again|Give…|Swap A and B|Open Both Timelines|Add Earlier Runs of A…|\d Earlier Runs of A…|Run with .*|Extract Dispatch…)$/;

interface Said {
  /** Verdict, tables and facts. */
  readonly words: string;
  readonly buttons: readonly string[];
  /** What pictures are, in words. */
  readonly pictures: readonly string[];
}

/** What a page of results says. */
function saidBy(app: Locator): Promise<Said> {
  return app.evaluate((page) => {
    const named = (one: Element): string => (one.getAttribute('aria-label') ?? one.textContent).replaceAll(/\s+/g, ' ').trim();
    const controls = 'button, vscode-button';
    const parts = [...page.querySelectorAll('.verdict, .results')].map((part) => part.cloneNode(true) as Element);
    for (const part of parts) for (const control of part.querySelectorAll(controls)) control.remove();
    return {
      words: parts
        .map((part) => part.textContent)
        .join(' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
      buttons: [...page.querySelectorAll(controls)].map(named),
      pictures: [...page.querySelectorAll('[role=img]')].map(named),
    };
  });
}

/** A file, as a browser without network shows it; `asked` is all that it has asked for. */
async function opened(file: string, colorScheme: 'light' | 'dark'): Promise<{ readonly page: Page; readonly asked: readonly string[] }> {
  const browser = window.page.context().browser();
  assert.ok(browser !== null);
  const context = await browser.newContext({ offline: true, colorScheme, viewport: { width: 1300, height: 900 } });
  const page = await context.newPage();
  const asked: string[] = [];
  // tsx keeps the names of functions with a helper, which what is evaluated in a page calls too.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => asked.push(error.stack ?? error.message));
  page.on('console', (message) => asked.push(message.text()));
  await page.goto(pathToFileURL(file).href);
  await page.locator('h1, h2').first().waitFor();
  return { page, asked };
}

/** Answers what Export Report… asks, and returns the file. */
async function exported(name: string, start: () => unknown): Promise<string> {
  const file = path.join(window.folder, `${name}.html`);
  await start();
  await window.answers.files('Export Report', file);
  await until(file, () => existsSync(file));
  return file;
}

const fromPage = (run: MeasuredRunView): Promise<void> => run.view.locator('.export vscode-button', { hasText: 'Report' }).click();
const fromPalette = (): Promise<void> => window.runCommand('IREE Replay: Export Report…');

/** That the file says what the editor's page does, and nothing of it is elsewhere. Keeps pictures of both schemes. */
async function saysTheSame(
  app: Locator,
  file: string,
  name: string,
  ready: (app: Locator) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await ready(app);
  const inEditor = await saidBy(app);
  for (const scheme of ['light', 'dark'] as const) {
    const { page, asked } = await opened(file, scheme);
    await ready(page.locator('#app'));
    const inReport = await saidBy(page.locator('#app'));
    assert.equal(inReport.words, inEditor.words);
    assert.deepEqual(
      inReport.buttons,
      inEditor.buttons.filter((label) => !OF_THE_EDITOR.test(label)),
    );
    assert.deepEqual(inReport.pictures, inEditor.pictures);
    assert.equal(await page.locator('a').count(), 0);
    const background = scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(31, 31, 31)';
    assert.equal(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor), background);
    await window.screenshot(`report-${name}-${scheme}`, page.locator('html'));
    assert.deepEqual(asked, [pathToFileURL(file).href]);
    assert.deepEqual(await axeFindingsIn(page.mainFrame()), [], scheme);
    await page.context().close();
  }
}

async function benchmark(): Promise<MeasuredRunView> {
  await window.openFile('mm256.ireereplay');
  const editor = await shownCapture(window);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  const run = await runOf(window, () => editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark'));
  await run.ends(/^execute takes/);
  return run;
}

async function substitute(file: string): Promise<MeasuredRunView> {
  await window.openFile('mm256.ireereplay');
  const editor = await shownCapture(window);
  return runOf(window, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await window.answers.files('File to Use Instead of Executable 4', file);
  });
}

test("the colours of a report are those of VS Code's default themes", async () => {
  await window.openFile('mm256.ireereplay');
  await shownCapture(window);
  const built = path.join(root, 'dist', 'webview');
  const texts = readdirSync(built).filter((name) => /\.(js|css)$/.test(name) && name !== 'report.css');
  const named = texts.flatMap((name) => readFileSync(path.join(built, name), 'utf8').match(/--vscode-[a-zA-Z]+(-[a-zA-Z]+)*/g) ?? []);
  const names = [...new Set(named)].sort();
  const body = window.webview().locator('body');
  const colours = async (kind: 'light' | 'dark', theme: string, indent: string): Promise<string> => {
    await window.setTheme(theme);
    await until(`the ${kind} theme`, async () => (await body.getAttribute('data-vscode-theme-kind')) === `vscode-${kind}`);
    const values = await body.evaluate(({ ownerDocument }, all) => {
      const { style } = ownerDocument.documentElement;
      return all.map((name) => [name, style.getPropertyValue(name)] as const);
    }, names);
    const lines = values.filter(([, value]) => /^(#|rgb)/.test(value)).map(([name, value]) => `${indent}${name}: ${value};\n`);
    return `${indent}color-scheme: ${kind};\n${lines.join('')}`;
  };
  const dark = await colours('dark', 'Default Dark Modern', '    ');
  const light = await colours('light', 'Default Light Modern', '  ');
  const file = path.join(root, 'webview', 'report', 'theme.css');
  const kept = readFileSync(file, 'utf8');
  const text = `${kept.split('\n')[0] ?? ''}\n:root {\n${light}}\n@media (prefers-color-scheme: dark) {\n  :root {\n${dark}  }\n}\n`;
  if (process.env['IR_RENEW'] === '1') writeFileSync(file, text);
  else assert.equal(kept, text, 'IR_RENEW=1 keeps what they are now');
});

test('the report of a benchmark says what the editor does, and follows the colours of the system', async () => {
  await benchmark();
  const run = await benchmark();
  const file = await exported('benchmark', () => fromPage(run));
  await saysTheSame(run.view.locator('#app'), file, 'benchmark', (app) => app.locator('#rows .tr[data-key]').first().waitFor());
  const { page } = await opened(file, 'light');
  const ink = (): Promise<string> =>
    page
      .locator('.plot canvas')
      .first()
      .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const before = await ink();
  await page.emulateMedia({ colorScheme: 'dark' });
  await until('another colour in the plot', async () => (await ink()) !== before);
  await page.context().close();
});

test('its numbers can be taken from it, without the extension', async () => {
  const { page } = await opened(path.join(window.folder, 'benchmark.html'), 'light');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.export vscode-button', { hasText: 'JSON' }).click()]);
  assert.match(download.suggestedFilename(), /^benchmark-scope-execute\.json$/);
  const taken = path.join(window.folder, 'taken.json');
  await download.saveAs(taken);
  const { job, state } = JSON.parse(readFileSync(taken, 'utf8')) as { job: string; state: { result: { rows: { samples: number[] }[] } } };
  assert.equal(job, 'benchmark');
  const [row] = state.result.rows;
  assert.ok(row !== undefined && row.samples.length > 0);
  await page.locator('.plot-block', { hasText: 'Samples' }).getByRole('button', { name: 'As Table: Samples in order' }).click();
  const shown = page.locator('.as-table tbody tr');
  await until('each sample as a row', async () => (await shown.count()) === row.samples.length);
  await page.context().close();
});

test('the report of two runs has both', async () => {
  const run = await runOf(window, () => compareRuns(window, 'Benchmark scope execute'));
  await run.ends(/ against the run of /);
  const file = await exported('comparison', fromPalette);
  await saysTheSame(run.view.locator('#app'), file, 'comparison');
  const { page } = await opened(file, 'light');
  assert.match((await page.locator('.pickers').textContent()) ?? '', /● A .*execute.*◆ B .*execute/s);
  await page.context().close();
});

test('the report of a kernel that is wrong shows where', async () => {
  const run = await substitute('wrong.so');
  await run.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  await saysTheSame(run.view.locator('#app'), await exported('wrong', fromPalette), 'wrong');
});

test('the report of a slower kernel has its figures', async () => {
  const run = await substitute('scalar.so');
  await run.ends(/^Results agree\. scalar\.so: [\d.]+x slower/);
  await saysTheSame(run.view.locator('#app'), await exported('slower', () => fromPage(run)), 'slower');
});

test('a run in the list has its report from there', async () => {
  await window.openFile('mm256.ireereplay');
  const editor = await shownCapture(window);
  const run = await runOf(window, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await window.answers.choose('Verify Results', /^Run-to-Run/);
  });
  await run.ends(/^Results agree in 1 buffer\.$/);
  const item = (await window.rows('runs')).find(({ description }) => description.startsWith('Verify'));
  const file = await exported('verification', () => present(item, 'run').choose('Export Report…'));
  await window.answers.message(`The report is in ${file}`);
  await saysTheSame(measuredRun(window).view.locator('#app'), file, 'verification');
});

test('the report of two profiles has their tables, their distributions and both timelines', async () => {
  const profiles = ['1', '2', '3', '4', 'vector', 'scalar'].map((name) => `${name}.ireeprof`);
  for (const name of profiles)
    copyFileSync(path.join(root, 'test', 'fixtures', 'profiles', 'compared', name), path.join(window.folder, name));
  await window.runCommand('IREE Replay: Compare Profiles…');
  await window.answers.choose('Choose the Later Run (B) to Compare', 'scalar.ireeprof');
  await window.answers.choose('Choose the Earlier Run (A) to Compare with scalar.ireeprof', 'vector.ireeprof');
  const app = window.webview().locator('#app');
  const ready = async (page: Locator): Promise<void> => {
    await page.locator('.two-sided').waitFor();
    await until('both timelines', async () => (await page.locator('.pair .ends').textContent()) !== '');
  };
  await ready(app);
  const file = await exported('profiles', () => app.locator('.export vscode-button', { hasText: 'Report' }).click());
  await exported('profiles-again', fromPalette);
  await saysTheSame(app, file, 'profiles', ready);

  const { page, asked } = await opened(file, 'light');
  const canvas = page.locator('.pair canvas');
  await ready(page.locator('#app'));
  assert.match((await page.locator('.pickers').textContent()) ?? '', /● A\s+vector\.ireeprof,.*◆ B\s+scalar\.ireeprof,/s);
  assert.equal(await page.locator('.pickers vscode-dropdown').count(), 0);
  // B's kernel in scalar instructions takes the whole width, A's ends before the middle: there is nothing.
  const middles = (): Promise<readonly string[]> =>
    canvas.evaluate((element) => {
      const drawn = element as HTMLCanvasElement;
      // Chromium warns of reading one that is drawn by a graphics card.
      const copy = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d', { willReadFrequently: true });
      copy?.drawImage(drawn, 0, 0);
      return [0.3, 0.72].map((y) => String(copy?.getImageData(drawn.width / 2, Math.round(drawn.height * y), 1, 1).data));
    });
  await until('the dispatches', async () => new Set(await middles()).size === 2);
  await canvas.focus();
  await canvas.press('ArrowRight');
  const said = page.locator('.announcer');
  await until('a dispatch of A', async () => /^A, matmul.* record 17, in B [\d.]+ ms$/.test((await said.textContent()) ?? ''));
  await page.getByRole('button', { name: 'Next run' }).click();
  await until('the second run', async () => ((await page.locator('.pair h2').textContent()) ?? '').startsWith('Run 2 of 12'));
  await page.getByRole('tab', { name: 'Queue' }).click();
  await page.locator('.differences [role="row"][data-key]', { hasText: 'alloca' }).first().waitFor();
  await page.getByRole('tab', { name: 'Hotspots' }).click();
  await page.getByText('Both profiles have no samples').waitFor();
  assert.deepEqual(asked, [pathToFileURL(file).href]);
  await page.context().close();
});

test('the report of a profile says where the time went as the editor does, and shows what ran when', async () => {
  copyFileSync(path.join(root, 'test', 'fixtures', 'profiles', 'block.run-task.all.ireeprof'), path.join(window.folder, 'block.ireeprof'));
  await window.openFile('block.ireeprof');
  const editor = await shownProfile(window);
  const causes = editor.view.locator('.causes li .why > span:first-child');
  await causes.first().waitFor();
  const inEditor = await causes.allTextContents();
  await editor.view.getByRole('button', { name: 'Export', exact: true }).click();
  await editor.view.getByRole('menuitem', { name: 'Report' }).click();
  const file = path.join(window.folder, 'block.html');
  await window.answers.files('Export Timeline', file);
  await until(file, () => existsSync(file));
  for (const scheme of ['light', 'dark'] as const) {
    const { page, asked } = await opened(file, scheme);
    const section = (title: string): Locator => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
    const words = (all: readonly string[]): readonly string[] => all.map((one) => one.replaceAll(/\s+/g, ' ').trim());
    assert.deepEqual(words(await section('Where the time went').locator('td.words').allTextContents()), words(inEditor));
    assert.equal(await section('Dispatches by function').locator('tbody tr').count(), 11);
    const flame = page.getByRole('list', { name: 'Flame graph' });
    assert.equal(await flame.getByText('block$async_dispatch_14_batch_matmul_1x64x512x128_f32').count(), 1);
    const { width = 0 } = (await page.getByRole('img', { name: /^dispatches: 16 on it/ }).boundingBox()) ?? {};
    assert.ok(width > 900);
    await window.screenshot(`report-profile-${scheme}`, page.locator('html'));
    assert.deepEqual(asked, [pathToFileURL(file).href]);
    assert.deepEqual(await axeFindingsIn(page.mainFrame()), [], scheme);
    await page.context().close();
  }
});

test('the report of a benchmark of a kernel in the place of another says that its results were not compared', async () => {
  const file = path.join(window.folder, 'substituted.html');
  const substitution = `--replay_executable_substitution=4=${path.join(kernels, 'wrong.so')}`;
  const mm256 = path.join(root, 'test', 'fixtures', 'models', 'mm256', 'mm256.sync.ireereplay');
  const { status, stderr } = ireereplay('benchmark', '--benchmark_min_time=5x', `--report=${file}`, substitution, mm256);
  assert.equal(status, 0, stderr);
  const { page } = await opened(file, 'dark');
  assert.match(await page.locator('.basis').innerText(), /^The results of what was substituted were not compared with the original's/);
  await page.context().close();
});
