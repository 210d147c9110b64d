import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { checkout, run, temporaryFolder } from '../test/programs';
import type { Outcome } from './outcomes.mjs';

const folder = temporaryFolder();

const ABOUT = 'export function end(): void {}';

interface Told {
  readonly failures: readonly string[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly tests: readonly Outcome[];
}

/** What runTests() counts in files with these texts; with that of a module about them, even an empty one, two processes have all files. */
function told(texts: readonly string[], timeoutSeconds = 120, about?: string): Told {
  const module = path.join(folder, 'about.ts');
  if (about !== undefined) writeFileSync(module, about);
  const together = about === undefined ? {} : { together: true, atOnce: 2, ...(about === '' ? {} : { about: module }) };
  const files = texts.map((text, index) => {
    const file = path.join(folder, `${String(index)}.test.ts`);
    writeFileSync(file, `import { describe, test } from 'node:test';\n${text}`);
    return file;
  });
  const runner = pathToFileURL(path.join(checkout, 'scripts', 'nodeTest.mjs')).href;
  const script = `import { runTests } from '${runner}';
    const counts = await runTests(${JSON.stringify(files)}, { env: { ...process.env, SEEN: 'yes' }, timeoutSeconds: ${String(timeoutSeconds)}, ...${JSON.stringify(together)} });
    console.error('counts ' + JSON.stringify(counts));`;
  // This test's own runner must not be mistaken for the files'.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_TEST_CONTEXT'));
  const { stderr } = run(process.execPath, ['--input-type=module', '--eval', script], { env });
  return JSON.parse(/^counts (.*)$/m.exec(stderr)?.[1] ?? stderr) as Told;
}

function counts(texts: readonly string[]): object {
  const { passed, failed, skipped, failures } = told(texts);
  assert.equal(failures.length, failed);
  return { passed, failed, skipped };
}

test('counts tests across files, with subtests, but not the suites that contain them', () => {
  const one = "describe('d', () => { test('a', () => {}); test('b', () => {}); });";
  const two =
    "const seen: string = process.env['SEEN'] ?? ''; test('c', async (t) => { await t.test('d', () => { if (seen !== 'yes') throw 0; }); });";
  assert.deepEqual(counts([one, two]), { passed: 4, failed: 0, skipped: 0 });
});

test('counts skipped and todo tests separately', () => {
  const file = "test('a', { skip: 'no network' }, () => {}); test('b', { todo: true }, () => { throw 1; }); test('c', () => {});";
  assert.deepEqual(counts([file]), { passed: 1, failed: 0, skipped: 2 });
});

test('counts a skipped suite as one', () => {
  const file = "describe('d', { skip: 'no terminal' }, () => { test('a', () => {}); test('b', () => {}); }); test('c', () => {});";
  assert.deepEqual(counts([file]), { passed: 1, failed: 0, skipped: 1 });
});

test('counts a failed test', () => {
  assert.deepEqual(counts(["test('a', () => { throw new Error('x'); }); test('b', () => {});"]), { passed: 1, failed: 1, skipped: 0 });
});

test('names what failed, with its file and what it said', () => {
  const [failure] = told(["test('a', () => { throw new Error('no answer'); });"]).failures;
  assert.match(failure ?? '', /0\.test\.ts: a\nno answer/);
});

test('adds what a failed test tells besides, and not what another does', () => {
  const tells =
    "test('a', (t) => { t.diagnostic('fine'); }); test('b', (t) => { t.diagnostic('a window'); throw new Error('no answer'); });";
  const passes = "test('c', (t) => { t.diagnostic('fine'); });";
  for (const about of [undefined, ABOUT]) {
    const { failures } = told([`${tells} ${passes}`, passes], 120, about);
    assert.equal(failures.length, 1);
    assert.match(failures[0] ?? '', /0\.test\.ts: b\nno answer\na window$/);
  }
});

test('tells of each test its file, how it ended and how long it took', () => {
  const waits = "test('a', async () => { await new Promise((resolve) => setTimeout(resolve, 300)); });";
  const { tests } = told([`${waits} test('b', () => { throw 0; }); test('c', { skip: true }, () => {});`]);
  assert.deepEqual(
    tests.map(({ name, file, outcome }) => [name, path.basename(file), outcome]),
    [
      ['a', '0.test.ts', 'passed'],
      ['b', '0.test.ts', 'failed'],
      ['c', '0.test.ts', 'skipped'],
    ],
  );
  assert.ok((tests[0]?.seconds ?? 0) >= 0.25);
});

test('a file that dies, cannot be read or does not end has failed', () => {
  const dies = "test('a', () => {}); test('b', () => { process.kill(process.pid, 'SIGKILL'); });";
  const unreadable = 'const ;';
  const endless = "test('c', () => new Promise(() => setInterval(() => {}, 1000)));";
  const { failed } = told([dies, unreadable, endless], 3);
  assert.ok(failed >= 3, String(failed));
});

test('a file without tests is not a passed test', () => {
  assert.deepEqual(counts(['']), { passed: 0, failed: 1, skipped: 0 });
});

test('files that are run together are counted as they are one by one', () => {
  const passes = "test('a', () => {});";
  const fails = "test('b', () => { throw new Error('no answer'); }); test('c', { skip: true }, () => {});";
  const { passed, failed, skipped, failures, tests } = told([passes, fails, 'const ;', passes, passes], 120, ABOUT);
  assert.deepEqual({ passed, failed, skipped }, { passed: 3, failed: 2, skipped: 1 });
  assert.match(failures.join('\n'), /1\.test\.ts: b\nno answer/);
  assert.deepEqual(
    tests
      .filter(({ name }) => name === 'a')
      .map(({ file }) => path.basename(file))
      .toSorted(),
    [...['0.test.ts', '3.test.ts', '4.test.ts']],
  );
});

test('none of them sees what another has put into the environment', () => {
  const file =
    "test('a', () => { if (process.env['MINE'] !== undefined) throw 0; process.env['MINE'] = 'yes'; delete process.env['SEEN']; });";
  const checks = "test('b', () => { if (process.env['SEEN'] !== 'yes') throw 0; });";
  for (const about of [ABOUT, '']) {
    const { passed, failed } = told([file, file, file, checks, checks, checks], 120, about);
    assert.deepEqual({ passed, failed }, { passed: 6, failed: 0 });
  }
});

test('one that dies or does not end has failed, and the others still run', () => {
  const dies = "test('a', () => { process.kill(process.pid, 'SIGKILL'); });";
  const endless = "test('b', () => new Promise(() => setInterval(() => {}, 1000)));";
  const passes = "test('c', () => {});";
  const { passed, failed } = told([dies, endless, passes, passes], 5, ABOUT);
  assert.equal(passed, 2);
  assert.ok(failed >= 2, String(failed));
});
