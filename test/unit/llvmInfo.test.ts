/** What `ireereplay llvm info` says of LLVM's recordings, and with which exit status. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { llvmInfo } from '../../protocol/jobs/llvmInfo';
import type { LlvmFolder, LlvmRecording } from '../../protocol/neighbour/llvm';
import { checkout, fixture, ireereplay, temporaryFolder } from '../programs';

const recordings = (name: string): string => fixture(path.join('neighbours', 'llvm', name));
const saxpy = path.join(recordings('llvm16-saxpy'), '__omp_offloading_fe00_984963_main_l7.json');
const scale = path.join(recordings('made-second'), '1311768467463790320_17446744073709551001.json');

function told(...args: readonly string[]): { readonly status: unknown; readonly text: string; readonly stderr: string } {
  const { status, stdout, stderr } = ireereplay('llvm', 'info', ...args);
  return { status, text: stdout.toString(), stderr };
}

/** The result as JSON: what its schema says, and nothing else. */
async function asJson(...args: readonly string[]): Promise<LlvmRecording | LlvmFolder> {
  const { text, stderr } = told('--format=json', ...args);
  const result = v.safeParse(await llvmInfo.result(), JSON.parse(text));
  assert.ok(result.success, `${stderr} ${JSON.stringify(result.issues?.[0])}`);
  assert.deepEqual(result.output, JSON.parse(text), 'nothing is printed that is not described');
  return JSON.parse(text) as LlvmRecording | LlvmFolder;
}

test('saxpy has its kernel, its arguments, and what it changed', () => {
  const { status, text } = told(saxpy);
  assert.equal(status, 0, text);
  assert.match(text, /^main, line 7: __omp_offloading_fe00_984963_main_l7, recorded by LLVM 16 to 22\n/);
  assert.match(text, /^launch: teams 4; threads at most 8; 1,000 iterations; device 0$/m);
  assert.match(text, /^ {2}0 {2}scalar {3}1000 +float 1\.401e-42, double 4\.94e-321$/m);
  assert.match(text, /^ {2}2 {2}scalar {3}1073741824 +float 2, double /m);
  assert.match(text, /^ {2}3 {2}pointer {2}0x7fb5acbfffb0 +at byte 4,000, at most 4,000 bytes; may begin an allocation$/m);
  assert.match(text, /^changed: 999 words of 4 bytes, 500 of 8; .* in 1 range\n {2}from argument 1 on: 999 words of 4 bytes/m);
  assert.match(text, /^ {2}byte 4 to 4,000: float 1 -> 3, integer 1065353216 -> 1077936128, double /m);
  assert.match(told(scale).text, /^ {2}3 {2}pointer {2}0x7f0000000200 - 8 +at byte 512, at most 128 bytes/m);
  assert.match(text, /^info: .*, ArgPtrs: LLVM 16 does not record where the memory begins/m);
});

test('numbers of 64 bits stay exact in JSON', async () => {
  const found = await asJson('--most=1', scale);
  assert.ok(found.kind === 'recording');
  assert.equal(found.generation, 2);
  assert.equal(found.function, 'scale(double*, int)');
  const values = found.arguments.map(({ value }) => value);
  assert.deepEqual(values, ['0', '139637976727552', '64', '139637976728064', '4612811918334230528', '18446744073709551615']);
  assert.equal(found.arguments[4]?.double, '2.5');
  assert.equal(found.arguments[5]?.integer, '-1');
  assert.deepEqual(found.arguments[3]?.pointer, { offset: '512', mayBeginAllocation: true, bytes: '128' });
  assert.equal(found.arguments[3].offset, '-8');
  assert.equal(found.changes?.words8, '63');
  assert.equal(found.changes.ranges.length, 1);
  assert.deepEqual(
    found.globals.map(({ name, bytes, first }) => [name, bytes, first.f32]),
    [
      ['factor', '4', '3'],
      ['table', '256', '0'],
    ],
  );
  assert.deepEqual(found.image, { kind: 'cubin for NVIDIA', functions: [] });
});

test('a folder is a table, by the report where there is one', async () => {
  const { status, text } = told(recordings('made-second'));
  assert.equal(status, 0, text);
  assert.deepEqual(
    text.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  ')),
    [
      '2 recordings; report: report.txt',
      'kernel  file  teams  threads  memory  launches  time',
      'scale(double*, int), line 9  1311768467463790320_17446744073709551001.json  4  16  640 B  1  41.98 us',
      'main, line 31  42_7.json  any  any  16 B  3  5.12 us',
      '',
    ],
  );
  const listed = await asJson(recordings('llvm16-kernels'));
  assert.ok(listed.kind === 'folder');
  assert.deepEqual(
    listed.recordings.map(({ line, memoryBytes }) => [line, memoryBytes]),
    [
      ['12', '32784'],
      ['19', '59408'],
    ],
  );
});

test("a report of a folder is taken from a file, from standard input, and is told where it is none of the folder's", () => {
  const folder = temporaryFolder();
  cpSync(recordings('made-second'), path.join(folder, 'recordings'), { recursive: true });
  const printed = path.join(folder, 'printed.txt');
  const text = `y[1] = 3\n${readFileSync(path.join(folder, 'recordings', 'report.txt'), 'utf8').replace(' 5120, 3', ' 70000, 4')}done\n`;
  writeFileSync(printed, text);
  const given = (...args: readonly string[]): string => told(...args, path.join(folder, 'recordings')).text.replaceAll(/ +/g, ' ');
  assert.match(given(`--report=${printed}`), /report: .*\/printed\.txt\n.*\nmain, line 31 42_7\.json any any 16 B 4 70\.00 us\n/);
  const program = path.join(checkout, 'bin', 'ireereplay');
  const piped = execFileSync(process.execPath, [program, 'llvm', 'info', '--report=-', path.join(folder, 'recordings')], { input: text });
  assert.match(piped.toString(), /70\.00 us/);
  const fails = (...args: readonly string[]): string => {
    const { status, stderr } = told(...args);
    assert.equal(status, 1);
    return stderr;
  };
  writeFileSync(printed, 'y[1] = 3\n');
  assert.match(
    fails(`--report=${printed}`, path.join(folder, 'recordings')),
    /printed\.txt is not a report from LLVM's recorder: it has no line/,
  );
  assert.match(fails(`--report=${printed}.nothing`, path.join(folder, 'recordings')), /the report cannot be read: .*no such file/);
  assert.match(fails(`--report=${printed}`, saxpy), /--report is of a folder of recordings, and \S+\.json is none: leave it out/);
});

test('what is missing is told with exit status 1, and the rest is shown', () => {
  const folder = path.join(temporaryFolder(), 'recordings');
  cpSync(recordings('made-second'), folder, { recursive: true });
  rmSync(path.join(folder, path.basename(scale).replace('.json', '.record_input')));
  const { status, text } = told(path.join(folder, path.basename(scale)));
  assert.equal(status, 1);
  assert.match(text, /^scale\(double\*, int\), line 9/);
  assert.match(text, /^changed: not known$/m);
  assert.match(text, /^error: \S+\.record_input: it is missing, so .*; copy the file into the folder that contains the \.json$/m);
  assert.equal(told(folder).status, 1);
});

test('what is no recording is a failure, and no path a wrong command line', () => {
  const file = path.join(temporaryFolder(), 'package.json');
  writeFileSync(file, '{"name": "other"}');
  const { status, stderr } = told(file);
  assert.equal(status, 1);
  assert.match(stderr, /package\.json is not a recording of an OpenMP kernel/);
  assert.equal(told(`${file}.nothing`).status, 1);
  assert.equal(told().status, 2);
  assert.equal(ireereplay('llvm', 'nothing').status, 2);
  assert.match(ireereplay('llvm', '--help').stdout.toString(), /llvm info +say what is in LLVM's recording/);
});
