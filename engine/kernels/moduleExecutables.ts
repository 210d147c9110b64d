/** Executables in a compiled module: a .vmfb is also a ZIP archive, which has each of them as a file of its own, uncompressed. */
import * as path from 'node:path';

/** An executable in a module. */
export interface ModuleExecutable {
  /** "matmul_dispatch_0_vulkan_spirv_fb.fb". */
  readonly name: string;
  readonly bytes: Uint8Array;
}

// Signatures and places of fields: PKWARE's APPNOTE.TXT, 4.3, of an archive in the format of 64 bits, as iree-compile writes it.
const LOCATOR = 0x07064b50;
const FROM_END = 42;
const END = 0x06064b50;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
/** Of its fields of 64 bits: its tag and its length come first. */
const WIDE = 1;
const WIDE_LENGTH = 28;

/** The module itself, among the files. */
const MODULE = 'module.fb';

/** Those in the bytes of a .vmfb. Throws where these are no such archive. */
export function moduleExecutables(module: Uint8Array): readonly ModuleExecutable[] {
  const bytes = Buffer.from(module.buffer, module.byteOffset, module.byteLength);
  const wide = (at: number): number => Number(bytes.readBigUInt64LE(at));
  const locator = bytes.length - FROM_END;
  if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR) throw new Error('the module is not a 64-bit archive');
  const end = wide(locator + 8);
  if (bytes.readUInt32LE(end) !== END) throw new Error('the archive of the module is cut off');
  const found: ModuleExecutable[] = [];
  let at = wide(end + 48);
  for (let left = wide(end + 32); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error('the archive of the module has fewer files than it says');
    const nameEnd = at + ENTRY_LENGTH + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + ENTRY_LENGTH, nameEnd);
    const extra = bytes.readUInt16LE(at + 30);
    const isStored = bytes.readUInt16LE(at + 10) === 0 && extra >= WIDE_LENGTH && bytes.readUInt16LE(nameEnd) === WIDE;
    if (isStored && name !== MODULE) {
      const local = wide(nameEnd + 20);
      const begin = local + LOCAL_LENGTH + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      found.push({ name: path.posix.basename(name), bytes: bytes.subarray(begin, begin + wide(nameEnd + 4)) });
    }
    at = nameEnd + extra + bytes.readUInt16LE(at + 32);
  }
  return found;
}
