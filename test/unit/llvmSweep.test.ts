/** With which teams and threads a recorded OpenMP kernel is fastest: of those alone that leave the recorded memory. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { llvmSweep as job } from '../../protocol/jobs/llvmSweep';
import type { LlvmSweep } from '../../protocol/neighbour/llvm';
import { fixture, ireereplay, temporaryFolder, type Outcome } from '../programs';
import { writeSaxpyTool, type SaxpyTool } from '../saxpyTool';

function swept(
  how: SaxpyTool,
  ...flags: readonly string[]
): Pick<Outcome, 'status'> & { readonly stdout: string; readonly stderr: string } {
  const folder = path.join(temporaryFolder(), 'saxpy');
  cpSync(fixture('neighbours/llvm/llvm16-saxpy'), folder, { recursive: true });
  const tool = path.join(folder, 'tool');
  writeSaxpyTool(tool, how);
  const capture = path.join(folder, '__omp_offloading_fe00_984963_main_l7.json');
  const { status, stdout, stderr } = ireereplay('llvm', 'sweep', `--tool=${tool}`, '--repetitions=3', ...flags, capture);
  return { status, stdout: stdout.toString(), stderr };
}

test('the fastest that is right is best, measured anew against what was recorded; what is wrong is not, however fast', async () => {
  const { status, stdout, stderr } = swept(
    { repeats: true, tooManyThreads: 64 },
    '--num_teams=4,8',
    '--num_threads=8,16,64',
    '--format=json',
  );
  assert.equal(status, 0, stderr);
  const found = JSON.parse(stdout) as LlvmSweep;
  const result = v.safeParse(await job.result(), found);
  assert.ok(result.success, JSON.stringify(result.issues?.[0]));
  assert.deepEqual(result.output, found, 'nothing is printed that is not described');
  assert.deepEqual([found.best, found.measured, found.complete], [{ teams: 8, threads: 16 }, 'launch', true]);
  assert.equal(found.difference?.verdict, 'faster');
  assert.match(found.sentence, /^8 teams of 16 threads: 4\.00x faster than recorded \[.*\], and memory is as recorded\.$/);
  const rows = new Map(found.configurations.map((row) => [`${String(row.teams)}x${String(row.threads)}`, row]));
  assert.deepEqual([...rows.keys()], ['undefinedxundefined', '4x16', '4x64', '8x8', '8x16', '8x64']);
  for (const wrong of ['4x64', '8x64']) {
    const row = rows.get(wrong);
    assert.deepEqual([row?.outcome, row?.median, row?.ratio], ['differs', undefined, undefined]);
    assert.match(row?.sentence ?? '', /Memory differs/);
  }
  // What is twice as slow as the best is given up after three rounds; the recorded one is measured to the end.
  assert.deepEqual([rows.get('4x16')?.hopeless, rows.get('4x16')?.rounds], [true, 3]);
  assert.equal(rows.get('undefinedxundefined')?.rounds, rows.get('8x16')?.rounds);
});

test('people get a map of teams and threads, programs a table', () => {
  const how = { repeats: true, tooManyThreads: 64 };
  const flags = ['--num_teams=4,8', '--num_threads=8,64'];
  assert.match(
    swept(how, ...flags).stdout,
    /^8 teams of 8 threads: 2\.00x faster than recorded .*\nmain, line 7, as recorded: 40\.00 us; how many times as fast with others:\nthreads {3}4 teams {2}8 teams\n {6}8 {2}recorded {4}2\.00x\n {5}64 {5}wrong {4}wrong\n4 teams of 64 and 1 more: Memory differs/,
  );
  const [head, recorded, ...rows] = swept(how, ...flags, '--format=csv')
    .stdout.trimEnd()
    .split('\n');
  assert.equal(head, 'teams,threads,outcome,rounds,median_ns,times_as_fast,hopeless');
  assert.match(recorded ?? '', /^,,right,8,4000\d,1,false$/);
  assert.equal(rows.length, 3);
  assert.ok(rows.includes('4,64,differs,0,,,false'));
});

test('where nothing is faster that is said, and where the recorded configuration is wrong nothing is said of others', () => {
  const none = swept({ repeats: true, tooManyThreads: 9 }, '--num_teams=2,8', '--num_threads=4,16');
  assert.equal(none.status, 0);
  assert.match(
    none.stdout,
    /^(?:No other configuration was faster than the recorded one, and right\.|No configuration is known to be faster)/,
  );
  const wrong = swept({ repeats: true, wrong: 7 }, '--num_teams=2');
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /With the recorded teams and threads: Memory differs from the recorded launch/);
});

test('one that is found to be wrong only when it is measured anew is not the best', () => {
  // The race is 8 rounds of 2: what is wrong from then on is so in the rounds behind it.
  const how = { repeats: true, wrong: 7, wrongWithOthers: true, wrongFrom: 17 };
  const { status, stdout } = swept(how, '--num_teams=8', '--num_threads=8', '--format=json');
  assert.equal(status, 0);
  const { best, difference, sentence, configurations } = JSON.parse(stdout) as LlvmSweep;
  assert.deepEqual([best, difference], [undefined, undefined]);
  assert.equal(sentence, 'No other configuration was faster than the recorded one, and right.');
  assert.deepEqual(
    configurations.map(({ outcome }) => outcome),
    ['right', 'differs'],
  );
});
