/** LLVM's own program, which Debian has, given recordings: what keeps it from replaying them here is told in a sentence. A replay needs a GPU. */
import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { llvmVerify } from '../../protocol/jobs/llvmVerify';
import type { LlvmVerification } from '../../protocol/neighbour/llvm';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const STEM = '__omp_offloading_fe00_984963_main_l7';

/** A copy of saxpy's recording, as LLVM 17 or later would have written it: with where memory was, and an image. */
function saxpy(): { readonly folder: string; readonly descriptor: string; readonly inFolder: (suffix: string) => string } {
  const folder = path.join(temporaryFolder(), 'saxpy recorded');
  cpSync(fixture('neighbours/llvm/llvm16-saxpy'), folder, { recursive: true });
  const inFolder = (suffix: string): string => path.join(folder, STEM + suffix);
  const text = readFileSync(inFolder('.json'), 'utf8');
  writeFileSync(inFolder('.json'), text.replace('"DeviceId"', '"BumpAllocVAStart":140418264068112,"DeviceId"'));
  writeFileSync(inFolder('.image'), 'no image of a GPU');
  return { folder, descriptor: inFolder('.json'), inFolder };
}

async function verified(...args: readonly string[]): Promise<LlvmVerification> {
  const { status, stdout, stderr } = ireereplay('llvm', 'verify', '--format=json', ...args);
  assert.equal(status, 1, stderr);
  const result = v.safeParse(await llvmVerify.result(), JSON.parse(stdout.toString()));
  assert.ok(result.success, JSON.stringify(result.issues?.[0]));
  assert.deepEqual(result.output, JSON.parse(stdout.toString()), 'nothing is printed that is not described');
  return JSON.parse(stdout.toString()) as LlvmVerification;
}

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder)
    .sort()
    .map((name) => `${name} ${String(statSync(path.join(folder, name)).size)}`);

test('without a device nothing is replayed, which is said, and no file beside the recording changes', async () => {
  const { folder, descriptor, inFolder } = saxpy();
  writeFileSync(inFolder('.replay.output'), 'of an earlier replay');
  const before = filesOf(folder);
  const { verdict, sentence, tool, ended, printed } = await verified(descriptor);
  assert.equal(verdict, 'not-known');
  assert.match(sentence, /^The kernel was not replayed: LLVM finds no device here on which it can replay: this needs a GPU/);
  assert.match(tool.version ?? '', /^\d+\.\d+/);
  assert.equal(ended.signal, 'SIGABRT');
  assert.match(printed.join('\n'), /only 0 devices available/);
  assert.deepEqual(filesOf(folder), before);
});

test('a recording that the tool cannot read says which version recorded it', async () => {
  const old = path.join(fixture('neighbours/llvm/llvm16-saxpy'), `${STEM}.json`);
  assert.match((await verified(old)).sentence, /LLVM 16 does not record where the memory was, which the tool of LLVM [\d.]+ has to know/);
  const later = path.join(fixture('neighbours/llvm/made-second'), '42_7.json');
  assert.match(
    (await verified(later)).sentence,
    /a version of LLVM after 22 recorded it, whose files the tool of LLVM [\d.]+ does not know/,
  );
});

test('an image that is missing is said, and a tool that takes too long is ended', async () => {
  const { folder, descriptor, inFolder } = saxpy();
  // LLVM's own may end by itself before a busy machine looks at the time.
  const endless = path.join(folder, 'endless');
  writeFileSync(endless, '#!/bin/sh\ncase "$1" in --help) echo "  --verify  compares";; --version) ;; *) exec sleep 1000;; esac\n');
  chmodSync(endless, 0o755);
  const { sentence } = await verified('--timeout=0.001', `--tool=${endless}`, descriptor);
  assert.match(sentence, /the tool was stopped because it took longer than 0\.001 s\.$/);
  rmSync(inFolder('.image'));
  assert.match((await verified(descriptor)).sentence, /the tool cannot read the recording's image/);
});

test('what cannot be compared is not executed', () => {
  const { descriptor, inFolder } = saxpy();
  truncateSync(inFolder('.memory'), 4000);
  const fails = (said: RegExp): void => {
    const { status, stderr } = ireereplay('llvm', 'verify', '--tool=/nowhere', descriptor);
    assert.equal(status, 1);
    assert.match(stderr, said);
  };
  fails(/cannot be verified: \S+\.memory: it has 4,?000 bytes, but the descriptor says 8,?000/);
  cpSync(path.join(fixture('neighbours/llvm/llvm16-saxpy'), `${STEM}.memory`), inFolder('.memory'));
  fails(/\/nowhere is not llvm-omp-kernel-replay/);
  rmSync(inFolder('.original.output'));
  fails(/what the recorded launch left in memory was not saved/);
});

test('a kernel whose name leads elsewhere leaves no file there', async () => {
  const { folder, descriptor } = saxpy();
  const elsewhere = path.join(folder, '..', 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(descriptor, readFileSync(descriptor, 'utf8').replace(`"${STEM}"`, JSON.stringify(path.join(elsewhere, 'kernel'))));
  assert.equal((await verified(descriptor)).verdict, 'not-known');
  assert.deepEqual(readdirSync(elsewhere), []);
});
