/** Kernels whose executables name files of the machine that compiled them: found here, and marked where that may be wrong. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { OPTIONS_CHANGED, SOURCE_OF_KERNEL, type SourceOfKernel } from '../../protocol/processes/languageServer';
import { served, type Served } from '../servedLanguage';

const fixtures = path.resolve(import.meta.dirname, '..', 'fixtures');
/** As small.ireereplay's executable names its source, in its table and in its debugging information. */
const NAMED = 'elementwise.c';
const OLD = new Date(2020, 0, 1);

/** How the fixture's table of lines lists files (DWARF 5, 6.2.4.1): path by line_strp, directory by udata, MD5 by data16. */
const WITH_SUMS = Buffer.from([0x01, 0x1f, 0x02, 0x0f, 0x05, 0x1e]);
/** The same with something instead of the sum that nobody knows. */
const WITHOUT_SUMS = Buffer.from([0x01, 0x1f, 0x02, 0x0f, 0x07, 0x1e]);

const md5 = (content: Buffer | string): Buffer => createHash('md5').update(content).digest();

/**
 * A capture of a kernel that was compiled from another file: of a path of the same length, for that is in the executable; and of a content
 * whose sum the compiler left, or did not.
 */
function captureOf(source: string, content?: string): Buffer {
  assert.equal(source.length, NAMED.length);
  const bytes = readFileSync(path.join(fixtures, 'small.ireereplay'));
  const replace = (before: Buffer, now: Buffer): void => {
    let at = bytes.indexOf(before);
    assert.ok(at !== -1);
    for (; at !== -1; at = bytes.indexOf(before, at + 1)) now.copy(bytes, at);
  };
  replace(Buffer.from(NAMED), Buffer.from(source));
  if (content === undefined) replace(WITH_SUMS, WITHOUT_SUMS);
  else replace(md5(readFileSync(path.join(fixtures, 'kernels', NAMED))), md5(content));
  return bytes;
}

/** A kernel as Triton has it: a function of Python, with a line for each of the source that it was compiled from. */
const PYTHON = `import triton\n${'\n'.repeat(75)}@triton.jit\ndef elementwise_mul(lhs, rhs, out):\n${'    pass\n'.repeat(20)}`;

for (const { what, compiled, languageId, text } of [
  { what: 'a kernel in Python', compiled: '/srv/softm.py', languageId: 'python', text: PYTHON },
  {
    what: 'a kernel in C',
    compiled: '/src/kernel.c',
    languageId: 'c',
    text: readFileSync(path.join(fixtures, 'kernels/elementwise.c'), 'utf8'),
  },
  {
    what: 'a kernel in LLVM IR',
    compiled: '/src/kerne.ll',
    languageId: 'plaintext',
    text: `${'\n'.repeat(77)}define i32 @elementwise_mul() {\n`,
  },
  { what: 'a kernel in assembly', compiled: '/src/kernel.s', languageId: 'plaintext', text: `${'\n'.repeat(77)}elementwise_mul:\n` },
]) {
  describe(`${what} that was compiled on another machine`, () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-machine-'));
    const name = path.posix.basename(compiled);
    const capture = path.join(folder, 'kernel.ireereplay');
    const here = path.join(folder, 'kernels', name);
    let server: Served;
    let uri = '';

    before(async () => {
      writeFileSync(capture, captureOf(compiled));
      mkdirSync(path.dirname(here));
      writeFileSync(here, text);
      utimesSync(here, OLD, OLD);
      server = await served(folder);
      await server.refreshed();
      uri = server.open(path.join('kernels', name), languageId, text);
    });
    after(async () => {
      assert.equal(await server.end(), 0);
      rmSync(folder, { recursive: true });
    });

    const lens = async (): Promise<readonly [number, string]> => {
      const [first] = await server.lenses(uri);
      return [first?.range.start.line ?? -1, first?.command?.title ?? ''];
    };
    const source = (): Promise<SourceOfKernel> => server.connection.sendRequest(SOURCE_OF_KERNEL, { capture, executable: '4', ordinal: 0 });
    const prefixes = (pathPrefixes: object): Promise<void> => server.connection.sendNotification(OPTIONS_CHANGED, { pathPrefixes });

    test('is found by the end of its path, with a mark', async () => {
      assert.deepEqual(await lens(), [77, '⚠ elementwise_mul (found by name)']);
      assert.deepEqual(await source(), {
        compiled: { path: compiled, line: 78 },
        found: { file: here, line: 78, doubt: `found by the end of its path alone (compiled from ${compiled})` },
      });
    });

    test('is found by a prefix, without one', async () => {
      await prefixes({ [path.posix.dirname(compiled)]: path.dirname(here) });
      assert.deepEqual(await lens(), [77, 'elementwise_mul']);
      assert.deepEqual((await source()).found, { file: here, line: 78 });
    });

    test('carries a mark where the file has changed since, or has no such line', async () => {
      utimesSync(here, new Date(), new Date(Date.now() + 60_000));
      assert.equal((await lens())[1], '⚠ elementwise_mul (changed since)');
      assert.equal((await source()).found?.doubt, 'changed after kernel.ireereplay was recorded');
      writeFileSync(here, text.split('\n').slice(0, 20).join('\n'));
      utimesSync(here, OLD, OLD);
      assert.equal((await source()).found?.doubt, 'it has no line 78');
      writeFileSync(here, text);
      utimesSync(here, OLD, OLD);
      await prefixes({});
    });

    test('is not taken for another file of that name without a mark', async () => {
      const other = path.join(folder, 'a', name);
      mkdirSync(path.dirname(other));
      cpSync(here, other);
      utimesSync(other, OLD, OLD);
      const copy = server.open(path.join('a', name), languageId, text);
      assert.equal(copy, pathToFileURL(other).href);
      for (const { command } of (await server.lenses(copy)).slice(0, 1)) assert.match(command?.title ?? '', /^⚠ .*found by name/);
      assert.match((await source()).found?.doubt ?? '', /^found by the end of its path alone/);
      rmSync(path.dirname(other), { recursive: true });
    });
  });
}

describe('a kernel whose compiler left a sum of what it compiled', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-machine-'));
  const compiled = '/srv/softm.py';
  const here = path.join(folder, 'kernels', 'softm.py');
  let server: Served;
  let uri = '';

  before(async () => {
    writeFileSync(path.join(folder, 'kernel.ireereplay'), captureOf(compiled, PYTHON));
    mkdirSync(path.dirname(here));
    writeFileSync(here, PYTHON);
    server = await served(folder);
    await server.refreshed();
    uri = server.open('kernels/softm.py', 'python', PYTHON);
  });
  after(async () => {
    assert.equal(await server.end(), 0);
    rmSync(folder, { recursive: true });
  });

  const title = async (): Promise<string | undefined> => (await server.lenses(uri))[0]?.command?.title;

  test('is known where the content is the same, whatever the file is called and however new it is', async () => {
    utimesSync(here, new Date(), new Date(Date.now() + 60_000));
    assert.equal(await title(), 'elementwise_mul');
  });

  test('carries a mark where the content is another, also of an old file at the very path', async () => {
    await server.connection.sendNotification(OPTIONS_CHANGED, { pathPrefixes: { '/srv': path.dirname(here) } });
    writeFileSync(here, PYTHON.replace('pass', 'return'));
    utimesSync(here, OLD, OLD);
    assert.equal(await title(), '⚠ elementwise_mul (other content)');
    const source: SourceOfKernel = await server.connection.sendRequest(SOURCE_OF_KERNEL, {
      ...{ capture: path.join(folder, 'kernel.ireereplay'), executable: '4', ordinal: 0 },
    });
    assert.equal(source.found?.doubt, `its content is not what was compiled (${compiled})`);
  });
});
