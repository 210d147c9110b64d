/** The first of a series of builds that is wrong, that crashes, or that is slower: with real builds, replayed. */
import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { createJobQueue } from '../../engine/process/jobQueue';
import { bisect, type BisectResult } from '../../protocol/jobs/bisect';
import { checkout, fixture, ireereplay, temporaryFolder, withoutWaits } from '../programs';
import { compileKernel } from '../vectorLoops';

const folder = temporaryFolder();
const small = fixture('small.ireereplay');
const elementwise = fixture('kernels/elementwise.c');

/** What small.ireereplay multiplies by, with something before it. */
const kernel = (before: string): string => `${before}\n#include ${JSON.stringify(elementwise)}\n`;

/** Flags for a series of ten builds, by what each of them is: the text of a source, or a library. */
function series(name: string, of: (number: number) => string): readonly string[] {
  return Array.from({ length: 10 }, (_, i) => {
    const made = of(i + 1);
    const isLibrary = path.isAbsolute(made);
    const file = path.join(folder, `${name}${String(i + 1)}.${isLibrary ? 'so' : 'c'}`);
    if (isLibrary) copyFileSync(made, file);
    else writeFileSync(file, `// ${name} ${String(i + 1)}\n${made}`);
    return `--build=${file}`;
  });
}

const libraries = new Map<string, string>();

/** A source, built once for all series that have it. */
function built(text: string): string {
  const name = `library${String(libraries.size)}`;
  const file = libraries.get(text) ?? compileKernel(sourceOf(name, text), `${name}.so`, '-O2');
  libraries.set(text, file);
  return file;
}

function sourceOf(name: string, text: string): string {
  const file = path.join(folder, `${name}.c`);
  writeFileSync(file, text);
  return file;
}

function bisected(...args: readonly string[]): { readonly status: unknown; readonly result: BisectResult; readonly stderr: string } {
  const { status, stdout, stderr } = ireereplay('bisect', '--format=json', '--type=f32', ...args, small);
  assert.notEqual(stdout.length, 0, stderr);
  const printed: unknown = JSON.parse(stdout.toString());
  const described = v.safeParse(bisectResultSchema, printed);
  assert.ok(described.success, JSON.stringify(described.issues?.[0]));
  assert.deepEqual(described.output, printed, 'nothing is printed that is not described');
  return { status, result: printed as BisectResult, stderr };
}

let bisectResultSchema: v.GenericSchema;
test.before(async () => {
  bisectResultSchema = await bisect.result();
});

const GOOD = kernel('');
const WRONG = kernel('#define OP +');
const UNBUILDABLE = kernel('int x = nothing;');
const UNLOADABLE = 'int x;\n';
/** Reads from nowhere. */
const CRASHES = kernel('static float gone(void) { return *(volatile float *)8; }\n#define OP * gone() *');
/** Right in the first run alone: a run calls it so often. */
const FORGETFUL = kernel('static int calls;\n#define OP * (++calls > 16 ? 2.0f : 1.0f) *');

const wrongFrom7 = series('wrong', (number) => (number < 7 ? GOOD : WRONG));

const testedTwice = ({ tests }: BisectResult, number: number): boolean => tests.filter((one) => one.number === number).length === 2;

test('finds the first build of ten whose outputs differ', () => {
  const { status, result, stderr } = bisected('--kernel=4', ...wrongFrom7);
  assert.equal(status, 0, result.sentence);
  assert.deepEqual([result.verdict, result.by, result.candidates, result.between], ['found', 'outputs', [7], { good: 6, bad: 7 }]);
  assert.match(result.sentence, /^wrong7\.c, 7 of 10, is the first that differs\. .*expected 1, got 2.* wrong6\.c before it does not\./);
  assert.ok(testedTwice(result, 6) && testedTwice(result, 7));
  assert.ok(result.tests.length <= 8);
  assert.match(withoutWaits(stderr), /^tests wrong1\.c\nwrong1\.c: good\ntests wrong10\.c\n/);
});

test('a part of the series is searched, by number or by name, and numbers stay those of the whole', () => {
  const { status, result } = bisected('--kernel=fn:*mul*', '--good=5', '--bad=wrong8.c', ...wrongFrom7);
  assert.equal(status, 0, result.sentence);
  assert.deepEqual(result.candidates, [7]);
  assert.deepEqual([...new Set(result.tests.map(({ number }) => number))].sort(), [5, 6, 7, 8]);
});

test('a tolerance says what counts as the same', () => {
  const slightly = series('slightly', (number) =>
    number < 4 ? built(GOOD) : number < 9 ? built(kernel('#define OP * 1.001f *')) : built(WRONG),
  );
  assert.deepEqual(bisected('--kernel=4', ...slightly).result.candidates, [4]);
  assert.deepEqual(bisected('--kernel=4', '--relative=0.01', ...slightly).result.candidates, [9]);
});

test('what does not build or cannot be loaded is left out, and leaves more than one', () => {
  const broken = (numbers: readonly number[]): readonly string[] =>
    series(`broken${numbers.join('')}-`, (number) =>
      numbers.includes(number) ? (number % 2 === 0 ? UNBUILDABLE : UNLOADABLE) : built(number < 7 ? GOOD : WRONG),
    );
  const between = bisected('--kernel=4', ...broken([5, 6]));
  assert.equal(between.status, 1);
  assert.deepEqual(
    [between.result.verdict, between.result.candidates, between.result.between],
    ['not-known', [5, 6, 7], { good: 4, bad: 7 }],
  );
  assert.match(
    between.result.sentence,
    /^It is one of .*5\.c, .*6\.c, .*7\.so\..*5\.c tells nothing: It cannot be loaded: .*6\.c tells nothing: It does not build: /,
  );
  const answers = new Map(between.result.tests.map(({ number, answer }) => [number, answer]));
  assert.deepEqual(
    [4, 5, 6, 7].map((number) => answers.get(number)),
    ['good', 'skipped', 'skipped', 'bad'],
  );
  // Elsewhere they are of no account.
  assert.deepEqual(bisected('--kernel=4', ...broken([5, 9])).result.candidates, [7]);
});

test('nothing is found where an end is not what it should be', () => {
  const not = (...args: readonly string[]): string => {
    const { status, result } = bisected('--kernel=4', ...args);
    assert.deepEqual([status, result.verdict, result.candidates, result.between], [1, 'not-known', [], undefined], result.sentence);
    return result.sentence;
  };
  assert.match(not('--bad=6', ...wrongFrom7), /^There is nothing to find: wrong6\.c, the bad one, is as wrong1\.c\. .*--bad=N/);
  const forgetful = series('forgetful', (number) => built(number === 1 ? FORGETFUL : WRONG));
  assert.match(not(...forgetful), /^forgetful1\.so, the good one, is not as itself\. .*--good=N/);
  const ends = series('ends', (number) => (number === 1 || number === 10 ? UNBUILDABLE : built(GOOD)));
  assert.match(not(...ends), /^Nothing is known of ends1\.c, the good one\. It does not build: .*--good=N/);
  assert.match(not('--good=2', ...ends), /^Nothing is known of ends10\.c, the bad one\. It does not build: .*--bad=N/);
});

test('a crash is found by how the replay ends, and is no difference of outputs', () => {
  const crashing = series('crashing', (number) => built(number < 3 ? GOOD : number < 6 ? CRASHES : WRONG));
  // Where the bad one's outputs are wrong, one that leaves none may have another fault.
  const byOutputs = bisected('--kernel=4', ...crashing);
  assert.deepEqual([byOutputs.status, byOutputs.result.candidates], [1, [3, 4, 5, 6]], byOutputs.result.sentence);
  assert.match(byOutputs.result.sentence, /crashing3\.so tells nothing: It died of SIGSEGV/);
  const first = bisected('--kernel=4', '--good=3', ...crashing);
  assert.match(first.result.sentence, /^crashing3\.so, the good one, fails\. It died of SIGSEGV.* \(--good=N\)\.$/);
  const byEnd = bisected('--kernel=4', '--by=end', '--bad=5', ...crashing);
  assert.deepEqual([byEnd.status, byEnd.result.candidates], [0, [3]], byEnd.result.sentence);
  assert.match(byEnd.result.sentence, /^crashing3\.so, 3 of 5, is the first that fails\. It died of SIGSEGV/);
});

test('finds the first build of ten that is slower by far, and not what is only wrong', () => {
  const taking = (rounds: number): string =>
    kernel(
      `static float one(void) { volatile float x = 1; for (int i = 0; i < ${String(rounds)}; ++i) x = x; return x; }\n#define OP * one() *`,
    );
  const slower = series('slower', (number) => built(number === 9 ? WRONG : taking(number < 4 ? 30 : 20_000)));
  const { status, result } = bisected('--by=time', '--seconds=1', '--kernel=4', ...slower);
  assert.equal(status, 0, result.sentence);
  assert.deepEqual([result.verdict, result.candidates], ['found', [4]]);
  assert.match(result.sentence, /^slower4\.so, 4 of 10, is the first that differs in time\. .*x slower/);
  assert.ok((result.tests.find(({ number }) => number === 4)?.interval?.[1] ?? 1) < 0.1);
  // The wrong one is not timed.
  const wrong = bisected('--by=time', '--seconds=1', '--kernel=4', '--good=8', '--bad=9', ...slower);
  assert.equal(wrong.status, 1);
  assert.match(
    wrong.result.sentence,
    /^Nothing is known of slower9\.so, the bad one\. It is not timed: The outputs differ from those of slower8\.so/,
  );
});

test('one that is cancelled keeps what was tested, and its queue does the next job', async () => {
  // The middle one does not return.
  const endless = series('endless', (number) =>
    built(number === 5 ? kernel('#define OP * ({ for (;;) __asm__(""); 1.0f; }) *') : number < 7 ? GOOD : WRONG),
  );
  const queue = createJobQueue(path.join(checkout, 'dist', 'engine.js'), () => undefined);
  const run = { capture: small, devices: ['local-sync'], fileRemaps: [] };
  const asked = { run, kernel: '4', builds: endless.map((flag) => flag.replace('--build=', '')) };
  const controller = new AbortController();
  const ended = await queue.start(
    'bisect',
    asked,
    (state) => state.state === 'running' && state.progress.name === 'endless5.so' && setTimeout(() => controller.abort(), 100),
    controller.signal,
  );
  assert.ok(ended.state === 'cancelled', JSON.stringify(ended));
  const { verdict, candidates, tests = [] } = ended.result ?? {};
  assert.deepEqual(
    [verdict, candidates, tests.map(({ name, answer }) => `${name} ${answer}`)],
    ['not-known', [], ['endless1.so good', 'endless10.so bad']],
  );
  const next = await queue.start('run', run, () => undefined, new AbortController().signal);
  assert.equal(next.state, 'done');
  queue.dispose();
});

test('what cannot be searched is a wrong command line', () => {
  const builds = ['--kernel=4', '--build=a.c', '--build=b/c.c', '--build=d/c.c'];
  for (const [args, reason] of [
    [[], /expected a series of --build=FILE or of --iree=DIR/],
    [[...builds, '--iree=x', '--iree=y'], /expected a series/],
    [['--kernel=4', '--build=a.c'], /at least two/],
    [builds.slice(1), /expected --kernel=SELECTOR/],
    [['--kernel=4', '--iree=x', '--iree=y'], /--kernel is for a series of builds/],
    [[...builds, '--good=3', '--bad=a.c'], /has to come before/],
    [[...builds, '--good=4'], /--good=4 is not one of the series/],
    [[...builds, '--bad=c.c'], /--bad=c\.c is not one of the series/],
    [[...builds, '--device=vulkan'], /no device vulkan/],
  ] as const) {
    const { status, stderr } = ireereplay('bisect', ...args, small);
    assert.deepEqual([status, reason.test(stderr)], [2, true], stderr);
  }
});
