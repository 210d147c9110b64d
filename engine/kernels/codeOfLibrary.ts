/** The machine code of a library. */

/** Of 64-bit ELF: offsets in its header and in a section's. */
const HEADER = { sections: 0x28, size: 0x3a, count: 0x3c } as const;
const SECTION = { flags: 0x08, offset: 0x18, bytes: 0x20 } as const;
const EXECUTABLE = 4n;

/** The sections that are executed, one behind the other; undefined of what is no such file. */
export function codeOfLibrary(file: Buffer): Buffer | undefined {
  if (file.length < 64 || file.readUInt32BE(0) !== 0x7f454c46 || file[4] !== 2) return undefined;
  const start = Number(file.readBigUInt64LE(HEADER.sections));
  const [size, count] = [file.readUInt16LE(HEADER.size), file.readUInt16LE(HEADER.count)];
  if (size < 64 || start + size * count > file.length) return undefined;
  const code: Buffer[] = [];
  for (let at = start; at < start + size * count; at += size) {
    if ((file.readBigUInt64LE(at + SECTION.flags) & EXECUTABLE) === 0n) continue;
    const offset = Number(file.readBigUInt64LE(at + SECTION.offset));
    code.push(file.subarray(offset, offset + Number(file.readBigUInt64LE(at + SECTION.bytes))));
  }
  return Buffer.concat(code);
}
