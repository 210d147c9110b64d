/** Outputs by the user's IREE, where its tool does not do what it should: a script stands for it. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { hostReads } from '../../engine/addon/composing';
import { readByIree, runByIree } from '../../engine/iree/replay';
import { checkout, fixture, temporaryFolder } from '../programs';
import { toolsThat, WRITES } from './scriptedIree';

const folder = temporaryFolder();
const small = fixture('small.ireereplay');

/** Names of folders that are hidden there. */
const foldersIn = (parent: string): readonly string[] =>
  existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith('.')) : [];

interface Asked {
  readonly capture?: string;
  readonly devices?: readonly string[];
  readonly fileRemaps?: readonly string[];
  readonly timeoutMs?: number;
  readonly outputs?: string;
  readonly signal?: AbortSignal;
}

async function replayed(name: string, script: string, { signal = AbortSignal.timeout(60_000), ...asked }: Asked = {}): Promise<string> {
  const outputs = path.join(folder, `${name}-outputs`);
  const run = { capture: small, devices: ['vulkan'], fileRemaps: [], outputs, ...asked };
  const failed = await runByIree(toolsThat(folder, name, script), run, signal).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failed === undefined) return '';
  assert.ok(failed instanceof Error);
  assert.ok(!existsSync(run.outputs), 'nothing is left behind');
  return failed.message;
}

test('outputs are the files that the tool has written, with their index', async () => {
  assert.equal(await replayed('works', `echo "$@" > "$files/../arguments"; ${WRITES}`), '');
  const outputs = path.join(folder, 'works-outputs');
  const index = JSON.parse(readFileSync(path.join(outputs, 'outputs.json'), 'utf8')) as readonly { file: string; length: number }[];
  assert.equal(index.length, 2);
  assert.deepEqual(readdirSync(outputs).sort(), [...index.map(({ file }) => file), 'arguments', 'outputs.json'].sort());
  for (const { file, length } of index) {
    const bytes = readFileSync(path.join(outputs, file));
    assert.deepEqual([bytes.length, bytes[0]], [length, 'x'.charCodeAt(0)]);
  }
  assert.match(readFileSync(path.join(outputs, 'arguments'), 'utf8'), /^--device=vulkan --device=local-sync \S+\.ireereplay\n$/);
});

const failures: readonly (readonly [name: string, script: string, said: RegExp, asked?: Asked])[] = [
  ['killed', 'kill -KILL $$', /iree-run-replay ended with SIGKILL$/],
  ['crashes', `${WRITES}; echo half a word >&2; kill -SEGV $$`, /iree-run-replay ended with SIGSEGV: half a word$/],
  ['silent', 'exit 3', /iree-run-replay ended with exit status 3$/],
  ['writes nothing', 'exit 0', /the replay ended well, but the output of #\d+ was not written/],
  ['removes', `${WRITES}; rm "$files"/*.bin`, /the replay ended well, but the output of #\d+ was not written/],
  ['cuts', 'for file in "$files"/*.bin; do printf x > "$file"; done', /the output of #\d+ was not written/],
  ['lost', 'echo "INTERNAL; VK_ERROR_DEVICE_LOST" >&2; exit 1', /^the device was lost during the replay: INTERNAL; VK_ERROR_DEVICE_LOST$/],
  [
    'full',
    'echo "RESOURCE_EXHAUSTED; failed to write requested buffer length" >&2; exit 1',
    /^the disk is full, or .*: RESOURCE_EXHAUSTED; /,
  ],
  ['slow', 'exec sleep 60', /took longer than 300 ms/, { timeoutMs: 300 }],
  ['cancelled', 'exec sleep 60', /aborted/, { signal: AbortSignal.timeout(500) }],
  ['devices', WRITES, /captured 1 device\(s\) but 2 are given/, { devices: ['vulkan', 'cuda'] }],
  ['hangs', WRITES, /DEADLINE_EXCEEDED; record #24 .* would wait forever/, { capture: fixture('host-signal.ireereplay') }],
  ['torn', WRITES, /DATA_LOSS/, { capture: fixture('damaged/truncated-5000.ireereplay') }],
  ['gone', WRITES, /NOT_FOUND|no such file/i, { capture: path.join(folder, 'gone.ireereplay') }],
];
for (const [name, script, said, asked] of failures) {
  test(`a tool that fails leaves a sentence, and nothing else: ${name}`, async () => {
    assert.match(await replayed(name, script, asked), said);
  });
}

test('what is written stays where it is, whatever is remapped', async () => {
  const arguments_ = path.join(folder, 'remapped');
  assert.equal(await replayed('remaps', `echo "$@" > ${arguments_}; ${WRITES}`, { fileRemaps: [`${folder}=/elsewhere`, '/mnt=/x'] }), '');
  const [, own, written] = /=\/x --replay_file_remap=(\S+)=(\S+) /.exec(readFileSync(arguments_, 'utf8')) ?? [];
  assert.ok(own?.startsWith(path.join(folder, 'remaps-outputs', '.iree-replay-')));
  assert.equal(written, own);
  const odd = path.join(folder, 'a=b');
  assert.match(await replayed('odd', WRITES, { fileRemaps: [`${folder}=/elsewhere`], outputs: odd }), /equals sign/);
});

test('what buffers hold is what the tool has written, and nothing where it has not', async (context) => {
  const run = { capture: small, devices: ['vulkan'], fileRemaps: [] };
  const { outputs } = await hostReads(small);
  const temporary = path.join(folder, 'temporary');
  mkdirSync(temporary);
  const usual = process.env['TMPDIR'] ?? '/tmp';
  process.env['TMPDIR'] = temporary;
  const read = (name: string, script: string): ReturnType<typeof readByIree> =>
    readByIree(toolsThat(folder, name, script), run, outputs, AbortSignal.timeout(60_000));
  context.after(() => void (process.env['TMPDIR'] = usual));
  const held = await read('tells', `echo "$@" > "$0.arguments"; ${WRITES}`);
  assert.deepEqual(
    held.map((bytes) => bytes.length),
    outputs.map(({ length }) => Number(length)),
  );
  assert.equal(held[0]?.[0], 'x'.charCodeAt(0));
  await assert.rejects(read('tells nothing', 'exit 0'), /what buffers held was not written/);
  await assert.rejects(read('tells less', 'printf x > "$files/taps.bin"'), /what buffers held was not written/);
  await assert.rejects(read('tells of a loss', 'echo "INTERNAL; DEVICE_LOST" >&2; exit 1'), /the device was lost/);
  assert.deepEqual(readdirSync(temporary), [], 'nothing is left behind');
});

test('folders may have any name', async () => {
  const outputs = path.join(folder, `it's "a" folder, наверно`);
  assert.equal(await replayed('names', WRITES, { outputs }), '');
  assert.ok(existsSync(path.join(outputs, 'outputs.json')));
});

test('a disk without room is told before anything runs', async (context) => {
  const { promises } = await import('node:fs');
  const full = { ...statfsSync(folder, { bigint: true }), bavail: 1n, bsize: 4096n };
  context.mock.method(promises, 'statfs', () => Promise.resolve(full));
  const ran = path.join(folder, 'ran');
  assert.match(await replayed('no room', `touch ${ran}`), /the disk is too full: .* take \d+ bytes, and 4096 are free/);
  assert.ok(!existsSync(ran));
});

test('a folder that was there before stays, with what is in it', async () => {
  const outputs = path.join(folder, 'kept');
  mkdirSync(outputs);
  writeFileSync(path.join(outputs, 'mine'), '');
  const run = { capture: small, devices: ['vulkan'], fileRemaps: [], outputs };
  await assert.rejects(runByIree(toolsThat(folder, 'fails', 'exit 3'), run, AbortSignal.timeout(60_000)), /exit status 3/);
  assert.deepEqual(readdirSync(outputs), ['mine']);
});

test('what a killed replay left is removed by the next one in that folder, and nothing that a living one has', async () => {
  const outputs = path.join(folder, 'killed before');
  const program = path.join(checkout, 'bin', 'ireereplay');
  const tools = toolsThat(folder, 'waits', 'echo $$ > "$files/begun.part"; mv "$files/begun.part" "$files/begun"; exec sleep 60').folder;
  /** A replay whose tool has begun, and the folder that it has. */
  const begin = async (): Promise<{ readonly child: ChildProcess; readonly own: string }> => {
    const before = foldersIn(outputs);
    const args = ['run', '--engine=iree', `--iree_tools=${tools}`, '--device=vulkan', `--outputs=${outputs}`, small];
    const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
    for (;;) {
      const own = foldersIn(outputs).find((name) => !before.includes(name) && existsSync(path.join(outputs, name, 'begun')));
      if (own !== undefined) return { child, own };
      await setTimeout(20);
    }
  };
  const ended = (child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> => {
    const exit = once(child, 'exit');
    child.kill(signal);
    return exit;
  };
  const killed = await begin();
  const tool = Number(readFileSync(path.join(outputs, killed.own, 'begun'), 'utf8'));
  await ended(killed.child, 'SIGKILL');
  process.kill(tool);
  assert.deepEqual(foldersIn(outputs), [killed.own]);
  const living = await begin();
  assert.deepEqual(foldersIn(outputs), [living.own]);
  mkdirSync(path.join(outputs, '.iree-replay-mine'));
  const run = { capture: small, devices: ['vulkan'], fileRemaps: [], outputs };
  await runByIree(toolsThat(folder, 'beside', WRITES), run, AbortSignal.timeout(60_000));
  assert.deepEqual(new Set(foldersIn(outputs)), new Set(['.iree-replay-mine', living.own]));
  await ended(living.child, 'SIGINT');
  assert.deepEqual(foldersIn(outputs), ['.iree-replay-mine']);
});

test('a profile is recorded without outputs', async () => {
  const profiling = { mode: 'queue-events', output: path.join(folder, 'p.ireeprof') };
  const run = { capture: small, devices: [], fileRemaps: [], outputs: path.join(folder, 'both'), profiling };
  await assert.rejects(runByIree(toolsThat(folder, 'profiles', 'exit 0'), run, AbortSignal.timeout(60_000)), /at once/);
});
