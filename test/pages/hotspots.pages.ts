/**
 * Where samples lie: kernels that open into loops, lines and instructions, the same in their machine code, with that of what they call, and
 * as a flame graph; and the roof.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { writeCalledLoops } from '../calledLoops';
import { axeFindings } from '../e2e/axeFindings';
import { putCapture } from '../e2e/captureEditor';
import { counted } from '../e2e/counted';
import { hotspotRows, kindsOf } from './hotspotRows';
import { recordProfile, shownProfile, type ProfileEditor } from '../e2e/profileEditor';
import { guidePicture } from './pictures';
import { roofTests } from './roofTests';
import { openWindow, type PagesWindow } from './window';
import { frames } from '../e2e/frames';
import { until } from '../e2e/until';
import { wordsOf } from '../e2e/wordsOf';

const ireereplay = path.resolve(__dirname, '..', '..', 'bin', 'ireereplay');
const SOFTMAX = 'block$async_dispatch_9_softmax_4x64x64xf32_dispatch_tensor_store';
let window: PagesWindow;
let editor: ProfileEditor;

const told = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [ireereplay, 'profile', 'hotspots', ...args, 'block.ireeprof'], {
    ...{ cwd: window.folder, encoding: 'utf8', maxBuffer: 1 << 24 },
  });

/** Of the softmax kernel: a quarter of them is not in functions that it calls, and of these a third are loads, which are not too few then. */
const FEWEST = 160;

/** Samples the capture for as long as it takes: while the machine is busy with else there are few in a second. */
function recordSamples(): void {
  for (let seconds = 3; seconds <= 24; seconds *= 2) {
    const flags = [
      '--device=local-sync',
      '--sample',
      '--sample_rate=997',
      `--sample_seconds=${String(seconds)}`,
      '--device_profiling_output=block.ireeprof',
    ];
    execFileSync(process.execPath, [ireereplay, 'run', ...flags, 'block.ireereplay'], { cwd: window.folder, stdio: 'pipe' });
    const [, samples] = /"hotspot_kernel".*"samples":(\d+)/.exec(told('--format=jsonl', `--filter=${SOFTMAX}`)) ?? [];
    if (Number(samples) >= FEWEST) return;
  }
}

before(async () => {
  // The roof of this machine has not been measured yet.
  process.env['XDG_CACHE_HOME'] = mkdtempSync(path.join(tmpdir(), 'iree-replay-cache-'));
  window = await openWindow({
    files: ['models/block/block.mlir'],
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'ireeReplay.sampling.seconds': 1, 'ireeReplay.sampling.rate': 997 },
  });
  await window.page.setViewportSize({ width: 1600, height: 1000 });
  recordProfile(window, { fixture: 'models/block/block.sync.ireereplay', name: 'plain', device: 'local-sync' });
  putCapture(window, 'models/block/block-bench20.task.ireereplay.gz', 'block.ireereplay', (bytes) => gunzipSync(bytes));
  recordSamples();
  await window.openFile('block.ireeprof');
  editor = await shownProfile(window);
  await editor.lower('Hotspots');
  await editor.rows.first().waitFor();
  // Room for what is under the timeline.
  await editor.view.getByRole('separator', { name: 'Size of the tables' }).focus();
  for (let i = 0; i < 8; i++) await window.page.keyboard.press('ArrowUp');
});
after(async () => {
  await window.dispose();
  rmSync(process.env['XDG_CACHE_HOME'] ?? '', { recursive: true, force: true });
});

const key = (name: string): Promise<void> => window.page.keyboard.press(name);
const { marked, markedKind, toFirst, into, to, closeLine, filter, showAs } = hotspotRows(() => editor, key);
const tabName = (): string => window.shownTabs[0] ?? '';

test('the tab says how samples were taken and where they are', async () => {
  const said = await wordsOf(editor.view.locator('.lower-panel .note'));
  assert.match(
    said,
    /^[\d,]+ samples, [\d,]+ a second by (perf events|timers) over \d+ runs: [\d,]+ in kernels, .*elsewhere in the engine, (none|\d+) lost\. (A sample takes [\d.]+ us, so that runs are at most [\d.]+ % longer|The cost of a sample could not be measured)/,
  );
});

test('by keyboard a kernel opens into its loops and lines, and a line into its instructions', async () => {
  const names = await editor.column('fn');
  const softmax = names.findIndex((name) => name.includes('softmax'));
  assert.ok(softmax >= 0, names.join('\n'));
  await editor.view.locator('#lower-grid').focus();
  await key('Home');
  for (let i = 0; i < softmax; i++) await key('ArrowDown');
  await until('the kernel', async () => (await marked()).includes('softmax'));
  assert.equal(await markedKind(), 'kernel');
  // A kernel is shown on the timeline, too.
  await editor.headed(/^Dispatch, event \d+$/);
  await into(/^loop \d+(, inside loop \d+)? at block\.mlir:41/);
  assert.equal(await markedKind(), 'loop');
  // Its line may have more samples than the loop, and stand above it.
  await key('Home');
  await to(/^block\.mlir:41$/);
  assert.equal(await markedKind(), 'line');
  await editor.view.getByRole('button', { name: 'Show Source' }).waitFor();
  await into(/^[\da-f]+ [a-z]\w+/);
  await editor.view.getByRole('button', { name: 'Show Disassembly' }).waitFor();
  // It is whichever was sampled most.
  assert.match(await markedKind(), kindsOf(await marked()));
  await window.screenshot('hotspots-table-dark');
  assert.deepEqual(await axeFindings(window), []);
  await closeLine();
  await guidePicture(window, 'profile', { width: 1300, height: 720, place: editor.view.locator('.split > .left') });
});

test('what could be chance says that it is of too few samples', async () => {
  await editor.view.locator('#lower-grid').focus();
  await key('End');
  await until('a row of too few', async () => {
    const [shares, samples] = [await editor.column('share'), await editor.column('samples')];
    const few = shares.flatMap((share, i) => (share === 'too few' ? [Number(samples[i])] : []));
    return few.length > 0 && few.every((count) => count < 10);
  });
});

test('rows are filtered by share and kind, and sorted', async () => {
  await filter('share:>5% kind:kernel');
  await until('only kernels', async () => {
    const kinds = (await editor.column('kind')).filter((kind) => kind === 'kernel').length;
    return kinds > 0 && kinds < 8;
  });
  await filter('');
  const samples = async (): Promise<readonly number[]> => (await editor.column('samples')).map((text) => Number(text.replaceAll(',', '')));
  await editor.view.locator('#lower-grid .thead [data-column="samples"] button').click();
  await editor.view.locator('#lower-grid .thead [data-column="samples"] button').click();
  await until('the fewest first', async () => {
    const [first = 0, second = 0] = await samples();
    return first > 0 && first <= second && first < 50;
  });
  await editor.view.locator('#lower-grid .thead [data-column="samples"] button').click();
});

test('Enter on a loop leads to it in the machine code, with its share, its iteration and the edge back', async () => {
  await filter('softmax');
  await editor.view.locator('#lower-grid').focus();
  // A row that the filter leaves out is not marked any more.
  await toFirst();
  await until('the kernel', async () => (await marked()).includes('softmax'));
  await to(/inside loop \d+ at /);
  const [loop = ''] = /^loop \d+(?:, inside loop \d+)?/.exec(await marked()) ?? [];
  const share = (await editor.view.locator('#lower-grid .tr.sel [role="gridcell"]').nth(1).innerText()).trim();
  await key('Enter');
  const code = editor.view.getByRole('listbox', { name: /^Instructions of .*softmax.*, with their samples$/ });
  const current = code.locator('.coderow.current');
  await until('the loop', async () =>
    (await code.locator('.loophead').allInnerTexts()).some((text) => text.includes(share) && text.includes(loop)),
  );
  assert.match((await code.locator('.loophead').allInnerTexts()).join('\n'), /An iteration reads|It is not known what an iteration does/);
  // The loop begins at the row that the keyboard is at: a branch below leads back to it.
  const address = await current.locator('.address').innerText();
  assert.ok((await code.locator('.shares.hot').count()) > 0);
  assert.ok((await code.locator('.group', { hasText: 'float' }).count()) > 0);
  assert.ok((await code.locator('.bits', { hasText: /^(128|256|512|scalar)$/ }).count()) > 0);
  await until('the keyboard in the listing', () => code.evaluate((list) => list === list.ownerDocument.activeElement));
  const edge = code.locator('.coderow', { hasText: `; repeats ${loop}` }).first();
  await until('the edge back', async () => {
    await key('PageDown');
    await code.evaluate(frames, 1);
    return (await edge.count()) > 0;
  });
  // Rows may still be on their way after a page down.
  await until('the keyboard at the edge', async () => {
    await edge.click();
    return (await current.locator('.group').innerText()) === 'branch';
  });
  await key('j');
  await until('the beginning of the loop', async () => (await current.locator('.address').innerText()) === address);
  await window.screenshot('hotspots-code-dark');
  assert.deepEqual(await axeFindings(window), []);
  await showAs('Table');
  await filter('');
});

test('a line and an instruction that are marked are shown and marked in the machine code, too', async () => {
  await filter('softmax');
  await editor.view.locator('#lower-grid').focus();
  await toFirst();
  await to(/^block\.mlir:41$/);
  await into(/^[\da-f]+ [a-z]\w+/);
  const [address = ''] = /^[\da-f]+/.exec(await marked()) ?? [];
  await key('Enter');
  const code = editor.view.getByRole('listbox', { name: /^Instructions of .*softmax.*, with their samples$/ });
  const current = code.locator('.coderow.current');
  await until('the instruction', async () => (await current.locator('.address').innerText()).trim() === address);
  await until('the keyboard in the listing', () => code.evaluate((list) => list === list.ownerDocument.activeElement));
  assert.equal(await current.getAttribute('aria-selected'), 'true');
  assert.equal(await code.locator('.coderow.same-line').count(), 1);
  await window.screenshot('hotspots-instruction-dark');
  assert.deepEqual(await axeFindings(window), []);

  await showAs('Table');
  await editor.view.locator('#lower-grid').focus();
  await closeLine();
  await showAs('Disassembly');
  // The first of its instructions in the table has the most samples.
  await until('the hottest of the line', async () => (await current.locator('.address').innerText()).trim() === address);
  await until('the others of the line', async () => (await code.locator('.coderow.same-line').count()) > 1);
  await window.screenshot('hotspots-line-dark');
  await showAs('Table');
  await filter('');
});

test('what the instructions of the function do, and how wide they compute, stands beside them by samples', async () => {
  await showAs('Disassembly');
  const mix = editor.view.getByRole('complementary', { name: /^Instruction mix of .*softmax/ });
  const parts = mix.getByRole('row');
  await parts.first().waitFor();
  const text = await wordsOf(mix);
  const [, samples = ''] = /Of ([\d,]+) samples in this function, and how many instructions there are\./.exec(text) ?? [];
  // How many there are of each is a matter of chance, and of what else the machine does; of 200 some kind has the ten that make a share.
  const part = String.raw`(?:[\d.]+ %|\d+ samples?, too few|no sample) [\d,]+`;
  for (const name of ['load', 'float', 'floats, 128-bit vectors', 'individual 32-bit floats'])
    assert.match(text, new RegExp(`${name} ${part}`));
  assert.match(text, /This processor has vectors of \d+ bits \(\S+\)/);
  const told = (await parts.allInnerTexts()).flatMap((row) => /([\d.]+) %/.exec(row)?.slice(1) ?? []).map(Number);
  const isTold = samples !== '' && (told.length > 0 || Number(samples.replaceAll(',', '')) < 200);
  assert.ok(isTold && told.every((share) => share > 0 && share <= 100), text);
  await window.screenshot('hotspots-mix-dark');
  // Where there is no room for both, one is shown in place of the other.
  await window.page.setViewportSize({ width: 880, height: 1000 });
  await mix.waitFor({ state: 'hidden' });
  const toggle = editor.view.locator('vscode-button.mixtoggle');
  await toggle.focus();
  await key('Enter');
  await mix.waitFor();
  await editor.view.locator('vscode-button.mixtoggle[aria-pressed=true]').waitFor();
  assert.deepEqual(await axeFindings(window), []);
  await window.screenshot('hotspots-mix-narrow');
  await toggle.focus();
  await key('Enter');
  await mix.waitFor({ state: 'hidden' });
  await window.page.setViewportSize({ width: 1600, height: 1000 });
  await mix.waitFor();
  await showAs('Table');
});

test('the flame graph has operations of the model, kernels and what is in them, and is gone through by keys', async () => {
  await showAs('Graph');
  const graph = editor.view.getByRole('group', { name: 'Flame graph of samples' });
  // A sample in a library stands by itself, after it.
  const softmax = graph.getByRole('button', { name: /softmax.* [\d.]+ %: [\d,]+ samples$/ }).first();
  const operation = graph.getByRole('button', { name: /^block\.mlir:41 [\d.]+ %: [\d,]+ samples$/ });
  const act = editor.view.locator('.lower-panel .note vscode-button');
  await softmax.waitFor();
  const before = (await graph.getByRole('button').count()) > 4;
  assert.ok(before);
  assert.ok((await graph.getByRole('button', { name: /^function at 0x[\da-f]+ [\d.]+ %: / }).count()) > 0);
  await window.screenshot('hotspots-flame-dark');
  await graph.getByRole('button').first().focus();
  await key('ArrowRight');
  await key('ArrowLeft');
  await key('Enter');
  await graph.locator('[aria-pressed="true"]').waitFor();
  const box = await graph.locator('[aria-pressed="true"]').boundingBox();
  assert.ok(box !== null && box.width > 500);
  await key('Escape');
  await softmax.waitFor();
  await softmax.click();
  await graph.locator('[aria-pressed="true"]').waitFor();
  assert.deepEqual(await axeFindings(window), []);
  // What takes the whole width is marked in the table, too, and leads where its row does.
  await counted(act.filter({ hasText: 'Show Record' }), 1);
  await key('Escape');
  await operation.click();
  await act.filter({ hasText: 'Show Source' }).waitFor();
  await window.screenshot('hotspots-operation-dark');
  await key('Escape');
  await act.first().waitFor({ state: 'detached' });
  await showAs('Table');
  assert.equal(await marked(), 'block.mlir:41');
});

const { roof } = roofTests(() => ({ window, editor }), key);

test('it can be read in other themes', async () => {
  await editor.lower('Hotspots');
  await showAs('Graph');
  for (const [theme, name] of [
    ['Default Light Modern', 'light'],
    ['Default High Contrast', 'high-contrast'],
  ] as const) {
    await window.setTheme(theme);
    await window.screenshot(`hotspots-flame-${name}`);
    await showAs('Table');
    await editor.rows.first().waitFor();
    await window.screenshot(`hotspots-table-${name}`);
    assert.deepEqual(await axeFindings(window), [], name);
    await showAs('Disassembly');
    await editor.view.locator('.hotspotcode .group').first().waitFor();
    await window.screenshot(`hotspots-code-${name}`);
    assert.deepEqual(await axeFindings(window), [], name);
    await showAs('Graph');
    await editor.lower('Roof');
    await roof().waitFor();
    await window.screenshot(`roof-plot-${name}`);
    assert.deepEqual(await axeFindings(window), [], name);
    await editor.lower('Hotspots');
  }
  await window.setTheme('Default Dark Modern');
  await showAs('Table');
});

test('Enter on a line shows it in its source', async () => {
  await filter('softmax');
  await editor.view.locator('#lower-grid').focus();
  await toFirst();
  await to(/^block\.mlir:41$/);
  await key('Enter');
  await window.tab('block.mlir');
  await window.textEditor.atLine(41);
});

/** The softmax kernel, and what it calls, as assembly made from machine code: named as iree-compile would, beside the capture. */
function writeAssembly(): string {
  const lines = told('--disassembly', `--filter=${SOFTMAX}`)
    .split('\n')
    .flatMap((line) => {
      const [, label] = /^(\S+|function at 0x[\da-f]+), executable \d+: /.exec(line) ?? [];
      if (label !== undefined) return [`"${label}":`];
      const [, instruction] = /^[ \d.%]{15} {2,}[\da-f]+ {2}[\da-f]+ +(\S.*)$/.exec(line) ?? [];
      return instruction === undefined ? [] : [`\t${instruction.replace(/ <.*/, '')}`];
    });
  const name = 'module_block_linked_embedded_elf_x86_64.s';
  writeFileSync(path.join(window.folder, name), ['\t.intel_syntax noprefix', ...lines, ''].join('\n'));
  return name;
}

test('a kernel is shown at the stages that there are of it, with its samples', async () => {
  const assembly = writeAssembly();
  await window.openFile('block.ireeprof');
  editor = await shownProfile(window);
  await editor.lower('Hotspots');
  await filter('softmax');
  await editor.view.locator('#lower-grid').focus();
  await key('Home');
  await until('the kernel', async () => (await marked()).includes('softmax'));
  const stages = editor.view.getByRole('group', { name: 'Show the kernel as' });
  await stages.waitFor();
  const there = await stages
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => `${button.textContent.trim()} ${String(!button.hasAttribute('disabled'))}`));
  assert.deepEqual(there, ['Source true', 'Configured false', 'LLVM IR false', 'Assembly true']);
  assert.match(
    (await stages.getByRole('button', { name: 'LLVM IR' }).getAttribute('title')) ?? '',
    /^Not known\. .*dump-executable-files-to/,
  );
  await window.screenshot('hotspots-stages-dark');
  assert.deepEqual(await axeFindings(window), []);

  const show = async (item: string): Promise<void> => {
    await stages.getByRole('button', { name: 'Assembly' }).click();
    await window.answers.choose('Show', item);
  };
  await show('disassembly of the sampled code');
  await window.tab(`${SOFTMAX}.disassembly`);
  assert.match(window.text?.text ?? '', /\d+\.\d % +\d+ +[\da-f]+ +[\da-f]{4,} +[a-z]/);
  await window.closeEditor();

  await show(assembly);
  await window.tab(assembly);
  const heated = told('--format=jsonl', `--assembly=${assembly}`)
    .trim()
    .split('\n')
    .flatMap((row) => (JSON.parse(row) as { readonly lines: readonly { readonly line: number; readonly samples: number }[] }).lines);
  const [hottest] = heated.toSorted((one, other) => other.samples - one.samples);
  assert.ok(hottest !== undefined);
  window.textEditor.goTo(hottest.line);
  // A machine that is busy with else takes few samples.
  await window.textEditor.hoverSays(/\d samples are on this line: [\d.]+ % of all samples|\d samples? here: too few/);
});

test('a function that a kernel calls is listed, from the sentence about its samples, from a dropdown and from its loop', async () => {
  const { file, called } = writeCalledLoops(window.folder);
  putCapture(window, 'small.ireereplay', 'small.ireereplay');
  const flags = ['--device=local-sync', '--sample', '--sample_rate=997', '--sample_seconds=1', '--device_profiling_output=called.ireeprof'];
  const substitution = `--replay_executable_substitution=4=${file}`;
  execFileSync(process.execPath, [ireereplay, 'run', ...flags, substitution, 'small.ireereplay'], {
    ...{ cwd: window.folder, stdio: 'pipe' },
  });
  await window.openFile('called.ireeprof');
  editor = await shownProfile(window);
  await editor.lower('Hotspots');
  await showAs('Disassembly');
  const own = editor.view.getByRole('listbox', { name: 'Instructions of elementwise_mul, with their samples' });
  const chain = editor.view.getByRole('listbox', { name: 'Instructions of chain, which elementwise_mul calls, with their samples' });
  const choice = editor.view.getByLabel('Function', { exact: true });
  const chosen = (): Promise<string | null> => choice.evaluate((element) => element.getAttribute('current-value'));
  await own.locator('.shares.hot').first().waitFor();
  assert.match(
    await wordsOf(editor.view.locator('.sampledhead')),
    /[\d,]+ samples of its [\d,]+ lie in functions that it calls: they count in its loops\. Show chain/,
  );
  assert.match((await chosen()) ?? '', /^[\d.]+ % {2}elementwise_mul$/);
  await window.screenshot('hotspots-calls-dark');
  assert.deepEqual(await axeFindings(window), []);

  // By keys, which go on in the instructions.
  await editor.view.getByRole('button', { name: 'Show chain' }).focus();
  await key('Enter');
  await chain.locator('.shares.hot').first().waitFor();
  await until('the keyboard in the list', () => chain.evaluate((element) => element === document.activeElement));
  assert.match((await chosen()) ?? '', /^[6-8]\d\.\d % {2}chain$/);
  const loop = chain.locator('.loophead', { hasText: 'loop 1' });
  assert.match(await wordsOf(loop), /^[6-8]\d\.\d %\[/);
  assert.match(await wordsOf(chain), new RegExp(`called_loops\\.c:${String(called)}\\b`));
  await window.screenshot('hotspots-called-dark');
  assert.deepEqual(await axeFindings(window), []);
  await window.clearClipboard();
  await key('Home');
  await key('Shift+End');
  await key('Control+C');
  const copied = await until('the instructions', async () => (await window.clipboard()) || undefined);
  const shown = await chain.locator('.address').allInnerTexts();
  assert.ok(shown.length > 3 && shown.every((address) => copied.includes(`  ${address.trim()}  `)), copied);
  assert.match(copied, /\bret\s*$/);

  // The list is closed: arrows choose, and the dropdown keeps the keyboard.
  await choice.focus();
  await key('ArrowDown');
  await own.locator('.shares.hot').first().waitFor();
  await key('ArrowUp');
  await chain.locator('.shares.hot').first().waitFor();
  await key('ArrowDown');
  await own.locator('.shares.hot').first().waitFor();

  await showAs('Table');
  await editor.rows.first().waitFor();
  await editor.view.locator('#lower-grid').focus();
  await key('Home');
  await until('the kernel', async () => (await marked()) === 'elementwise_mul');
  await into(new RegExp(`^loop 1 of chain at called_loops\\.c:${String(called)}$`));
  await key('Enter');
  await chain.locator('.shares.hot').first().waitFor();
  await window.setTheme('Default Light Modern');
  await window.screenshot('hotspots-called-light');
  assert.deepEqual(await axeFindings(window), []);
  await showAs('Table');
  await editor.view.locator('#lower-grid').focus();
  await key('Home');
  await showAs('Disassembly');
  await own.locator('.shares.hot').first().waitFor();
  await window.screenshot('hotspots-calls-light');
  await window.setTheme('Default Dark Modern');
  await showAs('Table');
});

test('kernels are gone through by keys, each with the functions that it calls', async () => {
  await window.openFile('block.ireeprof');
  editor = await shownProfile(window);
  await editor.lower('Hotspots');
  await showAs('Disassembly');
  const chosenOf = async (label: string): Promise<string> =>
    (await editor.view.getByLabel(label, { exact: true }).evaluate((element) => element.getAttribute('current-value'))) ?? '';
  const withoutShare = (label: string): string => label.replace(/^\S+ %\s+/, '');
  const code = editor.view.getByRole('listbox', { name: /^Instructions of .*, with their samples$/ });
  await code.waitFor();
  await editor.view.getByLabel('Kernel', { exact: true }).focus();
  await key('Home');
  const seen = { calls: 0, alone: 0 };
  while (seen.calls < 1 || seen.alone < 2) {
    const kernel = withoutShare(await chosenOf('Kernel'));
    await until(
      'its instructions',
      async () => (await code.getAttribute('aria-label')) === `Instructions of ${kernel}, with their samples`,
    );
    if ((await editor.view.getByLabel('Function', { exact: true }).count()) > 0) {
      assert.equal(withoutShare(await chosenOf('Function')), kernel);
      seen.calls += 1;
    } else seen.alone += 1;
    await key('ArrowDown');
    await until('the next kernel', async () => withoutShare(await chosenOf('Kernel')) !== kernel);
  }
  await showAs('Table');
});

test('a profile without samples says how to get some, and its button samples its capture', async () => {
  await window.openFile('plain.ireeprof');
  editor = await shownProfile(window);
  await editor.lower('Hotspots');
  await editor.view.getByText('This profile has no samples').waitFor();
  await window.screenshot('hotspots-none-dark');
  assert.deepEqual(await axeFindings(window), []);
  await editor.view.locator('.empty vscode-button', { hasText: 'Sample Hotspots' }).click();
  await until('another profile', () => tabName() !== 'plain.ireeprof' && tabName().endsWith('.ireeprof'));
  editor = await shownProfile(window);
  await until('its hotspots', async () => (await editor.column('fn')).some((name) => name.includes('softmax')));
  await window.screenshot('hotspots-sampled-dark');
});
