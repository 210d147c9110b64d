/** A compiled module recorded from the editor: by Enter alone, with its inputs changed, and where that fails. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { shownCapture } from '../e2e/captureEditor';
import { processesBelow, type Process } from '../e2e/processes';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';

const tools = process.env['IREE_TOOLS'] ?? '';
const models = path.resolve(__dirname, '..', 'fixtures', 'models');
const FLAGS = ['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=llvm-cpu', '--iree-llvmcpu-target-cpu=generic'];

let window: PagesWindow;
/** IREE's programs, in a folder of this file's own. */
let programs: string;

before(async () => {
  programs = mkdtempSync(path.join(tmpdir(), 'iree-replay-programs-'));
  for (const name of ['iree-compile', 'iree-dump-module', 'iree-run-module', 'iree-benchmark-module'])
    symlinkSync(path.join(tools, name), path.join(programs, name));
  window = await openWindow({ files: ['models/mm256/a.npy'], settings: { 'ireeReplay.ireeTools': programs } });
  for (const model of ['mm256', 'dynamic'])
    execFileSync(path.join(tools, 'iree-compile'), [...FLAGS, path.join(models, model, `${model}.mlir`), '-o', place(`${model}.vmfb`)]);
});
after(async () => {
  await window.dispose();
  rmSync(programs, { recursive: true });
});

const place = (name: string): string => path.join(window.folder, name);

/** Waits until a line of the list that is asked says it. */
const line = (words: RegExp): Promise<string> =>
  until(`the line ${String(words)}`, () => {
    const found = window.answers.items.find((item) => words.test(item));
    if (found === undefined) throw new Error(`there are ${window.answers.items.join('; ')}`);
    return found;
  });

/** Opens Record Capture… for a module of the folder, and waits until it is asked. */
async function ask(module: string): Promise<void> {
  window.chooseForFile(module, 'Record Capture…');
  await line(/Save as/);
}
const choose = (module: string, item: string | RegExp): Promise<void> => window.answers.choose(`Record ${module}`, item);
/** As Enter does, which takes the first line. */
const record = (module: string): Promise<void> => choose(module, /^\$\(record\) /);

test('a module is recorded by Enter: inputs from a seed, and the capture opens', async () => {
  await ask('mm256.vmfb');
  assert.match(window.answers.items[0] ?? '', /Record matmul, to mm256\.ireereplay/);
  await line(/input0: 256x256xf32 random, from seed 0/);
  await line(/Device local-sync/);
  await record('mm256.vmfb');
  await window.tab('mm256.ireereplay');
  const editor = await shownCapture(window);
  await until('its health', async () => (await editor.health()).startsWith('Replayable on local-sync'));
  assert.match(window.outputChannel(), /wrote mm256\.ireereplay: matmul\(256x256xf32=random, 256x256xf32=random\) on local-sync/);
});

test('an input is taken from a file, the command can be copied, and what was chosen last is there again', async () => {
  await ask('mm256.vmfb');
  await choose('mm256.vmfb', /input0/);
  await window.answers.choose('input0: 256x256xf32', 'From File…');
  await window.answers.files('input0: 256x256xf32', 'a.npy');
  await line(/input0.*@a\.npy/);
  await window.clearClipboard();
  await choose('mm256.vmfb', /Copy Command/);
  await until('the command line', async () => (await window.clipboard()) !== '');
  assert.equal(await window.clipboard(), 'ireereplay record --output=mm256.ireereplay --function=matmul --input=@a.npy mm256.vmfb');
  await ask('mm256.vmfb');
  await line(/input0.*@a\.npy/);
  await window.answers.escape('Record mm256.vmfb');
});

test('what a module leaves open is asked for', async () => {
  await ask('dynamic.vmfb');
  await line(/input0: \?x\?xf32 needs a size or a file/);
  await record('dynamic.vmfb');
  for (const [name, size] of Object.entries({ input0: '6x5xf32', input1: '5x4xf32' })) {
    const title = `${name}: ?x?xf32`;
    await window.answers.choose(title, 'Random');
    assert.equal(await window.answers.proposed(title), '?x?xf32');
    await window.answers.enter(title, size);
    await until('the question for a seed', async () => (await window.answers.proposed(title)) === '0');
    await window.answers.enter(title, '0');
  }
  await window.tab('dynamic.ireereplay');
  assert.match(window.outputChannel(), /wrote dynamic\.ireereplay: dynamic\(6x5xf32=random, 5x4xf32=random\)/);
});

test('a type that a compiled module does not say is asked for, and read from MLIR', async () => {
  const source = path.join(models, '..', 'imported', 'product.mlir');
  execFileSync(path.join(tools, 'iree-compile'), [...FLAGS, source, '-o', place('product.vmfb')]);
  cpSync(source, place('exported.mlir'));
  await ask('product.vmfb');
  assert.match(window.answers.items[0] ?? '', /Record main, to product\.ireereplay/);
  await line(/input1 needs a type or a file/);
  await record('product.vmfb');
  for (const [title, type] of Object.entries({ input0: '24x32xf32', input1: '32x16xf32' })) {
    await window.answers.choose(title, 'Random');
    assert.equal(await window.answers.proposed(title), '');
    await window.answers.enter(title, type);
    await until('the question for a seed', async () => (await window.answers.proposed(title)) === '0');
    await window.answers.enter(title, '0');
  }
  await window.tab('product.ireereplay');
  assert.match(window.outputChannel(), /wrote product\.ireereplay: main\(24x32xf32=random, 32x16xf32=random\)/);
  await ask('product.vmfb');
  await line(/input0 24x32xf32, random, from seed 0/);
  await window.answers.escape('Record product.vmfb');
  await ask('exported.mlir');
  await line(/arg0: 24x32xf32 random, from seed 0/);
  await record('exported.mlir');
  await window.tab('exported.ireereplay');
});

test('a recording that fails says why in a line, and offers what was recorded until then', async () => {
  await ask('mm256.vmfb');
  await choose('mm256.vmfb', /input1/);
  await window.answers.choose('input1: 256x256xf32', 'Value…');
  assert.equal(await window.answers.proposed('input1: 256x256xf32'), '256x256xf32=');
  await window.answers.enter('input1: 256x256xf32', '25x256xf32=1');
  await line(/Save as/);
  await record('mm256.vmfb');
  const said = await window.answers.message(/could not be recorded/, 'Open the Recording');
  assert.match(said, /mm256\.vmfb could not be recorded: INVALID_ARGUMENT; input1 shape dimension 0 mismatch/);
  await window.tab('mm256-failed.ireereplay');
  assert.ok(existsSync(place('mm256.ireereplay')));
});

test('what was recorded by a program that crashed at its end opens, with a warning', async () => {
  const program = path.join(programs, 'iree-run-module');
  rmSync(program);
  writeFileSync(program, `#!/bin/sh\n'${path.join(tools, 'iree-run-module')}' "$@" && exit 245\n`, { mode: 0o755 });
  cpSync(place('mm256.vmfb'), place('crashing.vmfb'));
  await ask('crashing.vmfb');
  await record('crashing.vmfb');
  const said = await window.answers.message(/crashed/);
  assert.equal(
    said,
    'crashing.vmfb is recorded, but iree-run-module crashed (exit status 245) once all was recorded: the capture is whole',
  );
  await window.tab('crashing.ireereplay');
  rmSync(program);
  symlinkSync(path.join(tools, 'iree-run-module'), program);
});

test('MLIR is compiled first, for this processor', async () => {
  cpSync(path.join(models, 'mm256', 'mm256.mlir'), place('source.mlir'));
  await ask('source.mlir');
  await line(/matmul, to source\.ireereplay/);
  await record('source.mlir');
  await window.tab('source.ireereplay');
});

test('one that is cancelled ends with its program, and leaves the earlier capture as it was', async () => {
  const recorders = (): readonly Process[] =>
    processesBelow(process.pid).filter(({ commandLine }) => /iree-benchmark-module .*source/.test(commandLine));
  const kept = readFileSync(place('source.ireereplay'));
  const before = readdirSync(window.folder).sort();
  await ask('source.mlir');
  await choose('source.mlir', /Times/);
  assert.match(await window.answers.proposed('Times'), /^\d+$/);
  // Far more than anybody waits for.
  await window.answers.enter('Times', '999999');
  await line(/999999, each run in its own scope/);
  await record('source.mlir');
  await until('something recorded', () => {
    const [unfinished] = readdirSync(window.folder).filter((name) => name.startsWith('source.ireereplay.recording-'));
    return unfinished !== undefined && existsSync(place(`${unfinished}/source.ireereplay`));
  });
  assert.notDeepEqual(recorders(), []);
  const work = await until('its progress', () => window.progress.find(({ title }) => title === 'Recording source.mlir'));
  work.cancel();
  await until('its program to end', () => recorders().length === 0);
  await until('nothing unfinished', () => readdirSync(window.folder).sort().join() === before.join());
  assert.deepEqual(readFileSync(place('source.ireereplay')), kept);
});

test('what is no module is said to be none', async () => {
  writeFileSync(place('broken.vmfb'), 'no module');
  await window.runCommand('IREE Replay: Record Capture…');
  await window.answers.files('Record Capture', 'broken.vmfb');
  await window.answers.message(/^broken\.vmfb cannot be recorded/);
});
