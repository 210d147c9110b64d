/**
 * An OpenMP program recorded from the editor. A script stands for it: it writes down how it was started, and writes a real recording where LLVM
 * would. That LLVM itself records so is seen with `test/fixtures/record/llvm.sh`, which no test runs: it downloads a compiler.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { processesBelow } from '../e2e/processes';
import { says } from '../e2e/said';
import { until } from '../e2e/until';
import { writeSaxpyTool } from '../saxpyTool';
import { openWindow, type PagesWindow } from './window';

const recordings = path.resolve(__dirname, '..', 'fixtures', 'neighbours', 'llvm');
const RECORD = 'IREE Replay: Record Kernels of an OpenMP Program…';
const FORM = 'Record Kernels of saxpy';

let window: PagesWindow;
const place = (name: string): string => path.join(window.folder, name);

before(async () => {
  window = await openWindow({ files: [] });
  writeSaxpyTool(place('llvm21'));
  writeSaxpyTool(place('llvm23'), { repeats: true });
});
after(async () => {
  await window.dispose();
});

/** A program that does what it says here where LLVM would have recorded. */
function program(recorded: string, name = 'saxpy'): void {
  const text = `#!/bin/sh
{ pwd; for word in "$@"; do echo "argument $word"; done; env | grep -E '^(LIBOMPTARGET|LD_LIBRARY_PATH)' | sort; } > '${place('started')}'
cd "\${LIBOMPTARGET_RECORD_DIR:-.}"
${recorded}
`;
  writeFileSync(place(name), text, { mode: 0o755 });
}
const recordingOf = (name: string): string => `cp '${path.join(recordings, name)}'/* .`;
const started = (): string => readFileSync(place('started'), 'utf8').replaceAll(window.folder, '~');

beforeEach(() => {
  program(recordingOf('llvm16-saxpy'));
  window.setSetting('ireeReplay.llvm.path', place('llvm21'));
});

const line = (words: RegExp): Promise<string> =>
  until(`the line ${String(words)}`, () => {
    const found = window.answers.items.find((item) => words.test(item));
    if (found === undefined) throw new Error(`there are ${window.answers.items.join('; ')}`);
    return found;
  });

/** Asks for a program, and waits for the form. */
async function ask(name = 'saxpy'): Promise<void> {
  await window.runCommand(RECORD);
  await window.answers.files('OpenMP Program to Record', name);
  await line(/Device Memory/);
}
const choose = (item: string | RegExp): Promise<void> => window.answers.choose(FORM, item);
const record = (): Promise<void> => choose(/^\$\(record\) /);
/** Waits until the page of the folder says what it has. */
async function opened(folder: string, health: RegExp): Promise<void> {
  await window.tab(`Recordings: ${folder}`);
  await says(window.webview().locator('.health'), health);
}

test('a program is recorded by Enter, with the variables of its LLVM in the terminal, and the folder opens', async () => {
  await ask();
  assert.match(window.answers.items[0] ?? '', /Record saxpy, to saxpy-recordings/);
  await line(/Version of LLVM 21, by .*llvm21/);
  await record();
  await opened('saxpy-recordings', /Readable.*1 kernel.*1 recording/s);
  assert.equal(started(), '~/saxpy-recordings\nLIBOMPTARGET_RECORD=1\nLIBOMPTARGET_RR_DEVMEM_SIZE=8\nLIBOMPTARGET_RR_SAVE_OUTPUT=1\n');
  assert.match(
    window.taskTerminal,
    /^Executing task: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_DEVMEM_SIZE=8 LIBOMPTARGET_RR_SAVE_OUTPUT=1 \S+\/saxpy$/m,
  );
});

test('what is asked for is what the program gets, and is proposed the next time in another folder', async () => {
  await ask();
  await line(/Folder saxpy-recordings-2/);
  await choose(/Arguments/);
  await assert.rejects(window.answers.enter('Arguments', "'1"), /A closing quotation mark is missing/);
  await window.answers.enter('Arguments', "-n '1 000'");
  await line(/Arguments -n '1 000'/);
  await choose(/Device Memory/);
  await assert.rejects(window.answers.enter('Device Memory', '0'), /A number from 1 to/);
  await window.answers.enter('Device Memory', '2');
  await line(/2 GiB/);
  await choose(/Memory after Each Launch/);
  await line(/not kept/);
  await choose(/Folder/);
  await assert.rejects(window.answers.enter('Folder', 'saxpy'), /saxpy is a file/);
  await window.answers.enter('Folder', 'kept/today');
  await line(/Folder kept\/today/);
  await record();
  await opened('today', /1 recording/);
  assert.equal(started(), '~/kept/today\nargument -n\nargument 1 000\nLIBOMPTARGET_RECORD=1\nLIBOMPTARGET_RR_DEVMEM_SIZE=2\n');
  await ask();
  await line(/Arguments -n '1 000'/);
  await line(/2 GiB/);
  await line(/Folder saxpy-recordings-2/);
  await window.clearClipboard();
  await choose(/Copy Command/);
  await until('the command', async () => (await window.clipboard()) !== '');
  assert.equal(
    (await window.clipboard()).replaceAll(window.folder, '~'),
    "mkdir -p ~/saxpy-recordings-2 && cd ~/saxpy-recordings-2 && env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_DEVMEM_SIZE=2 ~/saxpy -n '1 000'",
  );
  assert.ok(!existsSync(place('saxpy-recordings-2')));
});

test('a later LLVM is told the folder, bytes and a report', async () => {
  window.setSetting('ireeReplay.llvm.path', place('llvm23'));
  program(`${recordingOf('made-second')}; mv report.txt "$LIBOMPTARGET_RECORD_REPORT_FILENAME"`);
  await ask();
  await line(/Version of LLVM 23, by/);
  await choose(/Arguments/);
  await window.answers.enter('Arguments', '');
  await line(/Arguments none/);
  await choose(/Memory after Each Launch/);
  await line(/kept, to show/);
  await record();
  await opened('saxpy-recordings-2', /2 kernels.*2 recordings.*report:\s*kernel-record-report\.txt/s);
  assert.equal(
    started(),
    [
      ...['~', 'LIBOMPTARGET_RECORD=1', 'LIBOMPTARGET_RECORD_DIR=~/saxpy-recordings-2', 'LIBOMPTARGET_RECORD_MEMSIZE=2147483648'],
      ...['LIBOMPTARGET_RECORD_OUTPUT=1', 'LIBOMPTARGET_RECORD_REPORT_FILENAME=kernel-record-report.txt', ''],
    ].join('\n'),
  );
});

test('where no LLVM is known its version is asked for', async () => {
  window.setSetting('ireeReplay.llvm.path', '/nowhere');
  program(recordingOf('made-second'), 'unknown');
  const form = 'Record Kernels of unknown';
  const asksRecord = (): Promise<void> => window.answers.choose(form, /^\$\(record\) /);
  const version = 'Version of LLVM that the Program Was Built With';
  await ask('unknown');
  await line(/Version of LLVM not known/);
  await asksRecord();
  await window.answers.escape(version);
  await line(/Version of LLVM not known/);
  await asksRecord();
  await window.answers.choose(version, 'a version of LLVM after 22');
  await opened('unknown-recordings', /2 recordings/);
  await ask('unknown');
  await line(/Version of LLVM a version of LLVM after 22/);
  await window.answers.escape(form);
});

test('an LLVM that cannot record yet is said to be older', async () => {
  writeFileSync(place('llvm14'), '#!/bin/sh\necho "  --verify  compares"\necho "LLVM version 14.0.6"\n', { mode: 0o755 });
  window.setSetting('ireeReplay.llvm.path', place('llvm14'));
  await window.runCommand(RECORD);
  await window.answers.files('OpenMP Program to Record', 'saxpy');
  await window.answers.message('LLVM 14, which saxpy uses, cannot record kernels: rebuild the program with LLVM 16 or later.');
});

test('recordings are not replaced unless the user says so', async () => {
  const [descriptor = ''] = readdirSync(place('saxpy-recordings')).filter((name) => name.endsWith('.json'));
  writeFileSync(place(`saxpy-recordings/${descriptor}`), '{"Name": "mine"}');
  await ask();
  await choose(/Folder/);
  await window.answers.enter('Folder', 'saxpy-recordings');
  await line(/Folder saxpy-recordings, which already exists/);
  await record();
  const question = 'saxpy-recordings already contains a recording. The new one may replace it.';
  assert.equal(await window.answers.message(question), question);
  assert.equal(readFileSync(place(`saxpy-recordings/${descriptor}`), 'utf8'), '{"Name": "mine"}');
  await window.answers.message(question, 'Record There');
  await until('the recording', () => readFileSync(place(`saxpy-recordings/${descriptor}`), 'utf8').startsWith('{"ArgOffsets"'));
  await window.tab('Recordings: saxpy-recordings');
});

test('a program that records nothing is said to, with what may be wrong, and leaves no folder', async () => {
  program('true');
  await ask();
  await record();
  const said = await window.answers.message(/recorded no kernels/);
  assert.match(
    said,
    /^saxpy recorded no kernels\. It may have no target regions, may have been built without -fopenmp-targets, or may have run them on the host/,
  );
  assert.deepEqual(
    readdirSync(window.folder)
      .filter((name) => name.startsWith('saxpy-recordings'))
      .sort(),
    ['saxpy-recordings', 'saxpy-recordings-2'],
  );
  program('echo no device; exit 3');
  await ask();
  await record();
  await window.answers.message('saxpy ended with status 3 and recorded no kernels. Its terminal says why.');
  assert.match(window.taskTerminal, /^no device$/m);
  program(`${recordingOf('llvm16-saxpy')}; exit 4`);
  await ask();
  await record();
  await window.answers.message('saxpy ended with status 4. What it had recorded by then is shown.');
  await window.tab('Recordings: saxpy-recordings-3');
});

test('one whose task is ended is ended, and nothing opens', async () => {
  program('exec sleep 1000');
  const sleeping = (): boolean => processesBelow(process.pid).some(({ commandLine }) => commandLine.includes('sleep 1000'));
  const tabs = window.tabs.length;
  const { length } = window.answers.messages;
  await ask();
  await record();
  await until('the program', sleeping);
  window.endTask('record kernels of saxpy');
  await until('its end', () => !sleeping());
  await until('what is logged of it', () => window.outputChannel().includes('saxpy: ended by the user, 0 recordings'));
  assert.deepEqual([window.tabs.length, window.answers.messages.length], [tabs, length]);
});

test('nothing runs in a workspace that is not trusted', async () => {
  const restricted = await openWindow({ files: [], trusted: false });
  await assert.rejects(restricted.runCommand(RECORD), /cannot be chosen now: isWorkspaceTrusted/);
  await restricted.dispose();
});
