/** The transformer as it would be with a fault in one kernel. */
import { readFileSync, writeFileSync } from 'node:fs';

/** In the file of the transformer's executable: 1/sqrt(2), by which the GELU multiplies in the middle of the block, and which no other kernel reads. */
const CONSTANT = 0x970;

/** Writes a copy of models/block/block.sync.ireereplay, `capture`, with another number in its place. */
export function writeWithChangedConstant(capture: string, copy: string): void {
  const bytes = readFileSync(capture);
  const constant = bytes.indexOf('\x7fELF', 0, 'latin1') + CONSTANT;
  bytes.writeUInt8(bytes.readUInt8(constant + 2) ^ 0x10, constant + 2);
  writeFileSync(copy, bytes);
}
