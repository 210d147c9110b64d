/** LLVM's recordings of OpenMP kernels: one in its editor, and a folder of them. */
import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import { says } from '../e2e/said';
import { faultsInThemes, resized, SIZES } from '../e2e/sizes';
import { until } from '../e2e/until';
import { arrayBytes } from '../programs';
import { writeSaxpyTool, type SaxpyTool } from '../saxpyTool';
import { openLlvmWindow, openRecording } from './llvmWindow';
import { guidePicture, picturesInBothThemes } from './pictures';
import type { ViewRow } from './vscode/views';
import type { PagesWindow } from './window';

const SAXPY = 'llvm16-saxpy/__omp_offloading_fe00_984963_main_l7.json';
const KERNELS = 'llvm16-kernels/__omp_offloading_fe00_984936_main_l19.json';
const SCALE = 'made-second/1311768467463790320_17446744073709551001.json';

let window: PagesWindow;

before(async () => {
  window = await openLlvmWindow('llvm16-saxpy', 'llvm16-kernels', 'llvm16-more', 'made-second');
});
after(async () => {
  await window.dispose();
});

const place = (name: string): string => path.join(window.folder, name);

/** Opens a recording, and waits for what it says of its kernel. */
async function opened(name: string): Promise<FrameLocator> {
  const view = await openRecording(window, name);
  await view.locator('.kernel h1, .failure h2').waitFor();
  return view;
}
const argument = (view: FrameLocator, index: number): Locator => view.locator(`.arguments [role="row"][data-key="${String(index)}"]`);
const line = (view: FrameLocator, index: number): Locator => view.locator('.memline').nth(index);

test('a descriptor stays text, and its editor is a button beside the tabs', async () => {
  await window.openFile(SAXPY);
  assert.ok(window.text?.text.startsWith('{"ArgOffsets"'));
  assert.ok(window.titleActions.includes('Open as Kernel Recording'));
  writeFileSync(place('other.json'), '{"name": "other"}');
  await window.openFile('other.json');
  assert.ok(!window.titleActions.includes('Open as Kernel Recording'));
});

test('a launch has its kernel, its arguments told apart, and what it changed', async () => {
  const view = await opened(SAXPY);
  await says(view.locator('.kernel h1'), /^main, line 7$/);
  await says(view.locator('.kernel'), /__omp_offloading_fe00_984963_main_l7/);
  await says(view.locator('.health'), /Readable.*LLVM 16 to 22.*4 arguments.*7\.8 KiB of memory.*999 words of 4 bytes changed/s);
  await says(argument(view, 0), /scalar\s*1000\s*1\.401e-42/);
  await says(argument(view, 2), /scalar\s*1073741824\s*2\s*5\./);
  await says(argument(view, 1), /pointer\s*0x7fb5acbff010\s*0\s*3\.9 KiB\s*may begin\s*999/);
  await says(argument(view, 3), /pointer\s*0x7fb5acbfffb0\s*4,000\s*3\.9 KiB\s*may begin\s*0/);
  await says(view.getByRole('region', { name: 'Launch' }), /teams\s*4.*threads\s*at most 8.*trip count\s*1,000 iterations.*device\s*0/s);
  await says(view.getByRole('region', { name: 'Recorded memory' }), /begins at\s*0x7fb5acbff010, assumed.*size\s*8,000 B/s);
  await says(view.getByRole('region', { name: 'Changed by the kernel' }), /4-byte words\s*999.*bytes\s*[\d,]+ of 8,000.*ranges\s*1/s);
  await picturesInBothThemes(window, 'llvm-recording');
});

test('memory is bytes and numbers, before and after, with what changed marked', async () => {
  const view = await opened(SAXPY);
  await says(line(view, 0), /^\s*0\s*00\s*00\s*80\s*3f/);
  await view.getByRole('button', { name: 'f32' }).click();
  // y[i] = 2 x[i] + y[i], of which the first alone stays.
  await says(line(view, 0), /^\s*0\s*1\s*1\s*1\s*1\s*1\s*3\s*5\s*7\s*$/);
  assert.equal(await line(view, 0).locator('.after .ch').count(), 3);
  await picturesInBothThemes(window, 'llvm-memory');
  await guidePicture(window, 'llvm-recordings', { width: 1200, height: 560 });
  await view.getByRole('button', { name: 'After' }).click();
  await says(line(view, 0), /^\s*0\s*1\s*3\s*5\s*7\s*$/);
  // An argument shows its memory, by the keys as by a click.
  await argument(view, 2).click();
  await view.locator('.arguments .grid-table').press('ArrowDown');
  await until('the memory of x', async () => (await view.locator('.memline .on').count()) > 0);
  await says(view.locator('.memline', { has: view.locator('.on') }).first(), /^\s*4,000\s*0\s*1\s*2\s*3\s*$/);
  await view.getByLabel('Go to byte').fill('0x7fb5acbff020');
  await view.getByLabel('Go to byte').press('Enter');
  await says(view.locator('.memline', { has: view.locator('.on') }).first(), /^16\s*9\s*11\s*13\s*15$/);
  // In the type and of the moment that are shown.
  await view.getByRole('button', { name: 'Export Memory…' }).click();
  await window.answers.files('Export Memory', place('x.npy'));
  await until('the array', () => existsSync(place('x.npy')));
  const x = arrayBytes(place('x.npy'));
  assert.deepEqual([x.length, x.readFloatLE(4 * 999)], [4000, 999]);
  await argument(view, 0).click();
  await view.getByRole('button', { name: 'Export Memory…' }).waitFor({ state: 'detached' });
});

test('ranges that changed are listed, and gone through by keys', async () => {
  const view = await opened(KERNELS);
  await says(view.locator('.health'), /255 words of 4 bytes changed/);
  await view.getByRole('tab', { name: /^Changed ranges\s*255$/ }).click();
  const rows = view.locator('.lower [role="row"][data-key]');
  await says(rows.first(), /^\s*57,368\s*1\s*0\s*1\s*→\s*2\s*1065353216\s*→\s*1073741824/);
  await picturesInBothThemes(window, 'llvm-changes');
  await rows.nth(1).click();
  await view.locator('#lower-grid').press('Enter');
  await view.getByRole('button', { name: 'f32' }).click();
  const memory = view.locator('#lower-memory');
  const chosen = memory.locator('.after .on');
  await says(chosen, /^4$/);
  await memory.press('n');
  await says(chosen, /^6$/);
  for (const key of ['n', 'n']) await memory.press(key);
  await says(chosen, /^10$/);
  await memory.press('p');
  await says(chosen, /^8$/);
});

test('a recording of the second generation has global variables, limits and an image', async () => {
  const view = await opened(SCALE);
  await says(view.locator('.kernel h1'), /^scale\(double\*, int\), line 9$/);
  await says(view.locator('.health'), /a version of LLVM after 22.*6 arguments.*2 global variables.*image: cubin for NVIDIA/s);
  await says(argument(view, 3), /0x7f0000000200 - 8\s*512/);
  await says(view.getByRole('region', { name: 'Launch' }), /teams\s*4\s*may be 1 to 4.*shared memory\s*1 KiB/s);
  await view.getByRole('tab', { name: /^Global variables\s*2$/ }).click();
  await says(view.locator('.lower [role="row"][data-key]').first(), /factor\s*4\s*3\s*1077936128/);
  await picturesInBothThemes(window, 'llvm-globals');
});

const result = (view: FrameLocator): Locator => view.getByRole('status', { name: 'Result of the replay' });
const verify = (view: FrameLocator): Promise<void> => view.getByRole('button', { name: 'Verify' }).click();

test("LLVM's own program replays a recording where there is a device; what keeps it from that is said", async () => {
  const view = await opened(SAXPY);
  await verify(view);
  await says(
    result(view),
    /The kernel was not replayed: LLVM 16 does not record where the memory was.*By \S*llvm-omp-kernel-replay, LLVM [\d.]+\..*Choose Another LLVM/s,
  );
  await says(view.getByRole('region', { name: 'Command line' }), /ireereplay llvm verify \S+\.json/);
  await picturesInBothThemes(window, 'llvm-not-replayed');
  window.setSetting('ireeReplay.llvm.path', '/nowhere');
  await verify(view);
  await says(result(view), /\/nowhere is not llvm-omp-kernel-replay, nor a folder that contains it/);
  await result(view).getByRole('button', { name: 'Choose Another LLVM' }).click();
  await until('the setting', () => window.asked.some((asked) => asked.startsWith('workbench.action.openSettings')));
});

/** A program in the place of LLVM's, with `wrong` in place of one number that it computes. */
function saxpyTool(wrong?: number, how: SaxpyTool = {}): string {
  const tool = place(['saxpy', String(wrong), ...Object.keys(how)].join(' '));
  writeSaxpyTool(tool, { ...how, ...(wrong === undefined ? {} : { wrong }) });
  return tool;
}

test('memory that a replay leaves is compared with what was recorded: the same, another, within a tolerance', async () => {
  const view = await opened(SAXPY);
  window.setSetting('ireeReplay.llvm.path', saxpyTool());
  await verify(view);
  await says(result(view), /Memory is as recorded, bit for bit: [\d,]+ bytes\..*LLVM 21\.0\.0\. It says that memory is as recorded\./s);
  await picturesInBothThemes(window, 'llvm-verified');
  const exact = readFileSync(place(SAXPY.replace('.json', '.original.output'))).readFloatLE(400);
  window.setSetting('ireeReplay.llvm.path', saxpyTool(exact + 0.0001));
  await verify(view);
  await says(
    result(view),
    /Memory differs from the recorded launch in 1 word of 4 bytes\. The first is at byte 400, 400 bytes into what argument 1/,
  );
  await picturesInBothThemes(window, 'llvm-differs');
  await result(view).getByRole('button', { name: 'Show Where It Differs' }).click();
  await until('the place', async () => (await view.locator('.memline .on').count()) > 0);
  await says(view.locator('.memline', { has: view.locator('.on') }), /^400/);
  // Within a tolerance the tool's word is against ours.
  const type = view.getByLabel('Memory is compared');
  await type.click();
  await view.getByRole('option', { name: 'as f32' }).click();
  const most = view.getByLabel('the largest difference');
  await most.fill('-1');
  await says(view.locator('.replay-bar'), /-1 is not a number that a difference can be at most/);
  assert.ok(
    await view
      .locator('.replay-bar vscode-button')
      .first()
      .evaluate((button) => button.hasAttribute('disabled')),
  );
  await most.fill('0.001');
  await verify(view);
  await says(result(view), /Memory is as recorded within the tolerance: 1 f32 element not bit for bit/);
  await says(view.getByRole('region', { name: 'Command line' }), /llvm verify '--tool=[^']+' --type=f32 --absolute=0\.001 \S+\.json/);
  window.setSetting('ireeReplay.llvm.path', saxpyTool(7));
  await verify(view);
  await says(result(view), /1 f32 element beyond the tolerance\. The first is at byte 400, .*: it is 7, recorded was/);
  await type.click();
  await view.getByRole('option', { name: 'bit for bit' }).click();
  window.setSetting('ireeReplay.llvm.path', undefined);
});

test('a launch is timed, with the distribution; memory that is not as recorded stands before the times', async () => {
  const view = await opened(SAXPY);
  const benchmark = (): Promise<void> => view.getByRole('button', { name: 'Benchmark' }).click();
  window.setSetting('ireeReplay.llvm.path', saxpyTool(undefined, { repeats: true }));
  await benchmark();
  await says(
    result(view),
    /A launch takes 40\.0 µs \[.*\], and memory is as recorded\..*the shortest of 20 times is.*The first, 900\.0 µs, is not among them/s,
  );
  await view.getByRole('img', { name: /^Times from 40\.0 µs to/ }).waitFor();
  await says(view.getByRole('region', { name: 'Command line' }), /ireereplay llvm benchmark '--tool=[^']+' \S+\.json/);
  // The first has none before it.
  assert.equal(await result(view).getByRole('table').count(), 0);
  await benchmark();
  await says(result(view), /Against the benchmark before: (no difference|not known yet)/);
  await says(result(view).getByRole('table', { name: 'Benchmarks of this launch' }), /^now 40\.0 µs .* 20 times.* 40\.0 µs/);
  await picturesInBothThemes(window, 'llvm-benchmark');
  window.setSetting('ireeReplay.llvm.path', saxpyTool(7, { repeats: true }));
  await benchmark();
  await says(
    result(view),
    /^\s*Memory differs from the recorded launch in 1 word of 4 bytes.*A launch takes .*; that may be of other work than what was recorded\./s,
  );
  // Without repetitions the whole tool is timed.
  window.setSetting('ireeReplay.llvm.path', saxpyTool());
  await benchmark();
  await says(view.locator('.replay-bar'), /LLVM replays the kernel: \d+ of at most 21 starts of LLVM's tool/);
  await says(result(view), /A run of the tool takes [\d.]+ ms .*this version cannot repeat a launch, and says no time/s);
  window.setSetting('ireeReplay.llvm.path', undefined);
});

test('the best teams and threads are found, in a map of all; what leaves other memory is not among them', async () => {
  const view = await opened(SAXPY);
  window.setSetting('ireeReplay.llvm.path', saxpyTool(undefined, { repeats: true, tooManyThreads: 64 }));
  const sweep = view.getByRole('button', { name: 'Sweep' });
  await view.getByLabel('numbers of teams').fill('many');
  await says(view.locator('.replay-bar'), /many is not a number of teams or threads/);
  assert.ok(await view.locator('.replay-bar vscode-button', { hasText: 'Sweep' }).evaluate((button) => button.hasAttribute('disabled')));
  await view.getByLabel('numbers of teams').fill('4, 8');
  await view.getByLabel('numbers of threads').fill('8 64');
  await sweep.click();
  await says(result(view), /8 teams of 8 threads: 2\.00x faster than recorded \[.*\], and memory is as recorded\./);
  const cell = (row: number): Locator => result(view).getByRole('row').nth(row);
  await says(cell(1), /^\s*8\s*recorded\s*2\.00x\s*$/);
  await says(cell(2), /^\s*64\s*wrong\s*wrong\s*$/);
  await picturesInBothThemes(window, 'llvm-sweep');
  await says(
    view.getByRole('region', { name: 'Command line' }),
    /ireereplay llvm sweep '--tool=[^']+' --num_teams=4,8 --num_threads=8,64 \S+\.json/,
  );
  await result(view).getByRole('button', { name: 'Export as CSV' }).click();
  await window.answers.files('Export', place('sweep.csv'));
  await until('the table', () => existsSync(place('sweep.csv')));
  assert.match(readFileSync(place('sweep.csv'), 'utf8'), /^teams,threads,outcome,.*\n,,right,8,[\d.]+,1,false\n/);
  for (const field of ['numbers of teams', 'numbers of threads']) await view.getByLabel(field).fill('');
  window.setSetting('ireeReplay.llvm.path', undefined);
});

test('a replay can be stopped', async () => {
  const tool = place('slow');
  writeFileSync(tool, '#!/bin/sh\ncase "$1" in --help) echo "  --verify  compares";; --version) echo;; *) exec sleep 1000;; esac\n');
  chmodSync(tool, 0o755);
  window.setSetting('ireeReplay.llvm.path', tool);
  const view = await opened(SAXPY);
  await verify(view);
  await says(view.locator('.replay-bar'), /LLVM replays the kernel/);
  await view.getByRole('button', { name: 'Stop' }).click();
  await says(result(view), /The replay was stopped\./);
  window.setSetting('ireeReplay.llvm.path', undefined);
});

test('memory of gigabytes is looked at without being read whole', async () => {
  const name = SCALE.replace('made-second', 'large');
  cpSync(place('made-second'), place('large'), { recursive: true });
  for (const suffix of ['.record_input', '.record_output']) truncateSync(place(name.replace('.json', suffix)), 2 ** 33);
  const view = await opened(name);
  await says(view.locator('.health'), /8 GiB of memory.*63 words of 4 bytes changed/s);
  await says(line(view, 0), /^0\s*00/);
  await view.locator('#lower-memory').press('End');
  await says(view.locator('.memline').last(), /^8,589,934,576(00){32}$/);
  await view.getByLabel('Go to byte').fill('4294967296');
  await view.getByLabel('Go to byte').press('Enter');
  await says(view.locator('.memline', { has: view.locator('.on') }), /^4,294,967,296/);
  // What was compared is what the files hold: a few hundred bytes, in blocks of their file system.
  const [, read = ''] =
    /read (\d+) bytes of memory for what its kernel changed/.exec(
      window
        .outputChannel()
        .split('\n')
        .findLast((said) => said.includes('of memory for what')) ?? '',
    ) ?? [];
  assert.ok(Number(read) > 0 && Number(read) <= 2 ** 21, read);
});

test('what is missing is said, and the rest is shown', async () => {
  cpSync(place('llvm16-saxpy'), place('damaged'), { recursive: true });
  const name = SAXPY.replace('llvm16-saxpy', 'damaged');
  rmSync(place(name.replace('.json', '.original.output')));
  const view = await opened(name);
  await says(view.locator('.health'), /changes not known/);
  await says(view.getByRole('region', { name: /^(Problems|Worth knowing)$/ }), /original\.output/);
  await says(line(view, 0), /^\s*0\s*00\s*00\s*80\s*3f/);
  assert.equal(await view.getByRole('group', { name: 'Memory of' }).count(), 0);
  writeFileSync(place(name), '{"Name": 5}');
  await view.locator('.notice.changed vscode-button').click();
  await says(view.locator('.failure'), /is not a recording of an OpenMP kernel/);
  await picturesInBothThemes(window, 'llvm-no-recording');
});

test('JSON that is no recording says so, and leads to the text', async () => {
  const view = await opened('other.json');
  await says(view.locator('.failure h2'), /^other\.json cannot be opened$/);
  await says(view.locator('.failure'), /is not a recording of an OpenMP kernel: it is JSON without Name and ArgPtrs/);
  await view.locator('vscode-button', { hasText: 'Open in Another Editor' }).click();
  await until('the question', () => window.asked.includes('workbench.action.reopenWithEditor'));
});

test('F6 goes through the parts of the page, and ? lists its keys', async () => {
  const view = await opened(KERNELS);
  const focused = (part: string): Locator => view.locator(`${part}:focus-within`);
  await view.locator('.arguments .grid-table').focus();
  await window.page.keyboard.press('Shift+F6');
  await focused('.replay-bar').waitFor();
  for (const _ of [1, 2]) await window.page.keyboard.press('F6');
  await focused('.lower').waitFor();
  await window.page.keyboard.press('F6');
  await focused('.side').waitFor();
  await window.page.keyboard.press('Shift+F6');
  await focused('.lower').waitFor();
  await window.page.keyboard.press('ArrowRight');
  await view.getByRole('tab', { name: 'Changed ranges', selected: true }).waitFor();
  await window.page.keyboard.press('g');
  await window.page.keyboard.press('?');
  await says(view.getByRole('dialog', { name: 'Keyboard' }), /next and previous range that the kernel changed/);
  await window.page.keyboard.press('Escape');
});

test('the page comes back as it was left', async () => {
  const view = await opened(KERNELS);
  await view.getByRole('tab', { name: 'Memory' }).click();
  await view.getByRole('button', { name: 'i32' }).click();
  await view.getByRole('tab', { name: 'Changed ranges' }).click();
  await window.openFile('other.json');
  await window.showTab(path.basename(KERNELS));
  await view.getByRole('tab', { name: 'Changed ranges', selected: true }).waitFor();
  await view.getByRole('tab', { name: 'Memory' }).click();
  await view.getByRole('button', { name: 'i32', pressed: true }).waitFor();
});

test('a folder has its kernels by the report, each leading to its own document', async () => {
  await window.runCommand('IREE Replay: Open Folder of Kernel Recordings…');
  await window.answers.files('Open Folder of Kernel Recordings', place('made-second'));
  await window.tab('Recordings: made-second');
  const view = window.webview();
  await says(
    view.locator('.health'),
    /Readable.*2 kernels.*2 recordings.*recorded launches took 47\.1 µs.*656 B of memory.*report:\s*report\.txt/s,
  );
  const rows = view.locator('.kernels [role="row"][data-key]');
  await says(rows.first(), /scale\(double\*, int\), line 9\s*42\.0 µs\s*1\s*4\s*16\s*640 B/);
  await says(rows.nth(1), /main, line 31\s*5\.1 µs\s*3\s*any\s*any\s*16 B/);
  await picturesInBothThemes(window, 'llvm-folder');
  await view.getByRole('button', { name: 'Occurrences' }).click();
  await says(rows.first(), /main, line 31/);
  await view.locator('.kernels .grid-table').press('Home');
  await view.locator('.kernels .grid-table').press('Enter');
  await window.tab('42_7.json');
  await says(window.webview().locator('.kernel h1'), /^main, line 31$/);
});

test('a folder without a report is made from its files, and read again when it changes', async () => {
  cpSync(place('llvm16-more'), place('more'), { recursive: true });
  await opened(`more/${readdirSync(place('more')).find((name) => name.endsWith('_l12.json')) ?? ''}`);
  await window.webview().getByRole('button', { name: 'All Recordings of the Folder' }).click();
  await window.tab('Recordings: more');
  const view = window.webview();
  await says(view.locator('.health'), /4 kernels.*4 recordings.*no report of the recorder: times and occurrences are not known/s);
  await picturesInBothThemes(window, 'llvm-folder-no-report');
  cpSync(place(SAXPY), place('more/__omp_offloading_fe00_984963_main_l7.json'));
  await view.locator('.notice.changed vscode-button').click();
  await says(view.locator('.health'), /5 kernels/);
  await view.getByLabel('Filter the table').fill('kernel:*7');
  await until('one row', async () => (await view.locator('.kernels [role="row"][data-key]').count()) === 1);
});

test('folders of recordings are in the side bar with captures, and are read again when they change', async () => {
  const row = async (name: string): Promise<ViewRow> => {
    const found = (await window.rows('captures')).find(({ label }) => label === name);
    assert.ok(found !== undefined, `there is no row ${name}`);
    return found;
  };
  const described = (name: string, wanted: RegExp): Promise<boolean> =>
    until(`${name} saying ${String(wanted)}`, async () => {
      assert.match((await row(name)).description, wanted);
      return true;
    });
  await described('made-second', /^2 kernels$/);
  assert.match((await row('made-second')).tooltip, /2 LLVM kernel recordings\nReport: report\.txt$/);
  await described('llvm16-saxpy', /^1 kernel$/);
  assert.match(window.listDescription('captures'), /^\d folders of kernel recordings$/);
  cpSync(place('llvm16-kernels'), place('grown'), { recursive: true });
  await described('grown', /^2 kernels$/);
  writeFileSync(place('grown/__omp_offloading_fe00_984936_main_l12.json'), '{"Name": ');
  await described('grown', /^1 kernel, 1 problem$/);
  await (await row('made-second')).open();
  await window.tab('Recordings: made-second');
  (await row('llvm16-more')).choose('Open Folder of Kernel Recordings');
  await window.tab('Recordings: llvm16-more');
});

test('both pages are well laid out, wide and narrow, in every theme', async () => {
  const faults: string[] = [];
  await opened(SCALE);
  const look = async (name: string): Promise<void> => {
    for (const size of SIZES) {
      await resized(window, size);
      faults.push(...(await faultsInThemes(window, `narrow-${name}-${size.name}`)));
    }
    await resized(window, SIZES[0]);
  };
  await look('llvm-recording');
  await window.showTab('Recordings: made-second');
  await look('llvm-folder');
  assert.deepEqual(faults, []);
});
