import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleExecutables } from './moduleExecutables';

const STORED = 0;
const DEFLATED = 8;

/** An archive as iree-compile writes it, with places and lengths in fields of 64 bits. */
function archive(files: readonly (readonly [name: string, content: string, method?: number])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content, method = STORED] of files) {
    const local = Buffer.alloc(30);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(28, 30);
    const wide = Buffer.alloc(28);
    wide.writeUInt16LE(1);
    wide.writeUInt16LE(24, 2);
    wide.writeBigUInt64LE(BigInt(content.length), 4);
    wide.writeBigUInt64LE(BigInt(at), 20);
    directory.push(entry, Buffer.from(name), wide);
    const file = Buffer.concat([local, Buffer.from(name), Buffer.from(content)]);
    parts.push(file);
    at += file.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50);
  end.writeBigUInt64LE(BigInt(files.length), 32);
  end.writeBigUInt64LE(BigInt(at), 48);
  const last = Buffer.alloc(42);
  last.writeUInt32LE(0x07064b50);
  last.writeBigUInt64LE(BigInt(at + entries.length), 8);
  return Buffer.concat([...parts, entries, end, last]);
}

const found = (module: Buffer): readonly string[] =>
  moduleExecutables(module).map(({ name, bytes }) => `${name}: ${Buffer.from(bytes).toString()}`);

test('a module has its executables as files beside it', () => {
  assert.deepEqual(found(archive([['module.fb', 'the module']])), []);
  const module = archive([
    ['module.fb', 'the module'],
    ['a_vulkan_spirv_fb.fb', 'one'],
    ['b_vulkan_spirv_fb.fb', 'the other'],
    ['packed', 'not stored', DEFLATED],
  ]);
  assert.deepEqual(found(module), ['a_vulkan_spirv_fb.fb: one', 'b_vulkan_spirv_fb.fb: the other']);
});

test('what is no archive, or a torn one, is refused', () => {
  const module = archive([['a.fb', 'one']]);
  assert.throws(() => found(Buffer.alloc(0)), /not a 64-bit archive/);
  assert.throws(() => found(module.subarray(0, -1)), /not a 64-bit archive/);
  assert.throws(() => found(module.subarray(4)));
});
